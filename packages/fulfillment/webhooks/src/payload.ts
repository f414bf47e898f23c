// An authentic delivery -> the event in its body, distinguished by name and validated by that event's schema.
import type { AuthenticDelivery } from "./authentic.ts";
import { type UnknownWebhookEvent, WebhookVerificationError } from "./errors.ts";
import type { EventMap, EventName, WebhookEvent } from "./events.gen.ts";
import { eventHeader } from "./headers.ts";
import { eventProperty } from "./messages.gen.ts";
import { ownError } from "./own-error.ts";
import { invalidHeader, invalidPayload, jsonIn, validated } from "./runtime/receiving.gen.ts";
import { memberOf } from "./runtime/signatures.gen.ts";
import { eventSchemas } from "./schemas.gen.ts";

/** Throws `invalid_header`, `unknown_event` or `invalid_payload`. */
export function eventIn(delivery: AuthenticDelivery): WebhookEvent {
  const payload = payloadIn(delivery);
  const eventName = payload[eventProperty];
  if (isEventName(eventName)) return validEvent(eventName, payload);
  const message = `This version of the package knows no event ${JSON.stringify(eventName)}. It is authentic: acknowledge it.`;
  throw WebhookVerificationError.of("unknown_event", message, { eventName, payload });
}

/** An object that names an event, the one that the headers name; throws `invalid_header` or `invalid_payload`. */
export function payloadIn({ body, namedInHeader }: AuthenticDelivery): UnknownWebhookEvent {
  try {
    const payload = jsonIn(body);
    if (!namesEvent(payload)) {
      const message = "The payload is no object that names its event here";
      throw invalidPayload([{ path: [eventProperty], message }], { payload });
    }
    if (payload[eventProperty] === namedInHeader) return payload;
    throw invalidHeader(eventHeader, "names another event than the payload, which is what was signed");
  } catch (error) {
    throw ownError(error);
  }
}

/** The payload as an event of this name; throws `invalid_payload`. */
export function validEvent<Name extends EventName>(name: Name, payload: UnknownWebhookEvent): EventMap[Name] {
  try {
    return validated(eventSchemas[name], name, payload);
  } catch (error) {
    throw ownError(error);
  }
}

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(eventSchemas, name);
}

function namesEvent(payload: unknown): payload is UnknownWebhookEvent {
  return typeof memberOf(payload, eventProperty) === "string";
}
