// An editor: a client of the protocol that is connected to the server, over streams as over standard input and output.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  type CancellationToken,
  type CodeAction,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  type Location,
  type Position,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Engine } from "../src/engine/engine.ts";
import { OwnEngine } from "../src/engine/own-engine.ts";
import { serve } from "../src/index.ts";

/** Without what takes seconds: official schemas and releases. */
export function quickEngine(): Engine {
  const engine = new OwnEngine();
  return {
    open: (path, text) => engine.open(path, text),
    edit: (path, edits) => engine.edit(path, edits),
    close: (path) => engine.close(path),
    changed: () => engine.changed(),
    parsed: (path) => engine.parsed(path),
    check: (api) => engine.check(api),
    typeAt: (api, spot, question) => engine.typeAt(api, spot, question),
    lint: () => new Promise(() => undefined),
    breaking: () => new Promise(() => undefined),
  };
}

interface Opening {
  readonly engine?: Engine;
  readonly opened?: readonly string[];
  readonly [option: string]: unknown;
}

/** What a server writes, and what it reads. */
type Streams = readonly [output: NodeJS.ReadableStream, input: NodeJS.WritableStream];

export class Editor {
  readonly folder: string;
  private readonly connection: ProtocolConnection;
  private readonly shown = new Map<string, readonly Diagnostic[]>();
  private readonly waiting = new Set<() => void>();
  private readonly versions = new Map<string, number>();
  private readonly texts = new Map<string, string>();

  private constructor(folder: string, connection: ProtocolConnection) {
    this.folder = folder;
    this.connection = connection;
  }

  /** `files`: their texts by path. `opened`: those that it opens; default: all. */
  static async open(
    files: Readonly<Record<string, string>>,
    { engine, opened = Object.keys(files), ...options }: Opening = {},
  ): Promise<Editor> {
    const folder = mkdtempSync(path.join(tmpdir(), "editor-"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    void serve({ input: toServer, output: toClient, ...(engine === undefined ? {} : { engine }) });
    const editor = await Editor.connected(folder, [toClient, toServer], options);
    onTestFinished(() => editor.connection.dispose());
    for (const name of opened) await editor.opened(name);
    return editor;
  }

  /** To a server that runs. */
  static async connected(folder: string, [output, input]: Streams, options: object = {}): Promise<Editor> {
    const connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
    const editor = new Editor(folder, connection);
    connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      editor.shown.set(uri, diagnostics);
      for (const check of editor.waiting) check();
    });
    connection.onRequest("client/registerCapability", () => null);
    connection.onNotification("window/logMessage", ({ message }) => {
      editor.logged.push(message);
    });
    connection.listen();
    const initial = { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} };
    await connection.sendRequest("initialize", { ...initial, initializationOptions: options });
    await connection.sendNotification("initialized", {});
    return editor;
  }

  /** What the server logged: errors. */
  readonly logged: string[] = [];

  uri(name: string): string {
    return pathToFileURL(path.join(this.folder, name)).href;
  }

  async opened(name: string): Promise<void> {
    const text = readFileSync(path.join(this.folder, name), "utf8");
    this.texts.set(name, text);
    this.versions.set(name, 1);
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.uri(name), languageId: name.endsWith(".json") ? "json" : "yaml", version: 1, text },
    });
  }

  text(name: string): string {
    return this.texts.get(name) ?? readFileSync(path.join(this.folder, name), "utf8");
  }

  /** Replaces the first occurrence of a text, as typing does. */
  async type(name: string, written: string, replacement: string): Promise<void> {
    const text = this.text(name);
    const at = text.indexOf(written);
    if (at === -1) throw new Error(`${name} has no ${written}`);
    await this.replace(name, { start: at, end: at + written.length }, replacement);
  }

  /** Replaces what is between two offsets. */
  async replace(name: string, { start, end }: { start: number; end: number }, replacement: string): Promise<void> {
    const text = this.text(name);
    const range = { start: this.position(name, start), end: this.position(name, end) };
    const version = (this.versions.get(name) ?? 1) + 1;
    this.versions.set(name, version);
    this.texts.set(name, text.slice(0, start) + replacement + text.slice(end));
    const contentChanges = [{ range, text: replacement }];
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.uri(name), version },
      contentChanges,
    });
  }

  /** Where a text begins, or some characters after. */
  place(name: string, written: string, after = 0): Position {
    const at = this.text(name).indexOf(written);
    if (at === -1) throw new Error(`${name} has no ${written}`);
    return this.position(name, at + after);
  }

  /** The diagnostics of a file, as soon as they are as asked. Rejects with those there are after 45 seconds. */
  async diagnostics(name: string, isMeant: (all: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
    const uri = this.uri(name);
    return await new Promise((resolve, reject) => {
      const check = (): void => {
        const found = this.shown.get(uri) ?? [];
        if (!isMeant(found)) return;
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error(`not as asked: ${JSON.stringify(this.shown.get(uri) ?? null)} ${this.logged.join("\n")}`));
      }, 45_000);
      this.waiting.add(check);
      check();
    });
  }

  hover(name: string, position: Position, token?: CancellationToken): Promise<Hover | null> {
    const at = { textDocument: { uri: this.uri(name) }, position };
    return this.connection.sendRequest("textDocument/hover", at, ...(token === undefined ? [] : [token]));
  }

  definition(name: string, position: Position): Promise<Location[]> {
    return this.ask("textDocument/definition", name, position);
  }

  references(name: string, position: Position): Promise<Location[]> {
    return this.ask("textDocument/references", name, position, { context: { includeDeclaration: true } });
  }

  rename(name: string, position: Position, newName: string): Promise<WorkspaceEdit | null> {
    return this.ask("textDocument/rename", name, position, { newName });
  }

  prepareRename(name: string, position: Position): Promise<{ range: Range; placeholder: string } | null> {
    return this.ask("textDocument/prepareRename", name, position);
  }

  completion(name: string, position: Position): Promise<CompletionItem[]> {
    return this.ask("textDocument/completion", name, position);
  }

  symbols(name: string): Promise<DocumentSymbol[]> {
    return this.ask("textDocument/documentSymbol", name);
  }

  /** Of a document, or of a place in it: `textDocument/codeLens`. */
  ask<Result>(method: string, name: string, position?: Position, more: object = {}): Promise<Result> {
    const at = position === undefined ? {} : { position };
    return this.connection.sendRequest(method, { textDocument: { uri: this.uri(name) }, ...at, ...more });
  }

  request<Result>(method: string, params: object): Promise<Result> {
    return this.connection.sendRequest(method, params);
  }

  actions(name: string, diagnostic: Diagnostic): Promise<CodeAction[]> {
    const context = { diagnostics: [diagnostic] };
    return this.ask("textDocument/codeAction", name, undefined, { range: diagnostic.range, context });
  }

  /** The texts after an edit, of the files that it changes. */
  edited(edit: WorkspaceEdit | null | undefined): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const [uri, edits] of Object.entries(edit?.changes ?? {})) {
      const name = path.relative(this.folder, new URL(uri).pathname);
      texts[name] = TextDocument.applyEdits(TextDocument.create(uri, "", 0, this.text(name)), edits);
    }
    return texts;
  }

  position(name: string, offset: number): Position {
    const before = this.text(name).slice(0, offset).split("\n");
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }
}
