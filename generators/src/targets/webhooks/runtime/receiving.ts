// A request -> the event that it delivers: its signature is checked first, then its name, then its payload.
import { awaitedOnly } from "./awaited-only.ts";
import { type DeliveryHeaders, headerReader, isObject, ParsedBodyError, rawBytesOf } from "./raw-body.ts";
import {
  ageRefusal,
  checkSignature,
  headerOf,
  invalidHeader as headerRefusal,
  type Secrets,
  type SignatureCheckOptions,
  type SignatureRefusal,
  type SignatureScheme,
  type SignedRequest,
} from "./signatures.ts";

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
  return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
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

/** What is wrong with one place of a payload; an empty path is the payload as a whole. */
export interface Issue {
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

/** `toleranceSeconds` counts instead of the description's tolerance. */
export interface VerifyOptions extends SignatureCheckOptions {}

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

/** What is known about a failure. */
export interface WebhookErrorDetails {
  /** The header that is missing or malformed. */
  readonly header?: string | undefined;
  /** Of a delivery that is too old: when it was signed, how far that is from now, and how far it may be. */
  readonly age?: SignatureRefusal["age"];
  /** The name of the event, where the delivery gets as far as to name one. */
  readonly event?: string | null | undefined;
  readonly issues?: readonly Issue[] | undefined;
  /** The payload of an authentic delivery, for what must not be lost; `null` where it is no JSON, or nested too deeply. */
  readonly payload?: unknown;
}

/** Why a delivery was not accepted. Messages are for the receiver's developers, and hold no secret and no signature. */
export class WebhookError extends Error {
  override readonly name: string = "WebhookError";
  readonly code: WebhookErrorCode;
  readonly details: WebhookErrorDetails;

