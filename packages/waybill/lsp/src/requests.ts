// What an editor asks about a place of an open document -> the response of the feature that it is for.
import {
  type CancellationToken,
  type CompletionItem,
  type Connection,
  type DocumentSymbol,
  ErrorCodes,
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type Location as Shown,
} from "vscode-languageserver/node";
import { completionsAt } from "./completion/complete.ts";
import { cursorAt } from "./completion/cursor.ts";
import { insertedText } from "./completion/inserted-text.ts";
import type { Engine } from "./engine/engine.ts";
import { foldingRanges } from "./features/folding.ts";
import { formattingEdits } from "./features/formatting.ts";
import { hoverAt } from "./features/hover.ts";
import { memberAt, memberEdits, objectionToMember } from "./features/members.ts";
import { breakingIn, highlightsOf, linksIn, usesIn, withTarget, workspaceSymbols } from "./features/navigation.ts";
import { quickFixes } from "./features/quick-fixes.ts";
import { type Refactoring, refactored, refactorings } from "./features/refactorings.ts";
import { definitionOf, namedAt, referencesTo, referencesToFile } from "./features/references.ts";
import { isRenamable, objectionTo, renameEdits, unparsedObjection } from "./features/rename.ts";
import { colouredRanges, semanticTokens } from "./features/semantic-tokens.ts";
import { symbolsOf } from "./features/symbols.ts";
import { knowLines, pathOfUri, rangeOf } from "./places.ts";
import { offsetBefore } from "./text/changes.ts";
import type { OpenDocuments } from "./workspace/open-documents.ts";
import { type PresentRange, presentRanges } from "./workspace/present-ranges.ts";
import type { Project } from "./workspace/project.ts";
import type { Texts } from "./workspace/texts.ts";
import type { WatchedProject } from "./workspace/watched-project.ts";
import type { Workspace } from "./workspace/workspace.ts";

interface Served {
  readonly open: OpenDocuments;
  readonly workspace: Workspace;
  readonly texts: Texts;
  readonly engine: Engine;
  readonly watchedOf: (project: Project) => WatchedProject;
  /** Resolves when the APIs of a document, and of all that were opened before it, are known; of one that is not open, all. */
  readonly opened: (uri: string) => Promise<void>;
}

