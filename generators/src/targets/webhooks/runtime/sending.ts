// An event -> its delivery: validated, signed and posted, with retries where they are asked for.
import { checkedNumber } from "./number-option.ts";
import { guardedPost, objectionToUrl, type Post, RefusedUrlError } from "./posting.ts";
import type { PayloadSchema } from "./receiving.ts";
import { type Secrets, type SignatureScheme, type SignedRequest, signatureHeaders } from "./signatures.ts";

export interface Sendable<Events extends object> {
  readonly schemes: { readonly [Name in keyof Events]: SignatureScheme };
  readonly schemas: { readonly [Name in keyof Events]: PayloadSchema<Events[Name]> };
  readonly requests: { readonly [Name in keyof Events]: DescribedRequest };
}

/** What the description says about the request besides its payload and signature. */
export interface DescribedRequest {
  readonly method: string;
  readonly contentType: string;
  /** Headers that always have the same value, such as one with the event's name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The header with the id of a delivery; `null`: it has none. */
  readonly idHeader: string | null;
}

/** An event by its name, with its payload. */
export type SentEvent<Events extends object> = {
  [Name in keyof Events & string]: { readonly event: Name; readonly payload: Events[Name] };
}[keyof Events & string];

export interface SenderOptions {
  /** Where the receiver is: `https:`, at a public address, unless `allowPrivate`. */
  readonly url: string | URL;
  /**
   * One secret, or several while it is replaced, where the header of the signature has room for more than one. A function is called for
   * each attempt. For `ed25519`, private keys.
   */
  readonly secret: Secrets | (() => Secrets | Promise<Secrets>);
  /** Allows plain `http:` and addresses of this machine and its networks. For development. Default: false. */
  readonly allowPrivate?: boolean | undefined;
  /** For each attempt, to the last byte of the response: 10 unless it is given. */
  readonly timeoutSeconds?: number | undefined;
  /** Default: none, each event is sent once. */
  readonly retries?: RetryOptions | undefined;
  /** Headers of every request, such as `User-Agent`, and those that are signed and that no description fixes. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What sends a request. Default: the HTTP client of Node, which refuses addresses that are not public. */
  readonly post?: Post | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
  readonly wait?: ((milliseconds: number) => Promise<void>) | undefined;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
}

export interface RetryOptions {
  /** How often an event is sent at most, the first attempt included. */
  readonly attempts: number;
  /** The longest wait before the second attempt; each further one is twice as long. Default: 1. */
  readonly firstSeconds?: number | undefined;
  /** The longest wait of all, also where `Retry-After` asks for more. Default: 300. */
  readonly mostSeconds?: number | undefined;
}

export interface SendOptions {
  /** The id of the delivery, where it has one; the same for each attempt. Default: random. */
  readonly id?: string | undefined;
  /** In addition to those of the sender. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface SendResult {
  /** Whether the receiver responded with 2xx. */
  readonly delivered: boolean;
  /** `null` where deliveries have no id. */
  readonly id: string | null;
  /** In order; the last one decides. */
  readonly attempts: readonly Attempt[];
}

export interface Attempt {
  /** `null`: no response. */
  readonly status: number | null;
  /** Why there was no response; `null` when there was one. */
  readonly reason: string | null;
  readonly milliseconds: number;
}

export interface WebhookSender<Events extends object> {
  /**
   * Resolves when the receiver has responded with 2xx, or no attempt is left. Rejects only for what the caller did: with a `SendError`
   * for an event that the description does not allow, a `SecretError` for an unusable secret, and a `TypeError` for a header that is
   * signed and missing.
   */
  send(event: SentEvent<Events>, options?: SendOptions): Promise<SendResult>;
}

/** The event is not one of the description's, or its payload does not match. Nothing was sent. */
export class SendError extends Error {
  override readonly name: string = "SendError";
  readonly code: "unknown_event" | "invalid_payload";

