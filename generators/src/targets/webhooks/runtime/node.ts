// A handler of deliveries -> one for `node:http`, and for Express, Next's pages/api and others that extend its request and response.
import {
  type ByteStream,
  bodyParsed,
  memberOf,
  type Receive,
  readStream,
  storedBytes,
  type WebhookResponse,
  waysToRawBytes,
} from "./raw-body.ts";

/** `http.IncomingMessage`, as far as it is needed, and where frameworks put a body they have read. */
export interface NodeRequest extends ByteStream {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the path below which a router is mounted is in here too. */
  readonly originalUrl?: string | undefined;
  readonly socket?: object | undefined;
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

/** `createServer(nodeHandler(handler))`; in pages/api of Next, `export default nodeHandler(handler)`. */
export function nodeHandler({ receive }: { readonly receive: Receive }): NodeAdapter {
  return async (request, response) => {
    const { method = "", headers } = request;
    const url = urlOf(request);
    const readRequest = { method, url, headers, readBody: (maxBytes: number) => readNodeBody(request, maxBytes) };
    writeNodeResponse(response, await receive(readRequest));
  };
}

/** `app.post("/hook", expressHandler(handler))`, before anything that parses bodies. Express 4 and 5. */
export function expressHandler(handler: { readonly receive: Receive }): ExpressAdapter {
  const handle = nodeHandler(handler);
  return (request, response) => handle(request, response);
}

/** Behind a proxy that ends TLS it begins with `http:`, so schemes that sign the URL need the option `url`. */
function urlOf({ url = "/", originalUrl = url, headers, socket }: NodeRequest): string {
  const protocol = memberOf(socket, "encrypted") === true ? "https" : "http";
  return `${protocol}://${typeof headers["host"] === "string" ? headers["host"] : ""}${originalUrl}`;
}

/** Other code may have responded while this waited, such as middleware against slow responses: that response stays. */
function writeNodeResponse(response: NodeResponse, { status, headers, body }: WebhookResponse): void {
  if (response.headersSent === true || response.writableEnded === true) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** Raw bytes that a framework has kept come first; then the stream, unless someone has read it. */
async function readNodeBody(request: NodeRequest, maxBytes: number): Promise<Uint8Array | null> {
  const rawBytes = storedBytes(request);
  if (rawBytes !== null) return rawBytes.length > maxBytes ? null : rawBytes;
  if (request.readableDidRead === true || request.readableEnded === true) {
    const { express, pages, fastify } = waysToRawBytes;
    throw bodyParsed("The body has already been read", [express, pages, fastify]);
  }
  if (request.destroyed === true) throw new Error("The connection was closed before the body was read.");
  return await readStream(request, maxBytes);
}