export function respondToRequests(
  connection: Connection,
  { open, workspace, texts, engine, watchedOf, opened }: Served,
): void {
  /** An open document, with the first API that has it. */
  async function at(uri: string, position: Position, token: CancellationToken) {
    await opened(uri);
    // Others may have waited, too, and an editor that has moved on wants none of them.
    rejectCancelled(token);
    const file = pathOfUri(uri);
    const project = file === null ? undefined : (await workspace.projectsOf(file))[0];
    const text = open.documents.get(uri);
    if (file === null || text === undefined || project === undefined) return null;
    await project.known();
    await texts.prepare(file, engine);
    rejectCancelled(token);
    return { file, text, project, offset: text.offsetAt(position) };
  }

  /** The same, with the document as it last parsed and the offset in it; `null` also for what is new since. */
  async function parsedAt(uri: string, position: Position, token: CancellationToken) {
    const target = await at(uri, position, token);
    const last = target === null ? null : texts.lastParsed(target.file);
    const offset = target === null || last === null ? null : offsetBefore(last.changes, target.offset);
    if (target === null || last === null || offset === null) return null;
    if (last.isCurrent) knowLines(last.document, target.text);
    return { ...target, document: last.document, offset };
  }

  /** What is named there, and the API that it is part of. */
  async function namedThingAt(uri: string, position: Position, token: CancellationToken) {
    const target = await parsedAt(uri, position, token);
    const thing = target === null ? null : namedAt(target.document, target.offset, target.project);
    return target === null || thing === null ? null : { ...thing, project: target.project };
  }

  /** The parameter or the property whose name is there. */
  async function memberIn(uri: string, position: Position, token: CancellationToken) {
    const target = await parsedAt(uri, position, token);
    if (target === null) return null;
    const member = memberAt(target.document, target.offset, target.project, texts);
    return member === null ? null : { member, project: target.project };
  }

  function presentIn<One extends { readonly range: Range }>(file: string, all: readonly One[]): One[] {
    const present = presentRanges(texts);
    return all.map((one) => ({ ...one, range: present(file, one.range) }));
  }

  connection.onHover(async ({ textDocument, position }, token) => {
    const target = await parsedAt(textDocument.uri, position, token);
    if (target === null) return null;
    const { document, offset, project, file } = target;
    const hover = await hoverAt(document, offset, { texts, typeOf: (spot) => watchedOf(project).typeAt(spot, token) });
    return hover?.range === undefined ? hover : { ...hover, range: presentRanges(texts)(file, hover.range) };
  });
  connection.onDefinition(async ({ textDocument, position }, token) => {
    const namedSymbol = await namedThingAt(textDocument.uri, position, token);
    return namedSymbol === null ? [] : present(definitionOf(namedSymbol.named, namedSymbol.project, texts), texts);
  });
  connection.onReferences(async ({ textDocument, position, context }, token) => {
    const namedSymbol = await namedThingAt(textDocument.uri, position, token);
    const [file, target] = [pathOfUri(textDocument.uri) ?? "", await at(textDocument.uri, position, token)];
    if (namedSymbol === null) return target === null ? [] : present(referencesToFile(file, target.project), texts);
    const { named, project } = namedSymbol;
    return present(referencesTo(named, project, context.includeDeclaration), texts);
  });
  connection.onPrepareRename(async ({ textDocument, position }, token) => {
    const inside = await memberIn(textDocument.uri, position, token);
    if (inside !== null) {
      rejectFor(unparsedObjection(inside.project));
      const { document, start, end } = inside.member.at;
      return { range: rangeOf(document, start, end), placeholder: inside.member.name };
    }
    const namedSymbol = await namedThingAt(textDocument.uri, position, token);
    if (namedSymbol === null || !isRenamable(namedSymbol.named, namedSymbol.project)) return null;
    const { named, range, project } = namedSymbol;
    rejectFor(unparsedObjection(project));
    return { range, placeholder: named.kind === "part" ? (named.tokens.at(-1) ?? "") : named.name };
  });
  connection.onRenameRequest(async ({ textDocument, position, newName }, token) => {
    const inside = await memberIn(textDocument.uri, position, token);
    if (inside !== null) {
      rejectFor(unparsedObjection(inside.project) ?? objectionToMember(inside.member, newName));
      return memberEdits(inside.member, newName);
    }
    const namedSymbol = await namedThingAt(textDocument.uri, position, token);
    if (namedSymbol === null) return null;
    rejectFor(objectionTo(namedSymbol.named, newName, namedSymbol.project));
    return renameEdits(namedSymbol.named, newName, namedSymbol.project);
  });
  connection.onDocumentSymbol(async ({ textDocument }) => {
    const file = pathOfUri(textDocument.uri);
    const last = file === null ? null : texts.lastParsed(file);
    return file === null || last === null ? [] : presentSymbols(symbolsOf(last.document), file, presentRanges(texts));
  });
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    await opened("");
    for (const project of workspace.all()) await project.known();
    rejectCancelled(token);
    return workspaceSymbols(workspace.all(), query);
  });
  connection.onDocumentHighlight(async ({ textDocument, position }, token) => {
    const target = await parsedAt(textDocument.uri, position, token);
    const thing = target === null ? null : namedAt(target.document, target.offset, target.project);
    if (target === null || thing === null) return [];
    return presentIn(target.file, highlightsOf(thing.named, target.document, target.project));
  });
  connection.onDocumentLinks(async ({ textDocument }, token) => {
    const target = await parsedAt(textDocument.uri, start, token);
    return target === null ? [] : presentIn(target.file, linksIn(target.document));
  });
  connection.onDocumentLinkResolve((link) => withTarget(link, texts));
  connection.onCodeLens(async ({ textDocument }, token) => {
    const target = await parsedAt(textDocument.uri, start, token);
    if (target === null) return [];
    const uses = presentIn(target.file, usesIn(target.document, target.project));
    return [...uses, ...breakingIn(watchedOf(target.project).breaking.get(target.file) ?? [])];
  });
  connection.onFoldingRanges(({ textDocument: { uri } }) => {
    const document = open.documents.get(uri);
    return document === undefined ? [] : foldingRanges(document, uri.endsWith(".json"));
  });
  connection.languages.semanticTokens.on(async ({ textDocument }, token) => {
    const target = await parsedAt(textDocument.uri, start, token);
    return semanticTokens(target === null ? [] : presentIn(target.file, colouredRanges(target.document)));
  });
  connection.onDocumentFormatting(async ({ textDocument: { uri }, options }) => {
    const document = open.documents.get(uri);
    return document === undefined ? [] : await formattingEdits(document, uri.endsWith(".json"), options);
  });
  connection.onCodeAction(async ({ textDocument, context, range }, token) => {
    const target = await at(textDocument.uri, range.start, token);
    const document = target === null ? null : texts.document(target.file);
    if (target === null || document === null) return [];
    const { project, text } = target;
    const fixable = { document, project, texts, offsetOf: (position: Position) => text.offsetAt(position) };
    const fixes = context.diagnostics
      .filter(({ source }) => source === "waybill")
      .flatMap((one) => quickFixes(one, fixable));
    return [...fixes, ...refactorings(document, target.offset)];
  });
  connection.onCodeActionResolve((action) => {
    const refactoring: Refactoring | undefined = action.data;
    const document = refactoring === undefined ? null : texts.document(refactoring.path);
    if (refactoring === undefined || document === null) return action;
    const edit = refactored(document, refactoring, texts);
    rejectFor(edit === null ? "this cannot be done without changing what the description means" : null);
    return { ...action, ...(edit === null ? {} : { edit }) };
  });
  connection.onCompletion(async ({ textDocument, position }, token): Promise<CompletionItem[]> => {
    const target = await at(textDocument.uri, position, token);
    if (target === null) return [];
    const { file, text, offset, project } = target;
    const isJson = file.endsWith(".json");
    const { changes = [], document } = texts.lastParsed(file) ?? {};
    const maps = texts.openText(file)?.maps ?? null;
    const cursor = cursorAt(
      { path: file, isJson, text: text.getText(), maps, changes, known: document?.value },
      offset,
    );
    if (cursor === null) return [];
    const range = { start: text.positionAt(cursor.start), end: text.positionAt(cursor.end) };
    return completionsAt({ file, cursor, project, texts }).map((proposal) => ({
      ...proposal.item,
      textEdit: { range, newText: insertedText(proposal, cursor, isJson) },
    }));
  });
}

const start: Position = { line: 0, character: 0 };

function rejectCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
}

function rejectFor(objection: string | null): void {
  if (objection !== null) throw new ResponseError(ErrorCodes.InvalidParams, objection);
}

function present(locations: readonly Shown[], texts: Texts): Shown[] {
  const present = presentRanges(texts);
  return locations.map(({ uri, range }) => ({ uri, range: present(pathOfUri(uri) ?? "", range) }));
}

function presentSymbols(symbols: readonly DocumentSymbol[], file: string, present: PresentRange): DocumentSymbol[] {
  return symbols.map((symbol) => ({
    ...symbol,
    range: present(file, symbol.range),
    selectionRange: present(file, symbol.selectionRange),
    children: presentSymbols(symbol.children ?? [], file, present),
  }));
}
