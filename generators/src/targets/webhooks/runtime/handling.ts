// A request of any framework -> its response: verified, passed to the handler of its event, at most once.
import { type FetchAdapter, fetchAdapter } from "./fetch.ts";
import { checkedNumber } from "./number-option.ts";
import {
  claimKey,
  eventKeyOf,
  fingerprintOf,
  type HeldClaim,
  type SeenOptions,
  type SeenSettings,
  type SeenStore,
  seenSettingsOf,
} from "./once.ts";
import {
  type DeliveryHeaders,
  ParsedBodyError,
  type Receive,
  type WebhookRequest,
  type WebhookResponse,
} from "./raw-body.ts";
import {
  type Authentic,
  authenticate,
  type Delivery,
  type DeliveryOf,
  deliveryIn,
  type Receivable,
  type SecretSource,
  type VerifyOptions,
  WebhookError,
  type WebhookErrorCode,
} from "./receiving.ts";
import { SecretError, type SignatureScheme, toleranceOf } from "./signatures.ts";

/** What handles the deliveries of each event: every event has a handler, or `others` handles those without one. */
export type WebhookHandlers<Events extends object> =
  | (Partial<EventHandlers<Events>> & { readonly others: (delivery: DeliveryOf<Events>) => void | Promise<void> })
  | EventHandlers<Events>;

/** A handler for each event. */
export type EventHandlers<Events extends object> = {
  readonly [Name in keyof Events & string]: (delivery: Delivery<Name, Events[Name]>) => void | Promise<void>;
};

export interface HandlerOptions<Events extends object> extends VerifyOptions {
  /** One secret, or each that is in use while it is replaced. A function is called for each delivery. */
  readonly secret: SecretSource;
  readonly handlers: WebhookHandlers<Events>;
  /**
   * Every failure, before the response is sent, and what is known of the delivery: no one else sees an authentic one that is refused. Default:
   * failures of this side and authentic deliveries that are refused are printed, without payloads.
   */
  readonly onError?: ((error: unknown, context: ErrorContext<Events>) => void | Promise<void>) | undefined;
  /** Remembers what was handled, so that an event that is delivered again is handled once. */
  readonly seen?: SeenStore | SeenOptions<DeliveryOf<Events>> | undefined;
  /** The URL that the sender requested, where a proxy rewrites it and the signature covers it. Default: that of the request. */
  readonly url?: ((request: RequestLine) => string) | undefined;
  /** Default: 1 MiB. */
  readonly maxBytes?: number | undefined;
}

/** How far a delivery got. */
export interface ErrorContext<Events extends object> {
  /** `null` for what is not authentic. */
  readonly authentic: { readonly rawBody: Uint8Array; readonly timestamp: Date | null } | null;
  /** `null` for what is not valid. */
  readonly delivery: DeliveryOf<Events> | null;
}

export interface RequestLine {
  readonly method: string;
  readonly url: string;
  readonly headers: DeliveryHeaders;
}

/** A handler of Fetch requests, which adapters of other frameworks take. */
export interface WebhookHandler extends FetchAdapter {
  readonly receive: Receive;
}

/**
 * A handler of Fetch requests: for Next's route.ts, Workers, Deno and Bun. `nodeHandler`, `expressHandler`, `fastifyHandler` and
 * `honoHandler` adapt it. It responds with 200 to handled events, to those that were handled before and to those that the description does
 * not have, 400 or 401 to what is not authentic, 405, 413, and 500 when a handler or the store fails, so that the sender tries again.
 */
export function webhookHandler<Events extends object>(
  receivable: Receivable<Events>,
  options: HandlerOptions<Events>,
): WebhookHandler {
  checkHandlers(receivable, options?.handlers);
  for (const scheme of Object.values<SignatureScheme>(receivable.schemes)) toleranceOf(scheme, options);
  const { maxBytes = 1024 * 1024, seen, onError } = options;
  const settings = seen === undefined ? null : seenSettingsOf<DeliveryOf<Events>>(seen);
  const receive = deliveryReceiver<ErrorContext<Events>>({
    methods: receivable.methods ?? ["POST"],
    maxBytes: checkedNumber("maxBytes", maxBytes, { least: 1 }),
    maxBytesName: "maxBytes",
    seen: settings,
    nothingKnown: { authentic: null, delivery: null },
    bodyError,
    taskOf: (received, setContext) => taskOf(received, setContext, { receivable, options, seen: settings }),
    refusalOf,
    report: (error, context, code) => report(error, context, { onError, code }),
  });
  return Object.assign(fetchAdapter(receive, misuse), { receive });
}

const misuse =
  "Adapt it by adapters.gen.ts: nodeHandler(handler), expressHandler(handler), fastifyHandler(handler) or honoHandler(handler).";

function checkHandlers<Events extends object>(
  { schemes }: Receivable<Events>,
  handlers: HandlerOptions<Events>["handlers"] | undefined,
): void {
  for (const name of Object.keys(schemes)) {
    if (typeof handlerOf(name, handlers ?? {}) !== "function")
      throw new TypeError(
        `\`handlers\` has no handler for ${name}: add one, or \`others\` for the events without one.`,
      );
  }
}

