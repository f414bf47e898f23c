// An authentic delivery -> the event in its body, distinguished by name and validated by that event's schema.
import type { AuthenticDelivery } from "./authentic.ts";
import { type PayloadIssue, type UnknownWebhookEvent, WebhookVerificationError } from "./errors.ts";
import type { EventMap, EventName, WebhookEvent } from "./events.gen.ts";
import { invalidHeader } from "./headers.ts";
import { isObject } from "./members.ts";
import { eventProperty } from "./messages.gen.ts";
import { eventSchemas } from "./schemas.gen.ts";
import { eventHeader } from "./signature.ts";

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
  const payload = parsed(body);
  if (!namesEvent(payload)) {
    throw invalidPayload(
      [{ path: [eventProperty], message: "The payload is no object that names its event here" }],
      payload,
    );
  }
  if (payload[eventProperty] === namedInHeader) return payload;
  throw invalidHeader(eventHeader, "names another event than the payload, which is what was signed");
}

/** The payload as an event of this name; throws `invalid_payload`. */
export function validEvent<Name extends EventName>(name: Name, payload: UnknownWebhookEvent): EventMap[Name] {
  const result = eventSchemas[name].safeParse(payload);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.map(pathPart), message }));
  throw invalidPayload(issues, payload, name);
}

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(eventSchemas, name);
}

/** No event is nested nearly as deep; what goes through one recursively is to find an end before that of its stack. */
const mostLevels = 1000;

function parsed(body: Uint8Array): unknown {
  const payload = jsonIn(textIn(body));
  if (!isDeeper(payload, mostLevels)) return payload;
  throw invalidPayload([{ path: [], message: `The payload is nested deeper than ${mostLevels} levels` }]);
}

function textIn(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw invalidPayload([{ path: [], message: "The body is not UTF-8" }]);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidPayload([{ path: [], message: "The body is not JSON" }]);
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

function namesEvent(payload: unknown): payload is UnknownWebhookEvent {
  return isObject(payload) && eventProperty in payload && typeof payload[eventProperty] === "string";
}

function invalidPayload(
  issues: readonly PayloadIssue[],
  payload: unknown = null,
  eventName: string | null = null,
): WebhookVerificationError {
  const shown = issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  const more = issues.length > shown.length ? `; and ${issues.length - shown.length} more` : "";
  const message =
    `The delivery is authentic, but its payload is not what the API describes: ${shown.join("; ")}${more}. ` +
    "Is there a newer version of this package?";
  return WebhookVerificationError.of("invalid_payload", message, { eventName, issues, payload });
}

function pathPart(part: PropertyKey): string | number {
  return typeof part === "symbol" ? part.toString() : part;
}
