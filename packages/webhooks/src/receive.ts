// A request of any framework -> its response: verified, passed to the handler of its event, at most once.
import { type Answer, received, refused } from "./answer.ts";
import { authenticate, checkAge } from "./authentic.ts";
import type { UnknownWebhookEvent } from "./errors.ts";
import { eventKey } from "./event-key.ts";
import type { EventName, WebhookEvent } from "./events.gen.ts";
import { nothingKnown, refuse } from "./failure.ts";
import type { Delivery, ErrorContext, WebhookHandlerOptions } from "./handler-options.ts";
import type { DeliveryHeaders } from "./headers.ts";
import { handleOnce } from "./once.ts";
import { isEventName, payloadIn, validEvent } from "./payload.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** A request, as an adapter passes it on. */
export interface WebhookRequest {
  readonly method: string;
  readonly headers: DeliveryHeaders;
  /** `null` when it is longer than `maxBytes`; rejects with `body_parsed` when other code has read it. */
  readBody(maxBytes: number): Promise<Uint8Array | null>;
}

/** Never rejects. */
export type Receive = (request: WebhookRequest) => Promise<Answer>;

/** Throws what `settingsOf` throws. */
export function receiveWith(options: WebhookHandlerOptions): Receive {
  const settings = settingsOf(options);
  return async (request) => {
    if (request.method !== "POST") return refused("method_not_allowed", "Deliveries are sent with POST.");
    const body = await readBody(request, settings);
    return body instanceof Uint8Array ? await receiveDelivery(body, request.headers, settings) : body;
  };
}

async function readBody(request: WebhookRequest, settings: Settings): Promise<Uint8Array | Answer> {
  const { maxBodyBytes } = settings;
  try {
    const body = await request.readBody(maxBodyBytes);
    if (body !== null) return body;
  } catch (error) {
    return await refuse("unreadable_body", { error, context: nothingKnown }, settings);
  }
  const error = new RangeError(
    `A body was longer than ${maxBodyBytes} bytes: if it was a delivery, raise maxBodyBytes.`,
  );
  return await refuse("payload_too_large", { error, context: nothingKnown }, settings);
}

/** `context` is what is known when something fails. */
async function receiveDelivery(body: Uint8Array, headers: DeliveryHeaders, settings: Settings): Promise<Answer> {
  let context = nothingKnown;
  try {
    const authentic = await authenticate(body, headers, () => secretsIn(settings));
    const { timestamp, namedInHeader: eventName, body: rawBody } = authentic;
    context = { ...nothingKnown, delivery: { eventName, timestamp, rawBody, key: null } };
    checkAge(authentic, settings);
    const task = taskFor(payloadIn(authentic), settings);
    if (task === null) return received();
    const { event, unknownEvent } = task;
    context = { ...context, event, unknownEvent };
    const delivery = { eventName, timestamp, rawBody, key: await task.key() };
    context = { ...context, delivery };
    return await handleOnce(() => task.handle(delivery), { context, delivery }, settings);
  } catch (error) {
    return await refuse("internal_error", { error, context }, settings);
  }
}

async function secretsIn({ secret }: Settings): Promise<unknown> {
  return typeof secret === "function" ? await secret() : secret;
}

/** What is to be done about an event. */
interface Task extends Pick<ErrorContext, "event" | "unknownEvent"> {
  key(): Promise<string>;
  handle(delivery: Delivery): unknown;
}

/** `null` without a handler for such events: then it is not validated either. Throws `invalid_payload`. */
function taskFor(payload: UnknownWebhookEvent, settings: Settings): Task | null {
  if (isEventName(payload.event)) return knownTask(payload.event, payload, settings);
  const handle = settings.onUnknown ?? settings.onOther;
  if (handle === undefined) return null;
  return {
    event: null,
    unknownEvent: payload,
    key: () => eventKey(payload),
    handle: (delivery) => handle(payload, delivery),
  };
}

function knownTask<Name extends EventName>(
  eventName: Name,
  payload: UnknownWebhookEvent,
  settings: Settings,
): Task | null {
  const { on, onOther } = settings;
  const handle = Object.hasOwn(on, eventName) ? on[eventName] : undefined;
  if (handle === undefined && onOther === undefined) return null;
  const event = validEvent(eventName, payload);
  return {
    event,
    unknownEvent: null,
    key: () => keyOf(event, settings),
    handle: (delivery) =>
      handle === undefined ? onOther?.(event, delivery) : handle(event, { ...delivery, eventName }),
  };
}

/** A key of the caller's belongs to the event's name: without it, one order's two events would be the same. */
async function keyOf(event: WebhookEvent, { seen }: Settings): Promise<string> {
  if (seen?.key === undefined) return await eventKey(event);
  const key: unknown = await seen.key(event);
  if (typeof key !== "string" || key === "") {
    throw new TypeError(
      `\`seen.key\` gave no text for ${event.event}: give one that is the same for what is to be handled once.`,
    );
  }
  const start = `${event.event}:`;
  return key.startsWith(start) ? key : start + key;
}