  constructor(code: "unknown_event" | "invalid_payload", message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws a `TypeError` for a URL that nothing may be sent to, and a `RangeError` for a number that cannot be meant. */
export function webhookSender<Events extends object>(
  sendable: Sendable<Events>,
  options: SenderOptions,
): WebhookSender<Events> {
  const url = new URL(options.url);
  const objection = objectionToUrl(url, options.allowPrivate ?? false);
  if (objection !== null) throw new TypeError(`nothing is sent to ${url.origin}: ${objection}; see \`allowPrivate\``);
  const { attempts = 1, firstSeconds = 1, mostSeconds = 300 } = options.retries ?? {};
  const settings: Settings = {
    ...options,
    url,
    attempts: checkedNumber("retries.attempts", attempts, { least: 1 }),
    firstSeconds: checkedNumber("retries.firstSeconds", firstSeconds, { least: 0 }),
    mostSeconds: checkedNumber("retries.mostSeconds", mostSeconds, { least: 0, most: longestWait }),
    timeoutSeconds: checkedNumber("timeoutSeconds", options.timeoutSeconds ?? 10, { least: 0.001, most: longestWait }),
    now: options.now ?? Date.now,
    wait: options.wait ?? pause,
    random: options.random ?? Math.random,
    post: options.post ?? guardedPost,
  };
  return {
    send: async (event, deliveryOptions = {}) => await send(sendable, event, { own: deliveryOptions, settings }),
  };
}

/** Timers run at once when they are to wait for longer. */
const longestWait = 2 ** 31 / 1000 - 1;

interface Settings extends SenderOptions {
  readonly url: URL;
  readonly attempts: number;
  readonly firstSeconds: number;
  readonly mostSeconds: number;
  readonly timeoutSeconds: number;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
  readonly post: Post;
}

interface Sending {
  readonly own: SendOptions;
  readonly settings: Settings;
}

async function send<Events extends object>(
  sendable: Sendable<Events>,
  { event, payload }: SentEvent<Events>,
  { own, settings }: Sending,
): Promise<SendResult> {
  if (!Object.hasOwn(sendable.schemes, event)) {
    throw new SendError("unknown_event", `the description has no event ${JSON.stringify(event)}`);
  }
  const checked = sendable.schemas[event].safeParse(payload);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const at = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `;
    throw new SendError("invalid_payload", `the payload is not a valid ${event}: ${at}${issue?.message}`);
  }
  const request = sendable.requests[event];
  const id = request.idHeader === null ? null : (own.id ?? `msg_${crypto.randomUUID().replaceAll("-", "")}`);
  const headers: Record<string, string> = {
    "Content-Type": request.contentType,
    ...settings.headers,
    ...request.headers,
    ...(request.idHeader === null || id === null ? {} : { [request.idHeader]: id }),
    ...own.headers,
  };
  const unsigned: Unsigned = { ...request, headers, body: bodyOf(payload, request.contentType) };
  const attempts: Attempt[] = [];
  for (let next = await attempt(sendable.schemes[event], unsigned, settings); ; ) {
    attempts.push(next.attempt);
    if (next.wait === null || attempts.length >= settings.attempts) {
      const { status } = next.attempt;
      return { delivered: status !== null && status >= 200 && status < 300, id, attempts };
    }
    await settings.wait(next.wait(attempts.length));
    next = await attempt(sendable.schemes[event], unsigned, settings);
  }
}

/** A request of the description's, before it is signed: `headers` are all but those of the signature. */
interface Unsigned extends DescribedRequest {
  readonly body: Uint8Array<ArrayBuffer>;
}

interface Tried {
  readonly attempt: Attempt;
  /** How many milliseconds to wait after so many attempts; `null`: it is not tried again. */
  readonly wait: ((attempts: number) => number) | null;
}

/** Each attempt is signed at its own time. */
async function attempt(scheme: SignatureScheme, unsigned: Unsigned, settings: Settings): Promise<Tried> {
  const { url, secret, allowPrivate = false, timeoutSeconds, now, post } = settings;
  const resolvedSecret = typeof secret === "function" ? await secret() : secret;
  const { method, body } = unsigned;
  const secrets = typeof resolvedSecret === "string" ? [resolvedSecret] : resolvedSecret;
  const signature = await signatureHeaders(scheme, signedRequestOf(unsigned, url), secrets, { now });
  const headers = { ...unsigned.headers, ...signature };
  const start = now();
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new Error(`no complete response within ${timeoutSeconds} seconds`)),
    timeoutSeconds * 1000,
  );
  try {
    const response = await post({ url, method, headers, body, allowPrivate, signal: controller.signal });
    const { status } = response;
    const wait = isPassing(status) ? waitAfter(response.header("retry-after"), settings) : null;
    return { attempt: { status, reason: null, milliseconds: now() - start }, wait };
  } catch (error) {
    const { aborted, reason: late } = controller.signal;
    const reason = reasonOf(aborted ? late : error);
    const wait = error instanceof RefusedUrlError ? null : waitAfter(null, settings);
    return { attempt: { status: null, reason, milliseconds: now() - start }, wait };
  } finally {
    clearTimeout(timer);
  }
}

function signedRequestOf({ body, headers, method }: Unsigned, url: URL): SignedRequest {
  const pairs = Object.entries(headers);
  const valuesOf = (name: string): string[] =>
    pairs.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
  return { body, headers: valuesOf, url: url.href, method };
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Node's error of several addresses has none.
  if (text !== "" || !(error instanceof AggregateError)) return text;
  return error.errors.map(reasonOf).join("; ");
}

/** The receiver may accept the same request later. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Somewhere between nothing and an exponentially growing time, so that senders that failed together do not try again together. */
function waitAfter(retryAfter: string | null, { firstSeconds, mostSeconds, random, now }: Settings): Tried["wait"] {
  const retryAfterSeconds = retryAfter === null ? 0 : secondsIn(retryAfter, now());
  return (attempts) => {
    const most = Math.min(mostSeconds, firstSeconds * 2 ** (attempts - 1));
    return Math.ceil(1000 * Math.min(mostSeconds, Math.max(retryAfterSeconds, most * random())));
  };
}

/** Seconds, or a date; 0 for anything else. */
function secondsIn(retryAfter: string, now: number): number {
  if (/^\s*\d+\s*$/.test(retryAfter)) return Number(retryAfter);
  const seconds = (Date.parse(retryAfter) - now) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.max(seconds, 0);
}

/** Throws a `TypeError` for a media type that no value can be written in. */
export function bodyOf(payload: unknown, contentType: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(textOf(payload, contentType));
}

function textOf(payload: unknown, contentType: string): string {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/[/+]json$/.test(type)) return JSON.stringify(payload);
  if (type === "application/x-www-form-urlencoded" && typeof payload === "object" && payload !== null) {
    const pairs = Object.entries(payload).flatMap(([name, value]: [string, unknown]) =>
      (Array.isArray(value) ? value : [value]).map((one: unknown): [string, string] => [name, String(one)]),
    );
    return new URLSearchParams(pairs).toString();
  }
  if (typeof payload === "string" && type.startsWith("text/")) return payload;
  throw new TypeError(`a payload cannot be written as ${contentType}`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
