// The options of a handler -> what receives the requests of any framework: verified, passed to the function for the event, at most once.
import { type AuthenticDelivery, authenticate, checkAge } from "./authentic.ts";
import { type UnknownWebhookEvent, WebhookVerificationError } from "./errors.ts";
import { eventKey } from "./event-key.ts";
import type { EventName, WebhookEvent } from "./events.gen.ts";
import type { Delivery, ErrorContext, WebhookHandlerOptions } from "./handler-options.ts";
import { ownError } from "./own-error.ts";
import { isEventName, payloadIn, validEvent } from "./payload.ts";
import {
  type DeliveryTask,
  deliveryReceiver,
  eventKeyOf,
  isReceiverFault,
  lostText,
  type ReceivedBody,
  type Refusal,
  type ResponseCode,
  reportTo,
} from "./runtime/handling.gen.ts";
import type { Receive } from "./runtime/signatures.gen.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** Throws what `settingsOf` throws. */
export function receiveWith(options: WebhookHandlerOptions): Receive {
  const settings = settingsOf(options);
  return deliveryReceiver<ErrorContext>({
    methods: ["POST"],
    maxBytes: settings.maxBodyBytes,
    maxBytesName: "maxBodyBytes",
    seen: settings.seen,
    nothingKnown,
    bodyError: ownError,
    taskOf: (received, setContext) => taskOf(received, setContext, settings),
    refusalOf,
    report: (error, context, code) => report(error, context, { settings, code }),
  });
}

const nothingKnown: ErrorContext = { event: null, unknownEvent: null, delivery: null };

async function taskOf(
  { request, body }: ReceivedBody,
  setContext: (context: ErrorContext) => void,
  settings: Settings,
): Promise<DeliveryTask | null> {
  const authentic = await authenticate(body, request.headers, () => secretsIn(settings));
  const delivery = { eventName: authentic.namedInHeader, timestamp: authentic.timestamp, rawBody: authentic.body };
  setContext({ ...nothingKnown, delivery: { ...delivery, key: null } });
  const task = eventTask(authentic, settings);
  if (task === null) return null;
  const { event, unknownEvent } = task;
  setContext({ event, unknownEvent, delivery: { ...delivery, key: null } });
  const key = await task.key();
  setContext({ event, unknownEvent, delivery: { ...delivery, key } });
  return { key, handle: () => task.handle({ ...delivery, key }) };
}

async function secretsIn({ secret }: Settings): Promise<unknown> {
  return typeof secret === "function" ? await secret() : secret;
}

/** What is to be done about an event. */
interface EventTask extends Pick<ErrorContext, "event" | "unknownEvent"> {
  key(): Promise<string>;
  handle(delivery: Delivery): unknown;
}

/** `null` without a handler for such events: then it is not validated either. Throws what verification throws of authentic deliveries. */
function eventTask(authentic: AuthenticDelivery, settings: Settings): EventTask | null {
  checkAge(authentic, settings);
  const payload = payloadIn(authentic);
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
): EventTask | null {
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

/** The sender learns nothing about secrets without having one. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof WebhookVerificationError)) return null;
  const { code, message } = error;
  const isWrong = code === "bad_signature";
  return {
    code,
    message: isWrong ? "The signature does not match these bytes, this timestamp and this secret." : message,
  };
}

async function report(
  error: unknown,
  context: ErrorContext,
  { settings: { onError }, code }: { readonly settings: Settings; readonly code: ResponseCode },
): Promise<void> {
  if (onError !== undefined) return await reportTo(() => onError(error, context), error);
  const { delivery } = context;
  if (isReceiverFault(code)) console.error("A webhook could not be handled:", error);
  else if (delivery !== null) {
    const name = JSON.stringify(delivery.eventName);
    console.error(lostText(`An authentic webhook, ${name}, was refused and does not come again`, error));
  }
}
