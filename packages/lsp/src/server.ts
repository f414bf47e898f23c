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
} from "vscode-languageserver/node";
import { completionsAt } from "./completion/complete.ts";
import { type Cursor, cursorAt } from "./completion/cursor.ts";
import type { Engine } from "./engine/engine.ts";
import { threadedEngine } from "./engine/thread.ts";
import { hoverAt } from "./features/hover.ts";
import { quickFixes } from "./features/quick-fixes.ts";
import { definitionOf, namedAt, objectionToName, referencesTo, renameEdits } from "./features/references.ts";
import { symbolsOf } from "./features/symbols.ts";
import { pathOfUri, uriOfPath } from "./places.ts";
import { type DocumentChange, openDocuments } from "./workspace/open-documents.ts";
import type { Project } from "./workspace/project.ts";
import { Texts } from "./workspace/texts.ts";
import { WatchedProject } from "./workspace/watched-project.ts";
import { Workspace } from "./workspace/workspace.ts";

export interface ServerStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Reads and checks. Default: a thread of its own, so that questions are answered meanwhile. */
  readonly engine?: Engine;
}

/** What an editor may set, as `initializationOptions`. */
export interface Settings {
  /** A description, a folder of releases, or a revision of git: what changes are compared with. Default: what the configuration names, the last tag, or the last commit. */
  readonly base: string | null;
  /** Whether changes that need a major version are marked. Default: `true`. */
  readonly breakingChanges: boolean;
}

/** Serves until the editor says `exit`. */
export function serve({ input, output, engine = threadedEngine() }: ServerStreams): Promise<void> {
  const connection = createConnection(input, output);
  const texts = new Texts();
  const open = openDocuments(texts, engine);
  const workspace = new Workspace(texts, engine);
  const watched = new Map<Project, WatchedProject>();
  const sent = new Map<string, string>();
  let opening: Promise<void> = Promise.resolve();
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
    for (const project of watched.values())
      for (const shown of [project.shown, project.breaking])
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

  function reported(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  }

  /** Which APIs a file is part of may follow from a file that was opened before. */
  function inOrder(work: () => Promise<void>): void {
    const next = opening.then(work);
    opening = next.catch(() => undefined);
    reported(() => next);
  }

  function watchedOf(project: Project): WatchedProject {
    const known = watched.get(project) ?? new WatchedProject(project, { engine, texts, settings, publish, reported });
    watched.set(project, known);
    return known;
  }

  /** `change`: that of a key; `null` for any other. Resolves when its APIs are known and were read once. */
  async function changed(uri: string, change: DocumentChange | null): Promise<void> {
    const file = pathOfUri(uri);
    if (file === null) return;
    const projects = await workspace.projectsOf(file);
    for (const project of projects) await watchedOf(project).changed(change);
    for (const project of projects) await project.known();
    if (projects.length === 0) publish();
  }

  open.documents.onDidChangeContent(({ document }) => {
    const change = open.changeOf(document);
    if (change === null) inOrder(() => changed(document.uri, null));
    else reported(() => opening.then(() => changed(document.uri, change)));
  });
  open.documents.onDidClose(({ document }) => open.close(document));
  open.documents.onDidSave(({ document }) => {
    if (!/waybill\.config\.(?:ts|js|mjs|json)$/.test(document.uri)) return;
    inOrder(async () => {
      workspace.forget();
      for (const project of watched.values()) project.forget();
      watched.clear();
      for (const { uri } of open.documents.all()) await changed(uri, null);
    });
  });
  connection.onDidChangeWatchedFiles(({ changes }) =>
    inOrder(async () => {
      engine.changed();
      for (const { uri } of changes) if (open.documents.get(uri) === undefined) await changed(uri, null);
    }),
  );

  /** An open document, with the first API that has it. */
  async function at(uri: string, position: Position) {
    await opening;
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

  open.documents.listen(connection);
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
