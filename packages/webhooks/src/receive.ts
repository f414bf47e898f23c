// A request of any framework -> its response: verified, passed to the handler of its event, at most once.
import { received, refused } from "./answer.ts";
import { authenticate, checkAge } from "./authentic.ts";
import type { UnknownWebhookEvent } from "./errors.ts";
import { eventKey } from "./event-key.ts";
import type { EventName, WebhookEvent } from "./events.gen.ts";
import { nothingKnown, refuse } from "./failure.ts";
import type { Delivery, ErrorContext, WebhookHandlerOptions } from "./handler-options.ts";
import { eventKeyOf } from "./once.gen.ts";
import { handleOnce } from "./once.ts";
import { ownError } from "./own-error.ts";
import { isEventName, payloadIn, validEvent } from "./payload.ts";
import type { Answer, DeliveryHeaders, Receive, WebhookRequest } from "./raw-body.gen.ts";
import { type Settings, settingsOf } from "./settings.ts";

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
    return await refuse("unreadable_body", { error: ownError(error), context: nothingKnown }, settings);
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

async function keyOf(event: WebhookEvent, { seen }: Settings): Promise<string> {
  return seen?.key === undefined ? await eventKey(event) : eventKeyOf(event.event, await seen.key(event));
}
