// The protocol: what an editor opens, changes and saves -> the problems of its files. Its requests are handled in requests.ts.
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  type Diagnostic as Shown,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import type { Engine } from "./engine/engine.ts";
import { threadedEngine } from "./engine/thread.ts";
import { legend } from "./features/semantic-tokens.ts";
import { pathOfUri, uriOfPath } from "./places.ts";
import { respondToRequests } from "./requests.ts";
import { type DocumentChange, openDocuments } from "./workspace/open-documents.ts";
import type { Project } from "./workspace/project.ts";
import { Texts } from "./workspace/texts.ts";
import { WatchedProject } from "./workspace/watched-project.ts";
import { Workspace } from "./workspace/workspace.ts";

export interface ServerStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Reads and checks. Default: a thread of its own, so that requests are handled meanwhile. */
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
  const texts = new Texts({ isRough: true });
  const open = openDocuments(texts, engine);
  const workspace = new Workspace(texts, engine);
  const watched = new Map<Project, WatchedProject>();
  const sent = new Map<string, string>();
  let opening: Promise<void> = Promise.resolve();
  const openings = new Map<string, Promise<void>>();
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
        workspaceSymbolProvider: true,
        documentHighlightProvider: true,
        documentLinkProvider: { resolveProvider: true },
        codeLensProvider: {},
        codeActionProvider: {
          codeActionKinds: ["quickfix", "refactor.extract", "refactor.inline"],
          resolveProvider: true,
        },
        foldingRangeProvider: true,
        documentFormattingProvider: true,
        semanticTokensProvider: { legend, full: true },
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
      for (const diagnosticsByFile of [project.shown, project.breaking])
        for (const [file, list] of diagnosticsByFile) all.set(file, [...(all.get(file) ?? []), ...list]);
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
    if (change === null) {
      inOrder(() => changed(document.uri, null));
      openings.set(document.uri, opening);
    } else reported(() => opening.then(() => changed(document.uri, change)));
  });
  open.documents.onDidClose(({ document }) => {
    openings.delete(document.uri);
    open.close(document);
  });
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

  respondToRequests(connection, {
    open,
    workspace,
    texts,
    engine,
    watchedOf,
    opened: (uri) => openings.get(uri) ?? opening,
  });

  open.documents.listen(connection);
  connection.listen();
  return new Promise((resolve) => connection.onExit(() => resolve()));
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

/** Two APIs may have a file: what both say of it is said once. */
function withoutRepeats(diagnostics: readonly Shown[]): Shown[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify([one.range, one.code, one.message]), one])).values()];
}

function settingsOf(options: unknown): Settings {
  const readOption = (key: string): unknown =>
    typeof options === "object" && options !== null ? Reflect.get(options, key) : undefined;
  const base = readOption("base");
  return {
    base: typeof base === "string" && base !== "" ? base : null,
    breakingChanges: readOption("breakingChanges") !== false,
  };
}