function handlerOf(event: string, handlers: object): unknown {
  const name = Object.hasOwn(handlers, event) ? event : "others";
  return Object.hasOwn(handlers, name) ? Reflect.get(handlers, name) : undefined;
}

interface Handling<Events extends object> {
  readonly receivable: Receivable<Events>;
  readonly options: HandlerOptions<Events>;
  readonly seen: SeenSettings<DeliveryOf<Events>> | null;
}

async function taskOf<Events extends object>(
  { request, body }: ReceivedBody,
  setContext: (context: ErrorContext<Events>) => void,
  { receivable, options, seen }: Handling<Events>,
): Promise<DeliveryTask> {
  const { headers, method } = request;
  const url = options.url === undefined ? request.url : options.url(request);
  const signed = await authenticate(receivable, { body, headers, method, url }, options.secret);
  const authentic = authenticContext(signed);
  setContext({ authentic, delivery: null });
  const delivery = deliveryIn(receivable, signed, options);
  setContext({ authentic, delivery });
  // The handler of an event takes the deliveries of this event: the compiler cannot follow that through the union.
  const handler = handlerOf(delivery.event, options.handlers) as (delivery: DeliveryOf<Events>) => void | Promise<void>;
  return { key: seen === null ? null : await keyOf(delivery, seen), handle: () => handler(delivery) };
}

function authenticContext({ request, timestamp }: Authentic): ErrorContext<object>["authentic"] {
  return { rawBody: request.body, timestamp };
}

/** The id that the description names, else a fingerprint of the payload. */
async function keyOf<Events extends object>(
  delivery: DeliveryOf<Events>,
  { key }: SeenSettings<DeliveryOf<Events>>,
): Promise<string> {
  const customKey = key === undefined ? null : await key(delivery);
  return eventKeyOf(delivery.event, customKey ?? delivery.id ?? (await fingerprintOf(delivery.payload)));
}

/** A parsed body is this side's fault; any other failure to read it, such as a broken connection, is not. */
function bodyError(error: unknown): WebhookError {
  if (error instanceof ParsedBodyError) return new WebhookError("body_parsed", error.message);
  return new WebhookError("unreadable_body", error instanceof Error ? error.message : "the body could not be read");
}

/** The error is for this side's developers: it says how many secrets there are, for example. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof SecretError) return { code: "missing_secret", message: "" };
  if (!(error instanceof WebhookError)) return null;
  const { code, message } = error;
  return {
    code,
    message: code === "bad_signature" ? "The signature does not match these bytes and this secret." : message,
  };
}

async function report<Events extends object>(
  error: unknown,
  context: ErrorContext<Events>,
  { onError, code }: Pick<HandlerOptions<Events>, "onError"> & { readonly code: ResponseCode },
): Promise<void> {
  if (onError !== undefined) return await reportTo(() => onError(error, context), error);
  if (isReceiverFault(code)) console.error("A webhook could not be handled:", error);
  else if (context.authentic !== null && code !== "unknown_event")
    console.error(lostText("An authentic webhook was rejected", error));
}

/** `sentence` has no full stop. Without the payload, which may hold a person's address. */
export function lostText(sentence: string, error: unknown): string {
  return `${sentence}: give onError to keep it. ${error instanceof Error ? error.message : ""}`;
}

/** Never rejects: an `onError` that fails is printed. */
export async function reportTo(onError: () => unknown, error: unknown): Promise<void> {
  try {
    await onError();
  } catch (failure) {
    console.error("onError of the webhook handler failed:", failure, "It was called with:", error);
  }
}

/** What one kind of handler does; `deliveryReceiver` does what is the same for all. */
export interface DeliverySteps<Known> {
  readonly methods: readonly string[];
  readonly maxBytes: number;
  /** The option that it comes from. */
  readonly maxBytesName: string;
  readonly seen: SeenSettings<never> | null;
  readonly nothingKnown: Known;
  /** The error for a body that could not be read. */
  readonly bodyError: (error: unknown) => unknown;
  /** Verifies, and returns what is to be done; `null`: nothing. `found` takes what the report of a later failure contains. */
  readonly taskOf: (received: ReceivedBody, setKnown: (known: Known) => void) => Promise<DeliveryTask | null>;
  /** What the sender learns of an error that is about the delivery; `null` for any other. */
  readonly refusalOf: (error: unknown) => Refusal | null;
  /** Must not reject. */
  readonly report: (error: unknown, known: Known, code: ResponseCode) => Promise<void>;
}

export interface ReceivedBody {
  readonly request: WebhookRequest;
  readonly body: Uint8Array;
}

export interface DeliveryTask {
  /** What repeats of the delivery have in common; `null` only where nothing is remembered. */
  readonly key: string | null;
  readonly handle: () => unknown;
}

export interface Refusal {
  readonly code: ResponseCode;
  /** Not sent where this side is at fault. */
  readonly message: string;
}

