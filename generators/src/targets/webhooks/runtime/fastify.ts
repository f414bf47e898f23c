// A handler of deliveries -> a plugin for Fastify with one route, whose body is not parsed; other routes are not affected.
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

/** `FastifyInstance`, as far as it is needed. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: ByteStream, done: (error: null, body: ByteStream) => void) => void,
  ): unknown;
  post(url: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<void>): unknown;
}

export interface FastifyRequestLike {
  readonly method: string;
  /** The path, as it was requested. */
  readonly originalUrl?: string | undefined;
  readonly protocol?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: unknown;
}

export interface FastifyReplyLike {
  readonly sent?: boolean | undefined;
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body: string): unknown;
}

/**
 * The handler of a route of yours, whose parser has to leave raw bytes (without that, the response is `body_parsed`); or a plugin:
 * `app.register(fastifyHandler(handler), { url: "/hook" })`.
 */
export type FastifyAdapter = ((request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<void>) &
  // Fastify infers the options of a plugin from the last signature.
  ((instance: FastifyLike, options: { readonly url: string }) => Promise<void>);

/** `app.register(fastifyHandler(handler), { url: "/hook" })`; nothing else of the application is touched. */
export function fastifyHandler({ receive, plugin = "fastifyHandler(handler)" }: FastifyHandled): FastifyAdapter {
  return async (first: FastifyLike | FastifyRequestLike, second: { readonly url: string } | FastifyReplyLike) => {
    if (isInstance(first)) register({ receive, plugin }, first, "url" in second ? second.url : undefined);
    else if ("send" in second) await handle(receive, first, second);
  };
}

interface FastifyHandled {
  readonly receive: Receive;
  /** What the plugin is called where it is registered, for errors. */
  readonly plugin?: string;
}

function isInstance(first: FastifyLike | FastifyRequestLike): first is FastifyLike {
  return "addContentTypeParser" in first;
}

/** A plugin has a context of its own, so the parsers that go are gone for this route only. */
function register({ receive, plugin }: Required<FastifyHandled>, instance: FastifyLike, url: unknown): void {
  if (typeof url !== "string") {
    throw new TypeError(`Set the path of the receiver: app.register(${plugin}, { url: "/hook" }).`);
  }
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  // For other methods the application may have routes of its own.
  instance.post(url, (request, reply) => handle(receive, request, reply));
}

async function handle(receive: Receive, request: FastifyRequestLike, reply: FastifyReplyLike): Promise<void> {
  const { method, headers, protocol = "http", originalUrl = "/" } = request;
  const host = typeof headers["host"] === "string" ? headers["host"] : "";
  const url = `${protocol}://${host}${originalUrl}`;
  writeFastifyReply(
    reply,
    await receive({ method, url, headers, readBody: (maxBytes) => readFastifyBody(request, maxBytes) }),
  );
}

/** Other code may have responded while this waited, such as a hook against slow responses: that response stays. */
function writeFastifyReply(reply: FastifyReplyLike, { status, headers, body }: WebhookResponse): void {
  if (reply.sent === true) return;
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  reply.send(body);
}

/** Where nothing is parsed, the body is the stream; without a body, there is none. */
async function readFastifyBody(request: FastifyRequestLike, maxBytes: number): Promise<Uint8Array | null> {
  const { body } = request;
  if (body === undefined || body === null) return new Uint8Array();
  if (isStream(body)) return await readStream(body, maxBytes);
  const rawBytes = storedBytes(request);
  if (rawBytes === null) throw bodyParsed("Fastify has parsed the body", [waysToRawBytes.fastify]);
  return rawBytes.length > maxBytes ? null : rawBytes;
}

function isStream(body: unknown): body is ByteStream {
  return typeof memberOf(body, "on") === "function";
}
