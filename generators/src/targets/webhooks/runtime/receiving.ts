// A request -> the event that it delivers: its signature is checked first, then its name, then its payload; and a handler for each event.
import { checkSignature, type SignatureScheme, type SignedRequest } from "./signatures.ts";

/** What a verification returned, and nothing else is: code that takes a `Verified<…>` cannot be given an unchecked payload. */
export type Verified<Event> = Event & { readonly [verified]: true };

declare const verified: unique symbol;

/** A delivery: its event's name, its payload, and when it was signed; `null` where the signature has no time. */
export interface Delivery<Name extends string, Payload> {
  readonly event: Name;
  readonly payload: Verified<Payload>;
  readonly timestamp: Date | null;
}

/** A delivery of any of the events; comparing `event` narrows `payload`. */
export type DeliveryOf<Events extends object> = {
  [Name in keyof Events & string]: Delivery<Name, Events[Name]>;
}[keyof Events & string];

/** `null` from `eventOf`: the delivery names no event. */
export interface Receivable<Events extends object> {
  readonly schemes: { readonly [Name in keyof Events]: SignatureScheme };
  readonly schemas: { readonly [Name in keyof Events]: PayloadSchema<Events[Name]> };
  readonly eventOf: EventOf;
}

/** The name of the event of an authentic delivery; `null` when it names none. `header` takes a name in any case. */
export type EventOf = (payload: unknown, header: (name: string) => string | null) => string | null;

/** The event is named by a member of the payload. */
export function namedInPayload(member: string): EventOf {
  return (payload) => {
    const name: unknown = typeof payload === "object" && payload !== null ? Reflect.get(payload, member) : null;
    return typeof name === "string" ? name : null;
  };
}

/** The event is named by a header. */
export function namedInHeader(name: string): EventOf {
  return (_payload, header) => header(name);
}

export interface PayloadSchema<Payload> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Payload }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Headers as frameworks have them: `Headers`, Node's `request.headers`, or pairs. Names are matched in any case. */
export type DeliveryHeaders =
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** `body` is raw: bytes (a `Buffer` is a `Uint8Array`), or text, which is taken as its UTF-8 bytes. */
export interface ReceivedRequest {
  readonly body: string | Uint8Array | ArrayBuffer;
  readonly headers: DeliveryHeaders;
  /** Where the signature covers them. The URL is the one that the sender requested, before any proxy rewrote it. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}

export interface VerifyOptions {
  /** How far the time of signing may be from now, either way, instead of the description's tolerance; `null`: any time. */
  readonly toleranceSeconds?: number | null | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

export type WebhookErrorCode =
  | "missing_header"
  | "invalid_header"
  | "invalid_url"
  | "bad_signature"
  | "stale_timestamp"
  /** Authentic, and of an event that the description does not have. */
  | "unknown_event"
  /** Authentic, and not what the description says. */
  | "invalid_payload"
  /** The body is not raw: it was parsed or consumed before. The delivery is not at fault. */
  | "body_parsed";

/** Why a delivery was not accepted. Messages hold no secret and no signature. */
export class WebhookError extends Error {
  override readonly name: string = "WebhookError";
  readonly code: WebhookErrorCode;
  /** The payload of an authentic delivery, for what must not be lost; `null` otherwise. */
  readonly payload: unknown;

  constructor(code: WebhookErrorCode, message: string, payload: unknown = null) {
    super(message);
    this.code = code;
    this.payload = payload;
  }
}

/** Rejects with a `WebhookError`, or a `SecretError` for unusable secrets. During a rotation, pass the old and the new secret. */
export async function receive<Events extends object>(
  { schemes, schemas, eventOf }: Receivable<Events>,
  request: ReceivedRequest,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<DeliveryOf<Events>> {
  const signed = signedRequestOf(request);
  const secrets = typeof secret === "string" ? [secret] : secret;
  const { scheme, timestamp } = await authenticated(distinct(Object.values<SignatureScheme>(schemes)), signed, {
    secrets,
    options,
  });
  const payload = jsonIn(signed.body);
  const name = eventOf(payload, (header) => signed.headers(header.toLowerCase())[0] ?? null);
  if (name === null || !isNameIn(schemes, name)) {
    throw new WebhookError("unknown_event", `the description has no event ${JSON.stringify(name)}`, payload);
  }
  // Each event is signed by its own scheme only.
  if (!isSame(schemes[name], scheme)) throw new WebhookError("bad_signature", `${name} is signed in another way`);
  const result = schemas[name].safeParse(payload);
  if (!result.success) throw invalidPayload(name, result.error.issues, payload);
  return deliveryOf<Events, typeof name>(name, result.data, timestamp);
}

function deliveryOf<Events extends object, Name extends keyof Events & string>(
  event: Name,
  payload: Events[Name],
  timestamp: Date | null,
): DeliveryOf<Events> {
  // The one place where a payload becomes a verified one.
  return { event, payload: payload as Verified<Events[Name]>, timestamp };
}

function isNameIn<Table extends object>(table: Table, name: string): name is keyof Table & string {
  return Object.hasOwn(table, name);
}

interface Authentic {
  readonly scheme: SignatureScheme;
  readonly timestamp: Date | null;
}

async function authenticated(
  schemes: readonly SignatureScheme[],
  request: SignedRequest,
  { secrets, options }: { readonly secrets: readonly string[]; readonly options: VerifyOptions },
): Promise<Authentic> {
  let error = new WebhookError("bad_signature", "the description states no signature");
  for (const scheme of schemes) {
    const check = await checkSignature(scheme, request, secrets, options);
    if (check.ok) return { scheme, timestamp: check.timestamp };
    error = new WebhookError(check.refusal.code, check.refusal.message);
  }
  throw error;
}

function distinct(schemes: readonly SignatureScheme[]): SignatureScheme[] {
  return schemes.filter((scheme, index) => schemes.findIndex((other) => isSame(scheme, other)) === index);
}

function isSame(one: SignatureScheme, other: SignatureScheme): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function signedRequestOf({ body, headers, url, method }: ReceivedRequest): SignedRequest {
  const pairs = pairsOf(headers);
  return {
    body: bytesOf(body),
    headers: (name) => pairs.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : [])),
    url,
    method,
  };
}

