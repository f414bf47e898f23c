// A function from Request to Response -> a server on a port of this machine, over Node's http.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Handle, Served } from "./mock-handler.ts";

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** Called after each response. */
  readonly served: (request: Served) => void;
}

export interface Listening {
  /** `http://127.0.0.1:4010` */
  readonly address: string;
  /** Resolves once open responses have ended. */
  readonly close: () => Promise<void>;
}

/** Rejects with the error of the system when the port cannot be used. */
export async function listen(handle: Handle, { port, host, served }: ListenOptions): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    void respond(handle, incoming, outgoing).then(served, (error: unknown) => outgoing.destroy(asError(error)));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const bound = server.address();
  const urlHost = host.includes(":") ? `[${host}]` : host;
  return {
    address: `http://${urlHost}:${typeof bound === "object" ? (bound?.port ?? port) : port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function respond(handle: Handle, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Served> {
  const started = performance.now();
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
  const { response, ...found } = await handle({ method, url, headers, body: streamOf(incoming) });
  // Set one by one, cookies stay apart.
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.writeHead(response.status);
  if (response.body !== null && method !== "HEAD") for await (const chunk of response.body) outgoing.write(chunk);
  outgoing.end();
  // What a response leaves unread would block the connection.
  incoming.resume();
  return { method, url, status: response.status, ...found, milliseconds: Math.round(performance.now() - started) };
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> | null {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return null;
  return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
