// In the place of the client library, which needs Visual Studio Code around it: starts the same program, and speaks the same protocol.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

interface ServerOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: { readonly cwd: string };
}

export interface FakeClient {
  readonly options: object;
  readonly isRunning: boolean;
  /** What the server says of a text. */
  diagnosticsOf(uri: string, text: string): Promise<readonly Diagnostic[]>;
}

const clients: FakeClient[] = [];
Reflect.set(globalThis, "fakeClients", clients);

export class LanguageClient implements FakeClient {
  readonly options: object;
  private readonly server: ServerOptions;
  private running: { readonly child: ChildProcess; readonly connection: ProtocolConnection } | null = null;

  constructor(_id: string, _name: string, server: ServerOptions, options: object) {
    this.server = server;
    this.options = options;
    clients.push(this);
  }

  get isRunning(): boolean {
    return this.running !== null;
  }

  async start(): Promise<void> {
    const { command, args, options } = this.server;
    const child = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "inherit"] });
    await once(child, "spawn");
    if (child.stdout === null || child.stdin === null) throw new Error("without streams");
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.onRequest("client/registerCapability", () => null);
    connection.listen();
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
      ...this.options,
    });
    await connection.sendNotification("initialized", {});
    this.running = { child, connection };
  }

  async stop(): Promise<void> {
    const { running } = this;
    this.running = null;
    if (running === null) return;
    await running.connection.sendRequest("shutdown");
    const ended = once(running.child, "exit");
    await running.connection.sendNotification("exit");
    await ended;
    running.connection.dispose();
  }

  async diagnosticsOf(uri: string, text: string): Promise<readonly Diagnostic[]> {
    const connection = this.running?.connection;
    if (connection === undefined) throw new Error("the server does not run");
    const published = new Promise<readonly Diagnostic[]>((resolve) => {
      connection.onNotification("textDocument/publishDiagnostics", (found) => {
        if (found.uri === uri) resolve(found.diagnostics);
      });
    });
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "yaml", version: 1, text },
    });
    return await published;
  }
}
