// The body of a request, as frameworks have it -> its raw bytes, or an error that says how to get them; and what adapters exchange.

/** Headers as frameworks have them: `Headers`, Node's `request.headers`, or pairs. Names are matched in any case. */
export type DeliveryHeaders =
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The values of a header, whose name is in lower case. JavaScript may pass anything: what is no header is left out. */
export function headerReader(headers: DeliveryHeaders | null | undefined): (name: string) => string[] {
  const pairs = pairsOf(headers);
  return (name) => pairs.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}

function pairsOf(headers: DeliveryHeaders | null | undefined): [name: string, value: string][] {
  if (!isObject(headers)) return [];
  if (!isIterable(headers)) {
    return Object.entries(headers).flatMap(([name, value]) =>
      listOf(value).map((one): [string, string] => [name, one]),
    );
  }
  return Array.from(headers, ([name, value]): [string, string] => [String(name), String(value)]);
}

function isIterable(headers: DeliveryHeaders): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return typeof value === "object" ? value : [String(value)];
}

/** A request, as an adapter passes it on. */
export interface WebhookRequest {
  readonly method: string;
  readonly headers: DeliveryHeaders;
  /** As this side sees it: a proxy may have rewritten it. */
  readonly url: string;
  /** `null` when it is longer than `maxBytes`; rejects with a `ParsedBodyError` when other code has read it. */
  readBody(maxBytes: number): Promise<Uint8Array | null>;
}

/** The response, whichever framework sends it. */
export interface WebhookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Never rejects. */
export type Receive = (request: WebhookRequest) => Promise<WebhookResponse>;

/** The raw bytes are gone: something has parsed or consumed the body. The delivery is not at fault. */
export class ParsedBodyError extends Error {
  override readonly name: string = "ParsedBodyError";
}

/** `found` names what there is instead of raw bytes. */
export function bodyParsed(cause: string, ways: readonly string[]): ParsedBodyError {
  const why = "the signature is over the bytes as they were sent, and nothing else gives those back";
  return new ParsedBodyError(`${cause}, but ${why}. ${ways.join(" ")}`);
}

/** How to have the raw bytes, by framework. */
export const waysToRawBytes: Readonly<Record<"express" | "fastify" | "fetch" | "pages", string>> = {
  express:
    "Express: mount the webhook before app.use(express.json()), or give its route express.raw({ type: '*/*', limit: '1mb' }), " +
    "or keep the bytes: express.json({ verify: (req, _res, buf) => { Object.assign(req, { rawBody: buf }) } }).",
  fastify: "Fastify: app.register(fastifyHandler(handler), { url }), which parses nothing on its route.",
  fetch: "Fetch, Hono, Next's route.ts: await request.arrayBuffer(), once and before anything else reads the body.",
  pages: "Next's pages/api: export const config = { api: { bodyParser: false } }.",
};

/** The bytes of a raw body; throws a `ParsedBodyError` for anything else, and JavaScript may pass anything. */
export function rawBytesOf(body: unknown): Uint8Array {
  const bytes = bytesIn(body);
  if (bytes !== null) return bytes;
  throw bodyParsed(`The body is ${kindOf(body)}`, Object.values(waysToRawBytes));
}

/** The bytes, or `null` for what holds none: values of other realms, such as a test runner's, count too. */
export function bytesIn(value: unknown): Uint8Array | null {
  if (typeof value === "string") return new TextEncoder().encode(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return isArrayBuffer(value) ? new Uint8Array(value) : null;
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

function kindOf(body: unknown): string {
  if (body === undefined || body === null) return String(body);
  if (typeof body !== "object") return `a ${typeof body}`;
  return "then" in body ? "a promise that was not awaited" : "a parsed object";
}

/** `undefined` also when the value has no members. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

export function isObject<Value>(value: Value): value is Value & object {
  return typeof value === "object" && value !== null;
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let start = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, start);
    start += chunk.length;
  }
  return bytes;
}

/** A `Readable` of Node, as far as it is needed. */
export interface ByteStream {
  on(event: string, listener: (argument: unknown) => void): unknown;
  off(event: string, listener: (argument: unknown) => void): unknown;
}

/**
 * `null` when there are more than `maxBytes`: the stream flows on without a listener, as a connection that is closed instead
 * may lose the response. Rejects when the stream ends early.
 */
export function readStream(stream: ByteStream, maxBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const listeners = {
      data: (chunk: unknown): void => {
        const bytes = bytesIn(chunk) ?? new Uint8Array();
        length += bytes.length;
        if (length > maxBytes) settle(() => resolve(null));
        else chunks.push(bytes);
      },
      end: (): void => settle(() => resolve(joined(chunks))),
      error: (error: unknown): void => settle(() => reject(error)),
      close: (): void => settle(() => reject(new Error("The connection was closed before the body had ended."))),
    };
    const settle = (outcome: () => void): void => {
      for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener);
      // A later error is irrelevant, and would end the process without a listener.
      stream.on("error", () => {});
      outcome();
    };
    for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
  });
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