function pairsOf(headers: DeliveryHeaders): (readonly [name: string, value: string])[] {
  if (Symbol.iterator in headers) return [...headers];
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : (value ?? [])).map((one) => [name, one] as const),
  );
}

/** A copy, which cannot change during verification. */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return Uint8Array.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  if (/^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(body)) && body instanceof Object)
    return Uint8Array.from(new Uint8Array(body as ArrayBuffer));
  const what = "the body has to be raw: the signature is over the bytes as they were sent. ";
  throw new WebhookError(
    "body_parsed",
    `${what}Pass await request.arrayBuffer(), or the bytes before any parser reads them.`,
  );
}

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new WebhookError("invalid_payload", "the delivery is authentic, but its body is not JSON in UTF-8");
  }
}

function invalidPayload(name: string, issues: readonly Issue[], payload: unknown): WebhookError {
  const [issue] = issues;
  const place = issue === undefined ? "" : `: ${[...issue.path.map(String), issue.message].join(": ")}`;
  return new WebhookError(
    "invalid_payload",
    `the delivery of ${name} is authentic, but does not match its schema${place}`,
    payload,
  );
}

/** What handles the deliveries of each event: every event has a handler. */
export type WebhookHandlers<Events extends object> = {
  readonly [Name in keyof Events & string]: (delivery: Delivery<Name, Events[Name]>) => void | Promise<void>;
};

export interface HandlerOptions<Events extends object> extends VerifyOptions {
  /** One secret, or each that is in use while it is replaced. */
  readonly secret: string | readonly string[] | (() => Promise<string | readonly string[]>);
  readonly handlers: WebhookHandlers<Events>;
  /** Every failure, before the response is sent. Default: failures of this side are printed. */
  readonly onError?: ((error: unknown) => void | Promise<void>) | undefined;
  /** The URL that the sender requested, where a proxy rewrites it and the signature covers it. Default: that of the request. */
  readonly url?: ((request: Request) => string) | undefined;
  /** Default: 1 MiB. */
  readonly maxBytes?: number | undefined;
}

/**
 * A handler of Fetch requests: for Hono (`(c) => handler(c.req.raw)`), Next's route.ts, Workers, Deno and Bun. It responds with 200 to
 * handled events and to those that the description does not have, 400 or 401 to what is not authentic, 405, 413, and 500 when a handler
 * fails, so that the sender tries again.
 */
export function webhookHandler<Events extends object>(
  receivable: Receivable<Events>,
  options: HandlerOptions<Events>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await handled(receivable, request, options);
    } catch (error) {
      await reported(error, options.onError);
      const code = error instanceof WebhookError ? error.code : "handler_failed";
      // The sender learns what is wrong with its delivery, and nothing about this side.
      const message = error instanceof WebhookError && statuses[error.code] !== 500 ? error.message : "";
      return responseOf(error instanceof WebhookError ? statuses[error.code] : 500, { code, message });
    }
  };
}

const statuses: Readonly<Record<WebhookErrorCode, number>> = {
  missing_header: 400,
  invalid_header: 400,
  invalid_url: 400,
  stale_timestamp: 400,
  invalid_payload: 400,
  bad_signature: 401,
  // Acknowledged: it is authentic, and would only be sent again.
  unknown_event: 200,
  body_parsed: 500,
};

async function handled<Events extends object>(
  receivable: Receivable<Events>,
  request: Request,
  { secret, handlers, url, maxBytes = 1024 * 1024, ...options }: HandlerOptions<Events>,
): Promise<Response> {
  if (request.method !== "POST") return responseOf(405, { code: "method_not_allowed", message: "" }, { Allow: "POST" });
  if (request.bodyUsed) throw new WebhookError("body_parsed", "something else has read the body of the request");
  const body = await bodyOf(request, maxBytes);
  if (body === null) return responseOf(413, { code: "payload_too_large", message: "" });
  const secrets = typeof secret === "function" ? await secret() : secret;
  const { method } = request;
  // Not iterated: a compiler without the library `dom.iterable` does not know that they can be.
  const headers: [name: string, value: string][] = [];
  request.headers.forEach((value, name) => void headers.push([name, value]));
  const received = { body, headers, method, url: url === undefined ? request.url : url(request) };
  const delivery = await receive(receivable, received, secrets, options);
  await handle(handlers, delivery);
  return responseOf(200, { received: true });
}

/** The handler of an event takes the deliveries of this event: the compiler cannot follow that through the union. */
async function handle<Events extends object>(
  handlers: WebhookHandlers<Events>,
  delivery: DeliveryOf<Events>,
): Promise<void> {
  const handler = handlers[delivery.event] as (delivery: DeliveryOf<Events>) => void | Promise<void>;
  await handler(delivery);
}

async function bodyOf({ body }: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let start = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, start);
    start += chunk.length;
  }
  return bytes;
}

async function reported(error: unknown, onError: HandlerOptions<object>["onError"]): Promise<void> {
  if (onError === undefined) {
    if (!(error instanceof WebhookError) || statuses[error.code] === 500)
      console.error("A webhook could not be handled:", error);
    return;
  }
  try {
    await onError(error);
  } catch (failure) {
    console.error("onError of the webhook handler failed:", failure, "It was called with:", error);
  }
}

function responseOf(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}
