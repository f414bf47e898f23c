// The protocol: what an editor sends -> the texts that are open, and what features say of them.
import {
  type CompletionItem,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  type Position,
  ResponseError,
  type Diagnostic as Shown,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { completionsAt } from "./completion/complete.ts";
import { type Cursor, cursorAt } from "./completion/cursor.ts";
import { breakingChanges } from "./features/breaking.ts";
import { shownDiagnostics } from "./features/diagnostics.ts";
import { hoverAt } from "./features/hover.ts";
import { quickFixes } from "./features/quick-fixes.ts";
import { definitionOf, namedAt, objectionToName, referencesTo, renameEdits } from "./features/references.ts";
import { symbolsOf } from "./features/symbols.ts";
import { pathOfUri, uriOfPath } from "./places.ts";
import type { Project } from "./workspace/project.ts";
import { Texts } from "./workspace/texts.ts";
import { Workspace } from "./workspace/workspace.ts";

export interface ServerStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** What an editor may set, as `initializationOptions`. */
interface Settings {
  /** A description, a folder of releases, or a revision of git: what changes are compared with. Default: what the configuration names, the last tag, or the last commit. */
  readonly base: string | null;
  /** Whether changes that need a major version are marked. Default: `true`. */
  readonly breakingChanges: boolean;
}

/** Milliseconds after the last key, before the official parsers and the comparison with the last release run. */
const pause = 400;

/** Serves until the editor says `exit`. */
export function serve({ input, output }: ServerStreams): Promise<void> {
  const connection = createConnection(input, output);
  const open = new TextDocuments(TextDocument);
  const openAt = (path: string): TextDocument | undefined => open.get(uriOfPath(path));
  const texts = new Texts(openAt);
  const workspace = new Workspace(texts);
  const published = new Map<Project, Map<string, Shown[]>>();
  const breaking = new Map<Project, Map<string, Shown[]>>();
  const sent = new Map<string, string>();
  const later = new Map<Project, NodeJS.Timeout>();
  let pending: Promise<void> = Promise.resolve();
  let settings: Settings = { base: null, breakingChanges: true };

  connection.onInitialize(({ initializationOptions }: InitializeParams): InitializeResult => {
    settings = settingsOf(initializationOptions);
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: true,
        codeActionProvider: { codeActionKinds: ["quickfix"] },
        completionProvider: { triggerCharacters: ['"', "'", "#", "/", ":", " ", "-"] },
      },
      serverInfo: { name: "waybill" },
    };
  });
  connection.onInitialized(() => {
    const watchers = [{ globPattern: "**/*.{yaml,yml,json}" }, { globPattern: "**/waybill.config.{ts,js,mjs,json}" }];
    // An editor that cannot watch files returns an error; then files that are not open are read again with the next key.
    void connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .then(undefined, () => undefined);
  });

  /** Sends what changed, of all APIs together. */
  function publish(): void {
    const all = new Map<string, Shown[]>();
    for (const shown of [...published.values(), ...breaking.values()])
      for (const [file, list] of shown) all.set(file, [...(all.get(file) ?? []), ...list]);
    for (const { file, messages } of workspace.broken.values())
      all.set(
        file,
        messages.map((message) => ({ range: top, severity: 1, source: "waybill", message })),
      );
    for (const file of new Set([...sent.keys(), ...all.keys()])) {
      const diagnostics = withoutRepeats(all.get(file) ?? []);
      const text = JSON.stringify(diagnostics);
      if ((sent.get(file) ?? "[]") === text) continue;
      sent.set(file, text);
      void connection.sendDiagnostics({ uri: uriOfPath(file), diagnostics });
    }
  }

  async function check(project: Project, mode: "edit" | "lint"): Promise<void> {
    await project.check(mode);
    published.set(project, shownDiagnostics(project));
    publish();
  }

  /** What takes longer waits until nothing has changed for a while. */
  function afterwards(project: Project): void {
    clearTimeout(later.get(project));
    const timer = setTimeout(
      () =>
        reported(async () => {
          if (settings.breakingChanges) breaking.set(project, await breakingChanges(project, settings.base));
          publish();
          await check(project, "lint");
        }),
      pause,
    );
    later.set(project, timer);
  }

  /** One after the other, so that a question is about all that was typed before it. */
  function reported(work: () => Promise<void>): void {
    pending = pending.then(work).catch((error: unknown) => {
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  }

  async function changed(uri: string): Promise<void> {
    const file = pathOfUri(uri);
    if (file === null) return;
    const projects = await workspace.projectsOf(file);
    for (const project of projects) {
      await check(project, "edit");
      afterwards(project);
    }
    if (projects.length === 0) publish();
  }

  open.onDidChangeContent(({ document }) => reported(() => changed(document.uri)));
  open.onDidSave(({ document }) => {
    if (!/waybill\.config\.(?:ts|js|mjs|json)$/.test(document.uri)) return;
    reported(async () => {
      workspace.forget();
      published.clear();
      breaking.clear();
      for (const { uri } of open.all()) await changed(uri);
    });
  });
  connection.onDidChangeWatchedFiles(({ changes }) =>
    reported(async () => {
      for (const { uri } of changes) if (open.get(uri) === undefined) await changed(uri);
    }),
  );

  /** An open document, with the first API that has it. */
  async function at(uri: string, position: Position) {
    await pending;
    const file = pathOfUri(uri);
    const text = open.get(uri);
    const project = file === null ? undefined : (await workspace.projectsOf(file))[0];
    if (file === null || text === undefined || project === undefined) return null;
    if (project.checked === null) await project.check("edit");
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
      : await hoverAt(found.document, found.offset, found.project, texts);
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
    const cursor = cursorAt({ path: file, text: text.getText(), isJson: file.endsWith(".json") }, offset);
    if (cursor === null) return [];
    const range = { start: text.positionAt(cursor.start), end: text.positionAt(cursor.end) };
    return completionsAt({ file, cursor, project, texts }).map((item) => ({
      ...item,
      textEdit: { range, newText: textOf(item, cursor, file.endsWith(".json")) },
    }));
  });

  open.listen(connection);
  connection.listen();
  return new Promise((resolve) => connection.onExit(() => resolve()));
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

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

/** Two APIs may have a file: what both say of it is said once. */
function withoutRepeats(diagnostics: readonly Shown[]): Shown[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify([one.range, one.code, one.message]), one])).values()];
}

function settingsOf(given: unknown): Settings {
  const said = (key: string): unknown =>
    typeof given === "object" && given !== null ? Reflect.get(given, key) : undefined;
  const base = said("base");
  return {
    base: typeof base === "string" && base !== "" ? base : null,
    breakingChanges: said("breakingChanges") !== false,
  };
}