export type ResponseCode =
  | WebhookErrorCode
  | "missing_secret"
  | "method_not_allowed"
  | "payload_too_large"
  /** The handler of the event failed. */
  | "handler_failed"
  /** Something else did: the secret could not be looked up, the store of handled events was not there. */
  | "internal_error";

/** Reads, verifies and handles each delivery, at most once if there is a store, and responds. Never rejects. */
export function deliveryReceiver<Known>(steps: DeliverySteps<Known>): Receive {
  return async (request) => {
    const { methods } = steps;
    if (!methods.includes(request.method)) {
      const message = `Deliveries are sent with ${methods.join(" or ")}.`;
      return refused({ code: "method_not_allowed", message }, { Allow: methods.join(", ") });
    }
    const body = await bodyOf(request, steps);
    return "status" in body ? body : await handled({ request, body }, steps);
  };
}

async function bodyOf<Known>(
  request: WebhookRequest,
  steps: DeliverySteps<Known>,
): Promise<Uint8Array | WebhookResponse> {
  const { maxBytes, maxBytesName, nothingKnown: known } = steps;
  try {
    const body = await request.readBody(maxBytes);
    if (body !== null) return body;
  } catch (error) {
    return await refuse(steps.bodyError(error), known, { code: "unreadable_body", steps });
  }
  const error = new RangeError(
    `A body was longer than ${maxBytes} bytes: if it was a delivery, raise ${maxBytesName}.`,
  );
  return await refuse(error, known, { code: "payload_too_large", steps });
}

async function handled<Known>(received: ReceivedBody, steps: DeliverySteps<Known>): Promise<WebhookResponse> {
  let known = steps.nothingKnown;
  const setKnown = (more: Known): void => {
    known = more;
  };
  try {
    const task = await steps.taskOf(received, setKnown);
    if (task === null) return acknowledged;
    const { seen } = steps;
    if (seen === null || task.key === null) return await run(task, null, { known, steps });
    const claim = await claimKey(seen, task.key);
    return claim === null ? acknowledged : await run(task, claim, { known, steps });
  } catch (error) {
    return await refuse(error, known, { code: "internal_error", steps });
  }
}

interface Circumstances<Known> {
  readonly known: Known;
  readonly steps: DeliverySteps<Known>;
}

async function run<Known>(
  { handle }: DeliveryTask,
  claim: HeldClaim | null,
  around: Circumstances<Known>,
): Promise<WebhookResponse> {
  try {
    await handle();
  } catch (error) {
    await settle("release", claim, around);
    return await refuse(error, around.known, { code: "handler_failed", steps: around.steps });
  }
  await settle("complete", claim, around);
  return acknowledged;
}

/** The event is handled, or it is not: a store that fails afterwards is reported, and changes nothing about the response. */
async function settle<Known>(
  change: "complete" | "release",
  claim: HeldClaim | null,
  { known, steps }: Circumstances<Known>,
): Promise<void> {
  try {
    await claim?.[change]();
  } catch (error) {
    await steps.report(error, known, "internal_error");
  }
}

/** Reports the error. Nothing is read off one that a handler threw, which may be anything. */
async function refuse<Known>(
  error: unknown,
  known: Known,
  { code, steps }: { readonly code: ResponseCode; readonly steps: DeliverySteps<Known> },
): Promise<WebhookResponse> {
  const refusal = code === "handler_failed" ? null : steps.refusalOf(error);
  await steps.report(error, known, refusal?.code ?? code);
  return refused(refusal ?? { code, message: "The body is too large." });
}

function refused({ code, message }: Refusal, headers: Readonly<Record<string, string>> = {}): WebhookResponse {
  return jsonResponse(statuses[code], { code, message: messageForSender(code, message) }, headers);
}

/** The sender learns what is wrong with its delivery, and nothing about this side. */
function messageForSender(code: ResponseCode, message: string): string {
  if (isReceiverFault(code)) return "The webhook could not be handled here; the reason was reported to its operator.";
  return code === "unreadable_body" ? "The body could not be read to its end." : message;
}

/** Whether the sender could not have done anything about it. */
export function isReceiverFault(code: ResponseCode): boolean {
  return statuses[code] === 500;
}

export const statuses: Readonly<Record<ResponseCode, number>> = {
  missing_header: 400,
  invalid_header: 400,
  invalid_url: 400,
  stale_timestamp: 400,
  invalid_payload: 400,
  unreadable_body: 400,
  bad_signature: 401,
  method_not_allowed: 405,
  payload_too_large: 413,
  body_parsed: 500,
  missing_secret: 500,
  not_awaited: 500,
  handler_failed: 500,
  internal_error: 500,
  // Acknowledged: it is authentic, and would only be sent again.
  unknown_event: 200,
};

const acknowledged: WebhookResponse = /* @__PURE__ */ jsonResponse(200, { received: true });

function jsonResponse(status: number, body: object, headers: Readonly<Record<string, string>> = {}): WebhookResponse {
  return { status, body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
}
