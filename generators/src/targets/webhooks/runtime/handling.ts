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
import { type Answer, type DeliveryHeaders, ParsedBodyError, type Receive, type WebhookRequest } from "./raw-body.ts";
import {
  type Delivery,
  type DeliveryOf,
  isSecretError,
  type Receivable,
  receive,
  type VerifyOptions,
  WebhookError,
  type WebhookErrorCode,
} from "./receiving.ts";
import { type Secrets, type SignatureScheme, toleranceOf } from "./signatures.ts";

/** What handles the deliveries of each event: every event has a handler. */
export type WebhookHandlers<Events extends object> = {
  readonly [Name in keyof Events & string]: (delivery: Delivery<Name, Events[Name]>) => void | Promise<void>;
};

export interface HandlerOptions<Events extends object> extends VerifyOptions {
  /** One secret, or each that is in use while it is replaced. A function is called for each delivery. */
  readonly secret: Secrets | (() => Secrets | Promise<Secrets>);
  readonly handlers: WebhookHandlers<Events>;
  /** Every failure, before the response is sent. Default: failures of this side are printed. */
  readonly onError?: ((error: unknown) => void | Promise<void>) | undefined;
  /** Remembers what was handled, so that an event that is delivered again is handled once. */
  readonly seen?: SeenStore | SeenOptions<DeliveryOf<Events>> | undefined;
  /** The URL that the sender requested, where a proxy rewrites it and the signature covers it. Default: that of the request. */
  readonly url?: ((request: RequestLine) => string) | undefined;
  /** Default: 1 MiB. */
  readonly maxBytes?: number | undefined;
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
  const { maxBytes = 1024 * 1024, seen } = options;
  const settings: Settings<Events> = {
    ...options,
    maxBytes: checkedNumber("maxBytes", maxBytes, { least: 1 }),
    seen: seen === undefined ? null : seenSettingsOf<DeliveryOf<Events>>(seen),
  };
  const receiveRequest: Receive = async (request) => {
    try {
      return await handled(receivable, request, settings);
    } catch (error) {
      return await refused(error, options.onError);
    }
  };
  return Object.assign(fetchAdapter(receiveRequest, misuse), { receive: receiveRequest });
}

const misuse =
  "Adapt it: nodeHandler(handler) and expressHandler(handler) of node.gen.ts, fastifyHandler(handler) of fastify.gen.ts, " +
  "honoHandler(handler) of fetch.gen.ts.";

function checkHandlers<Events extends object>(
  { schemes }: Receivable<Events>,
  handlers: HandlerOptions<Events>["handlers"] | undefined,
): void {
  const table: object = handlers ?? {};
  for (const name of Object.keys(schemes)) {
    const handler: unknown = Object.hasOwn(table, name) ? Reflect.get(table, name) : undefined;
    if (typeof handler !== "function")
      throw new TypeError(`There is no handler of ${name}: \`handlers\` has one for each event.`);
  }
}

interface Settings<Events extends object> extends Omit<HandlerOptions<Events>, "seen" | "maxBytes"> {
  readonly maxBytes: number;
  readonly seen: SeenSettings<DeliveryOf<Events>> | null;
}

async function handled<Events extends object>(
  receivable: Receivable<Events>,
  request: WebhookRequest,
  settings: Settings<Events>,
): Promise<Answer> {
  const { method, headers } = request;
  const { methods = ["POST"] } = receivable;
  if (!methods.includes(method)) {
    return answerOf(405, { code: "method_not_allowed", message: "" }, { Allow: methods.join(", ") });
  }
  const { secret, url, maxBytes, ...options } = settings;
  const body = await bodyOf(request, maxBytes);
  if (body === null) return answerOf(413, { code: "payload_too_large", message: "" });
  const received = { body, headers, method, url: url === undefined ? request.url : url(request) };
  const delivery = await receive(receivable, received, secret, options);
  await handleOnce(delivery, settings);
  return answerOf(200, { received: true });
}

/** A parsed body is this side's fault; any other failure to read it, such as a broken connection, is not. */
async function bodyOf(request: WebhookRequest, maxBytes: number): Promise<Uint8Array | null> {
  try {
    return await request.readBody(maxBytes);
  } catch (error) {
    if (error instanceof ParsedBodyError) throw new WebhookError("body_parsed", error.message);
    throw new WebhookError("unreadable_body", error instanceof Error ? error.message : "the body could not be read");
  }
}

async function handleOnce<Events extends object>(
  delivery: DeliveryOf<Events>,
  { handlers, seen, onError }: Settings<Events>,
): Promise<void> {
  const claim = seen === null ? null : await claimKey(seen, await keyOf(delivery, seen));
  if (seen !== null && claim === null) return;
  try {
    // The handler of an event takes the deliveries of this event: the compiler cannot follow that through the union.
    const handler = handlers[delivery.event] as (delivery: DeliveryOf<Events>) => void | Promise<void>;
    await handler(delivery);
  } catch (error) {
    await settled(claim, "release", onError);
    throw error;
  }
  await settled(claim, "complete", onError);
}

/** The event is handled, or it is not: a store that fails afterwards is reported, and changes nothing about the response. */
async function settled(
  claim: HeldClaim | null,
  change: "complete" | "release",
  onError: HandlerOptions<object>["onError"],
): Promise<void> {
  try {
    await claim?.[change]();
  } catch (error) {
    await reported(error, onError);
  }
}

/** The id that the description names, else a fingerprint of the payload. */
async function keyOf<Events extends object>(
  delivery: DeliveryOf<Events>,
  { key }: SeenSettings<DeliveryOf<Events>>,
): Promise<string> {
  const own = key === undefined ? null : await key(delivery);
  return eventKeyOf(delivery.event, own ?? delivery.id ?? (await fingerprintOf(delivery.payload)));
}

const statuses: Readonly<Record<WebhookErrorCode, number>> = {
  missing_header: 400,
  invalid_header: 400,
  invalid_url: 400,
  stale_timestamp: 400,
  invalid_payload: 400,
  unreadable_body: 400,
  bad_signature: 401,
  // Acknowledged: it is authentic, and would only be sent again.
  unknown_event: 200,
  body_parsed: 500,
  not_awaited: 500,
};

async function refused(error: unknown, onError: HandlerOptions<object>["onError"]): Promise<Answer> {
  await reported(error, onError);
  if (!(error instanceof WebhookError)) {
    return answerOf(500, { code: isSecretError(error) ? "missing_secret" : "handler_failed", message: "" });
  }
  const { code } = error;
  // The sender learns what is wrong with its delivery, and nothing about this side.
  return answerOf(statuses[code], { code, message: shown(error) });
}

/** The error is for this side's developers: it says how many secrets there are, for example. */
function shown({ code, message }: WebhookError): string {
  if (code === "bad_signature") return "The signature is not of these bytes, or of another secret.";
  return statuses[code] === 500 ? "" : message;
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

function answerOf(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
}
