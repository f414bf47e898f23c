// Node's request and response -> a handled delivery: `node:http`, and Express, Next's pages/api and others that extend these two.
import type { Answer } from "../answer.ts";
import { type ByteStream, readStream } from "../body-bytes.ts";
import { bodyParsed, bytesIn, waysToRawBytes } from "../raw-body.ts";
import type { Receive } from "../receive.ts";

/** `http.IncomingMessage`, as far as it is needed, and where frameworks put a body they have read. */
export interface NodeRequest extends ByteStream {
  readonly method?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly readableDidRead?: boolean | undefined;
  readonly readableEnded?: boolean | undefined;
  readonly destroyed?: boolean | undefined;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** `http.ServerResponse`, as far as it is needed. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent?: boolean | undefined;
  readonly writableEnded?: boolean | undefined;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Resolves when the response is written; never rejects. */
export type NodeAdapter = (request: NodeRequest, response: NodeResponse) => Promise<void>;

/** The same as a handler of Express. Nothing is passed on to `next`. */
export type ExpressAdapter = (request: NodeRequest, response: NodeResponse, next?: unknown) => Promise<void>;

export function nodeAdapter(receive: Receive): NodeAdapter {
  return async (request, response) => {
    const { method = "", headers } = request;
    writeResponse(response, await receive({ method, headers, readBody: (maxBytes) => readBody(request, maxBytes) }));
  };
}

/** Other code may have responded while this waited, such as middleware against slow responses: that response stays. */
function writeResponse(response: NodeResponse, { status, headers, body }: Answer): void {
  if (response.headersSent === true || response.writableEnded === true) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** Raw bytes that a framework has kept come first; then the stream, unless someone has read it. */
async function readBody(request: NodeRequest, maxBytes: number): Promise<Uint8Array | null> {
  const kept = storedBytes(request);
  if (kept !== null) return kept.length > maxBytes ? null : kept;
  if (request.readableDidRead === true || request.readableEnded === true) {
    const { express, pages, fastify } = waysToRawBytes;
    throw bodyParsed("Somebody else has read the body", [express, pages, fastify]);
  }
  if (request.destroyed === true) throw new Error("The connection was closed before the body was read.");
  return await readStream(request, maxBytes);
}

/** Of a body that was parsed nothing is taken, not even where it looks as if it had not been: `{}` is Express's for none. */
export function storedBytes({
  rawBody,
  body,
}: {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}): Uint8Array | null {
  return bytesIn(rawBody) ?? bytesIn(body);
}
