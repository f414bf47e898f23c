// An editor without a screen: a client of the Language Server Protocol, over the standard streams of a server in a process of its own.
import { type ChildProcess, spawn } from "node:child_process";

interface Incoming {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface Published {
  readonly uri: string;
  readonly diagnostics: readonly { readonly code?: unknown; readonly message: string }[];
}

export class LanguageClient {
  private readonly server: ChildProcess;
  private received: Buffer = Buffer.alloc(0);
  private last = 0;
  private readonly waiting = new Map<number, (message: Incoming) => void>();
  private readonly watchers = new Set<(published: Published) => void>();

  /** `program`: a module for this Node, followed by its arguments. */
  constructor(program: readonly string[], folder: string) {
    this.server = spawn(process.execPath, program, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    this.server.stdout?.on("data", (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.readMessages();
    });
  }

  async request(method: string, params: object): Promise<unknown> {
    this.last += 1;
    const id = this.last;
    const { result, error } = await new Promise<Incoming>((resolve) => {
      this.waiting.set(id, resolve);
      this.send({ id, method, params });
    });
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  notify(method: string, params: object): void {
    this.send({ method, params });
  }

  /** Resolves to what is published next that is as asked. */
  published(isAsked: (published: Published) => boolean): Promise<Published> {
    return new Promise((resolve) => {
      const watch = (published: Published): void => {
        if (!isAsked(published)) return;
        this.watchers.delete(watch);
        resolve(published);
      };
      this.watchers.add(watch);
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.server.once("exit", resolve));
    await this.request("shutdown", {});
    this.notify("exit", {});
    await ended;
  }

  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.server.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  private readMessages(): void {
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      const [, length] = /Content-Length: (\d+)/i.exec(this.received.toString("latin1", 0, Math.max(0, end))) ?? [];
      const next = end + 4 + Number(length);
      if (end === -1 || this.received.length < next) return;
      const message: Incoming = JSON.parse(this.received.toString("utf8", end + 4, next));
      this.received = this.received.subarray(next);
      this.take(message);
    }
  }

  private take(message: Incoming): void {
    if (message.method === "textDocument/publishDiagnostics")
      for (const watch of this.watchers) watch(message.params as Published);
    // The server asks to watch files: it may.
    else if (message.method !== undefined && message.id !== undefined) this.send({ id: message.id, result: null });
    else if (typeof message.id === "number") {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    }
  }
}
