// A request -> the event that it delivers: its signature is checked first, then its name, then its payload.
import { awaitedOnly } from "./awaited-only.ts";
import { type DeliveryHeaders, ParsedBodyError, rawBytesOf } from "./raw-body.ts";
import { checkSignature, SecretError, type SignatureScheme, type SignedRequest } from "./signatures.ts";

/** What a verification returned, and nothing else is: code that takes a `Verified<…>` cannot be given an unchecked payload. */
export type Verified<Event> = Event & { readonly [verified]: true };

declare const verified: unique symbol;

/** A delivery of one event. */
export interface Delivery<Name extends string, Payload> {
  readonly event: Name;
  readonly payload: Verified<Payload>;
  /** When it was signed; `null` where the signature has no time. */
  readonly timestamp: Date | null;
  /** The same for every repeat of a delivery; `null` where the description names no such value. */
  readonly id: string | null;
}

/** A delivery of any of the events; comparing `event` narrows `payload`. */
export type DeliveryOf<Events extends object> = {
  [Name in keyof Events & string]: Delivery<Name, Events[Name]>;
}[keyof Events & string];

export interface Receivable<Events extends object> {
  readonly schemes: { readonly [Name in keyof Events]: SignatureScheme };
  readonly schemas: { readonly [Name in keyof Events]: PayloadSchema<Events[Name]> };
  /** `null` from it: the delivery names no event. */
  readonly eventOf: EventOf;
  /** Where a delivery has its id, by event. An event that is not listed has none. */
  readonly ids?: { readonly [Name in keyof Events]?: EventOf };
  /** Default: only POST. */
  readonly methods?: readonly string[];
}

/** The name of the event of an authentic delivery; `null` when it names none. `header` takes a name in any case. */
export type EventOf = (payload: unknown, header: (name: string) => string | null) => string | null;

/** A value at a JSON pointer of the payload. `names`: what stands for which event, where that is not its name. */
export function inPayload(pointer: string, names?: Readonly<Record<string, string>>): EventOf {
  const tokens = pointer.split("/").slice(1);
  const keys = tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return (payload) => named(keys.reduce(memberIn, payload), names);
}

/** The value of a header. */
export function inHeader(name: string, names?: Readonly<Record<string, string>>): EventOf {
  return (_payload, header) => named(header(name), names);
}

function memberIn(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function named(value: unknown, names: Readonly<Record<string, string>> | undefined): string | null {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return null;
  if (names === undefined) return String(value);
  return Object.hasOwn(names, String(value)) ? (names[String(value)] ?? null) : String(value);
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
  /** The connection broke off within the body. */
  | "unreadable_body"
  /** The body is not raw: it was parsed or consumed before. The delivery is not at fault. */
  | "body_parsed"
  /** The promise of `verifyWebhook` was used as if it were the delivery. The delivery is not at fault. */
  | "not_awaited";

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

/** The same as `receive`, in a promise that has to be awaited: reading the delivery's members from it throws. */
export function verify<Events extends object>(
  receivable: Receivable<Events>,
  request: ReceivedRequest,
  secret: string | readonly string[],
  options?: VerifyOptions,
): Promise<DeliveryOf<Events>> {
  return awaited(receive(receivable, request, secret, options));
}

const awaited = /* @__PURE__ */ awaitedOnly(["event", "payload", "timestamp", "id"], notAwaited);

function notAwaited(when: "used" | "finished"): WebhookError {
  const what = {
    used: "The promise of verifyWebhook() was used as if it were the delivery",
    finished: "verifyWebhook() was done before anybody waited for it",
  }[when];
  return new WebhookError(
    "not_awaited",
    `${what}: write \`const delivery = await verifyWebhook(...)\`. Before it has resolved, nothing is verified.`,
  );
}

export function isSecretError(error: unknown): error is SecretError {
  return error instanceof SecretError;
}

export type Secrets = string | readonly string[];

/** Rejects with a `WebhookError`, or a `SecretError` for unusable secrets, which are asked for last. During a rotation, pass the old and the new secret. */
export async function receive<Events extends object>(
  { schemes, schemas, eventOf, ids }: Receivable<Events>,
  request: ReceivedRequest,
  secret: Secrets | (() => Secrets | Promise<Secrets>),
  options: VerifyOptions = {},
): Promise<DeliveryOf<Events>> {
  const signed = signedRequestOf(request);
  let found: Promise<readonly string[]> | null = null;
  const secrets = (): Promise<readonly string[]> => {
    found ??= secretsIn(secret);
    return found;
  };
  const { scheme, timestamp } = await authenticated(distinct(Object.values<SignatureScheme>(schemes)), signed, {
    secrets,
    options,
  });
  const header = (name: string): string | null => signed.headers(name.toLowerCase())[0] ?? null;
  const payload = payloadIn(signed.body, header("content-type"));
  const name = eventOf(payload, header);
  if (name === null || !isNameIn(schemes, name)) {
    throw new WebhookError("unknown_event", `the description has no event ${JSON.stringify(name)}`, payload);
  }
  // Each event is signed by its own scheme only.
  if (!isSame(schemes[name], scheme)) throw new WebhookError("bad_signature", `${name} is signed in another way`);
  const result = schemas[name].safeParse(payload);
  if (!result.success) throw invalidPayload(name, result.error.issues, payload);
  const id = ids?.[name]?.(payload, header) ?? null;
  return deliveryOf<Events, typeof name>(name, result.data, { timestamp, id });
}

async function secretsIn(secret: Secrets | (() => Secrets | Promise<Secrets>)): Promise<readonly string[]> {
  const given = typeof secret === "function" ? await secret() : secret;
  return typeof given === "string" ? [given] : given;
}

function deliveryOf<Events extends object, Name extends keyof Events & string>(
  event: Name,
  payload: Events[Name],
  { timestamp, id }: Pick<Delivery<Name, Events[Name]>, "timestamp" | "id">,
): DeliveryOf<Events> {
  // The one place where a payload becomes a verified one.
  return { event, payload: payload as Verified<Events[Name]>, timestamp, id };
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
  { secrets, options }: { readonly secrets: () => Promise<readonly string[]>; readonly options: VerifyOptions },
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
  try {
    return Uint8Array.from(rawBytesOf(body));
  } catch (error) {
    if (error instanceof ParsedBodyError) throw new WebhookError("body_parsed", error.message);
    throw error;
  }
}

/** JSON, or the fields of a form: a text each, a list where a name is repeated. */
function payloadIn(body: Uint8Array, contentType: string | null): unknown {
  const text = textIn(body);
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return fieldsIn(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookError("invalid_payload", "the delivery is authentic, but its body is not JSON");
  }
}

function textIn(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new WebhookError("invalid_payload", "the delivery is authentic, but its body is not UTF-8");
  }
}

function fieldsIn(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text);
  const names = new Set<string>();
  form.forEach((_, name) => void names.add(name));
  return Object.fromEntries(
    Array.from(names, (name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values] as const;
    }),
  );
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
