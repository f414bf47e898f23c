// What an editor asks about a place of an open document -> the response of the feature that it is for.
import {
  type CompletionItem,
  type Connection,
  ErrorCodes,
  type Position,
  ResponseError,
} from "vscode-languageserver/node";
import { completionsAt } from "./completion/complete.ts";
import { type Cursor, cursorAt } from "./completion/cursor.ts";
import { hoverAt } from "./features/hover.ts";
import { quickFixes } from "./features/quick-fixes.ts";
import { definitionOf, namedAt, objectionToName, referencesTo, renameEdits } from "./features/references.ts";
import { symbolsOf } from "./features/symbols.ts";
import { pathOfUri } from "./places.ts";
import type { OpenDocuments } from "./workspace/open-documents.ts";
import type { Project } from "./workspace/project.ts";
import type { Texts } from "./workspace/texts.ts";
import type { WatchedProject } from "./workspace/watched-project.ts";
import type { Workspace } from "./workspace/workspace.ts";

interface Served {
  readonly open: OpenDocuments;
  readonly workspace: Workspace;
  readonly texts: Texts;
  readonly watchedOf: (project: Project) => WatchedProject;
  /** Resolves when the APIs of all documents opened so far are known. */
  readonly opened: () => Promise<void>;
}

export function respondToRequests(connection: Connection, { open, workspace, texts, watchedOf, opened }: Served): void {
  /** An open document, with the first API that has it. */
  async function at(uri: string, position: Position) {
    await opened();
    const file = pathOfUri(uri);
    const project = file === null ? undefined : (await workspace.projectsOf(file))[0];
    const text = open.documents.get(uri);
    if (file === null || text === undefined || project === undefined) return null;
    await project.known();
    return { file, text, project, offset: text.offsetAt(position), document: texts.document(file) };
  }

  /** What is named there, and the API that it is part of. */
  async function namedThingAt(uri: string, position: Position) {
    const found = await at(uri, position);
    const thing = found === null || found.document === null ? null : namedAt(found.document, found.offset);
    return found === null || thing === null ? null : { ...thing, project: found.project };
  }

  connection.onHover(async ({ textDocument, position }) => {
    const found = await at(textDocument.uri, position);
    return found === null || found.document === null
      ? null
      : await hoverAt(found.document, found.offset, {
          texts,
          typeOf: (spot) => watchedOf(found.project).typeAt(spot),
        });
  });
  connection.onDefinition(async ({ textDocument, position }) => {
    const found = await namedThingAt(textDocument.uri, position);
    return found === null ? [] : definitionOf(found.named, found.project, texts);
  });
  connection.onReferences(async ({ textDocument, position, context }) => {
    const found = await namedThingAt(textDocument.uri, position);
    return found === null ? [] : referencesTo(found.named, found.project, context.includeDeclaration);
  });
  connection.onPrepareRename(async ({ textDocument, position }) => {
    const found = await namedThingAt(textDocument.uri, position);
    if (found === null) return null;
    const { named, range } = found;
    const placeholder = named.kind === "part" ? (named.tokens.at(-1) ?? "") : named.name;
    return placeholder === "" ? null : { range, placeholder };
  });
  connection.onRenameRequest(async ({ textDocument, position, newName }) => {
    const found = await namedThingAt(textDocument.uri, position);
    if (found === null) return null;
    const objection = objectionToName(found.named, newName);
    if (objection !== null) throw new ResponseError(ErrorCodes.InvalidParams, objection);
    return renameEdits(found.named, newName, found.project);
  });
  connection.onDocumentSymbol(async ({ textDocument }) => {
    const file = pathOfUri(textDocument.uri);
    const document = file === null ? null : texts.document(file);
    return document === null ? [] : symbolsOf(document);
  });
  connection.onCodeAction(async ({ textDocument, context, range }) => {
    const found = await at(textDocument.uri, range.start);
    if (found === null || found.document === null) return [];
    const { document, project, text } = found;
    const fixable = { document, project, texts, offsetOf: (position: Position) => text.offsetAt(position) };
    return context.diagnostics.filter(({ source }) => source === "waybill").flatMap((one) => quickFixes(one, fixable));
  });
  connection.onCompletion(async ({ textDocument, position }): Promise<CompletionItem[]> => {
    const found = await at(textDocument.uri, position);
    if (found === null) return [];
    const { file, text, offset, project } = found;
    const cursor = cursorAt(
      { path: file, isJson: file.endsWith(".json"), text: text.getText(), maps: texts.openText(file)?.maps ?? null },
      offset,
    );
    if (cursor === null) return [];
    const range = { start: text.positionAt(cursor.start), end: text.positionAt(cursor.end) };
    return completionsAt({ file, cursor, project, texts }).map((item) => ({
      ...item,
      textEdit: { range, newText: textOf(item, cursor, file.endsWith(".json")) },
    }));
  });
}

/** A key brings its colon; a reference its quotes, since `#` begins a comment in YAML. */
function textOf(
  { label }: CompletionItem,
  { writes, isQuoted, hasColon }: Pick<Cursor, "writes" | "isQuoted" | "hasColon">,
  isJson: boolean,
): string {
  if (isQuoted) return label;
  const plain = writes === "key" ? /^[A-Za-z$_][\w$./+-]*$/ : /^(?![\s#&*!|>'"%@`{[?:-])[^#:]*$/;
  const text = !isJson && plain.test(label) ? label : JSON.stringify(label);
  return writes === "key" && !hasColon ? `${text}:` : text;
}
