// The servers that editors ask about TypeScript: "go to definition" through the protocol of tsserver (5.9, 6.0) and through LSP (7.0).
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sparingEnvironment } from "../../../scripts/testing/sparing-compiler.ts";
import type { Compiler } from "../scenarios/compile.ts";

/** Zero-based. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Editor {
  readonly open: (file: string) => void;
  readonly definitionsOf: (place: Place) => Promise<Place[]>;
  readonly close: () => void;
}

export async function editorOf(compiler: Compiler, folder: string): Promise<Editor> {
  const home = path.dirname(createRequire(import.meta.url).resolve(`${compiler}/package.json`));
  return compiler === "typescript-7.0" ? await languageServer(home, folder) : olderServer(home, folder);
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly request_seq?: number;
  readonly body?: unknown;
}

/** One message after the other, each below a header with its length. */
function onMessages({ stdout }: ChildProcessWithoutNullStreams, use: (message: Message) => void): void {
  let read = Buffer.alloc(0);
  stdout.on("data", (data: Buffer) => {
    read = Buffer.concat([read, data]);
    for (;;) {
      const start = read.indexOf("\r\n\r\n") + 4;
      const length = Number(/Content-Length: (\d+)/.exec(read.subarray(0, Math.max(0, start)).toString())?.[1]);
      if (start < 4 || read.length < start + length) return;
      const message: Message = JSON.parse(read.subarray(start, start + length).toString());
      read = read.subarray(start + length);
      use(message);
    }
  });
}

class Replies {
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private last = 0;

  ask(send: (id: number) => void): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.last += 1;
    this.waiting.set(this.last, resolve);
    send(this.last);
    return promise;
  }

  reply(id: number | undefined, result: unknown): void {
    if (id !== undefined) this.waiting.get(id)?.(result);
  }
}

function olderServer(home: string, folder: string): Editor {
  const child = spawn(process.execPath, [path.join(home, "lib/tsserver.js"), "--disableAutomaticTypingAcquisition"], {
    cwd: folder,
  });
  const replies = new Replies();
  onMessages(child, ({ request_seq, body }) => replies.reply(request_seq, body));
  const send = (seq: number, command: string, args: object): void =>
    void child.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: args })}\n`);
  return {
    open: (file) => send(0, "open", { file }),
    definitionsOf: async ({ file, line, column }) => {
      const at = { file, line: line + 1, offset: column + 1 };
      const body = (await replies.ask((seq) => send(seq, "definition", at))) as {
        readonly file: string;
        readonly start: { readonly line: number; readonly offset: number };
      }[];
      return body.map(({ file: found, start }) => ({ file: found, line: start.line - 1, column: start.offset - 1 }));
    },
    close: () => child.kill(),
  };
}

async function languageServer(home: string, folder: string): Promise<Editor> {
  const { default: getExePath } = (await import(pathToFileURL(path.join(home, "lib/getExePath.js")).href)) as {
    readonly default: () => string;
  };
  const child = spawn(getExePath(), ["--lsp", "-stdio"], { cwd: folder, env: sparingEnvironment() });
  const replies = new Replies();
  const write = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  onMessages(child, ({ id, method, result }) => {
    if (method === undefined) replies.reply(id, result);
    // The server asks for settings, and to register what it watches.
    else if (id !== undefined) write({ id, result: method === "workspace/configuration" ? [null] : null });
  });
  const ask = (method: string, params: object): Promise<unknown> => replies.ask((id) => write({ id, method, params }));
  await ask("initialize", { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} });
  write({ method: "initialized", params: {} });
  return {
    open: (file) => {
      const text = readFileSync(file, "utf8");
      const textDocument = { uri: pathToFileURL(file).href, languageId: "typescript", version: 1, text };
      write({ method: "textDocument/didOpen", params: { textDocument } });
    },
    definitionsOf: async ({ file, line, column }) => {
      const textDocument = { uri: pathToFileURL(file).href };
      const position = { line, character: column };
      const found = (await ask("textDocument/definition", { textDocument, position })) as
        | readonly {
            readonly uri: string;
            readonly range: { readonly start: { readonly line: number; readonly character: number } };
          }[]
        | null;
      return (found ?? []).map(({ uri, range }) => ({
        file: fileURLToPath(uri),
        line: range.start.line,
        column: range.start.character,
      }));
    },
    close: () => child.kill(),
  };
}