  constructor(code: WebhookErrorCode, message: string, details: WebhookErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** The payload of an authentic delivery, for what must not be lost; `null` otherwise. */
  get payload(): unknown {
    return this.details.payload ?? null;
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

/** Rejects with a `WebhookError`, or a `SecretError` for unusable secrets, which are asked for last. During a rotation, pass the old and the new secret. */
export async function receive<Events extends object>(
  receivable: Receivable<Events>,
  request: ReceivedRequest,
  secret: SecretSource,
  options?: VerifyOptions,
): Promise<DeliveryOf<Events>> {
  return deliveryIn(receivable, await authenticate(receivable, request, secret), options);
}

/** A function is called for each delivery. */
export type SecretSource = Secrets | (() => Secrets | Promise<Secrets>);

/** Rejects as `receive` does, for what is not authentic. */
export async function authenticate<Events extends object>(
  { schemes }: Receivable<Events>,
  request: ReceivedRequest,
  secret: SecretSource,
): Promise<Authentic> {
  const distinct = [...new Set(Object.values<SignatureScheme>(schemes))];
  return await authenticated(distinct, signedRequestOf(request), onceOf(secret));
}

/** Throws a `WebhookError` for what is too old, names no event that is signed like this, or does not match its schema. */
export function deliveryIn<Events extends object>(
  { schemes, schemas, eventOf, ids }: Receivable<Events>,
  { request, scheme, timestamp }: Authentic,
  options?: VerifyOptions,
): DeliveryOf<Events> {
  checkAge(scheme, timestamp, options);
  const header = (name: string): string | null => request.headers(name.toLowerCase())[0] ?? null;
  const payload = payloadIn(request.body, header("content-type"));
  const name = eventOf(payload, header);
  if (name === null || !isNameIn(schemes, name)) {
    const message = `The description has no event ${JSON.stringify(name)}. The delivery is authentic: acknowledge it.`;
    throw new WebhookError("unknown_event", message, { event: name, payload });
  }
  // Each event is signed by its own scheme only.
  if (schemes[name] !== scheme) throw new WebhookError("bad_signature", `${name} is signed in another way.`);
  const data = validated(schemas[name], name, payload);
  const id = ids?.[name]?.(payload, header) ?? null;
  return deliveryOf<Events, typeof name>(name, data, { timestamp, id });
}

/** A function is called for the first of several schemes. */
function onceOf(secret: unknown): () => unknown {
  let cachedSecret: unknown;
  return () => {
    cachedSecret ??= typeof secret === "function" ? secret() : secret;
    return cachedSecret;
  };
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

/** A request that was signed with one of the secrets. */
export interface Authentic {
  readonly request: SignedRequest;
  /** The one that it was signed by. */
  readonly scheme: SignatureScheme;
  readonly timestamp: Date | null;
}

/** Rejects with a `WebhookError` for what none of the secrets signed by one of the schemes, and a `SecretError`. */
export async function authenticated(
  schemes: readonly SignatureScheme[],
  request: SignedRequest,
  secrets: () => unknown,
): Promise<Authentic> {
  let error = new WebhookError("bad_signature", "The description states no signature.");
  for (const scheme of schemes) {
    const check = await checkSignature(scheme, request, secrets);
    if (check.ok) return { request, scheme, timestamp: check.timestamp };
    error = errorOf(check.refusal);
  }
  throw error;
}

/** Throws a `WebhookError` for what was signed too long ago or too far ahead. */
export function checkAge(scheme: SignatureScheme, timestamp: Date | null, options: VerifyOptions | undefined): void {
  const refusal = ageRefusal(scheme, timestamp, options);
  if (refusal !== null) throw errorOf(refusal);
}

/** The value of a header that a delivery has once; throws a `WebhookError` otherwise. */
export function headerIn(request: SignedRequest, name: string): string {
  const value = headerOf(request, name);
  if (typeof value === "string") return value;
  throw errorOf(value);
}

/** `problem` continues after the header's name. */
export function invalidHeader(name: string, problem: string): WebhookError {
  return errorOf(headerRefusal(name, problem));
}

function errorOf({ code, message, header, age }: SignatureRefusal): WebhookError {
  return new WebhookError(code, message, { header, age });
}

/** Throws a `WebhookError` for a body that is not raw. */
export function signedRequestOf({ body, headers, url, method }: ReceivedRequest): SignedRequest {
  return { body: bytesOf(body), headers: headerReader(headers), url, method };
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
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  return type === "application/x-www-form-urlencoded" ? fieldsIn(textIn(body)) : jsonIn(body);
}

/** No event is nested nearly as deep; what goes through one recursively is to find an end before that of its stack. */
const mostLevels = 1000;

/** The JSON in the body of an authentic delivery; throws a `WebhookError` when it is no UTF-8, no JSON, or nested too deeply. */
export function jsonIn(body: Uint8Array): unknown {
  const text = textIn(body);
  const payload = parsed(text);
  if (isDeeper(payload, mostLevels)) throw invalidBody(`The payload is nested deeper than ${mostLevels} levels`);
  return payload;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("The body is not JSON");
  }
}

function textIn(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw invalidBody("The body is not UTF-8");
  }
}

/** Whether there are more objects and arrays within each other; level by level, so that this needs no stack itself. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
  return level.length > 0;
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

/** What the schema makes of the payload of an authentic delivery; throws a `WebhookError` when it does not match. */
export function validated<Payload>(schema: PayloadSchema<Payload>, event: string, payload: unknown): Payload {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  throw invalidPayload(result.error.issues, { event, payload });
}

function invalidBody(message: string): WebhookError {
  return invalidPayload([{ path: [], message }], {});
}

export function invalidPayload(
  issues: readonly Issue[],
  { event = null, payload = null }: WebhookErrorDetails,
): WebhookError {
  const issueTexts = issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`));
  const more = issues.length > issueTexts.length ? `; and ${issues.length - issueTexts.length} more` : "";
  const message = `The delivery is authentic, but its payload is not what the API describes: ${issueTexts.join("; ")}${more}.`;
  return new WebhookError("invalid_payload", message, { event, issues, payload });
}
