// A received delivery -> its message of the description, and every difference from that.
import type { Json, Location, Message, Schema } from "waybill/description";
import { type Description, extensionOf, placeOf } from "../description/description.ts";
import { objectsOf, partsOf } from "../description/schema-parts.ts";
import { bodyValueOf } from "../exchange/body-value.ts";
import type { Objection } from "../exchange/check-response.ts";
import { checkValue } from "../exchange/check-value.ts";
import { type HeaderPair, headerOf, parseJson } from "../exchange/exchange.ts";
import { valueOfText } from "../exchange/header-value.ts";
import { isOfType } from "../exchange/media-type.ts";
import { type Named, namedMessageOf } from "./message-name.ts";
import { isSignedWith, type SignatureRule } from "./signature.ts";

/** A webhook as received. */
export interface Delivery {
  readonly method: string;
  /** Path and query it was sent to. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** When it arrived, in Unix milliseconds. */
  readonly at: number;
}

export interface DeliveryVerdict {
  readonly message: Message | null;
  /** Declared headers that were present, by their name in the description. */
  readonly headers: readonly string[];
  readonly objections: readonly Objection[];
  readonly payload: unknown;
}

export interface DeliveryRules {
  readonly signature: SignatureRule | null;
  /** The secret that it must be signed with; `null` when it is not known. */
  readonly secret: string | null;
  /** Secrets that were valid once. */
  readonly retired: readonly string[];
}

export function checkDelivery(description: Description, delivery: Delivery, rules: DeliveryRules): DeliveryVerdict {
  const parsed = parseJson(delivery.body);
  const named = namedMessageOf(description, delivery.headers, parsed.ok ? parsed.value : undefined);
  const message = named.message ?? (named.names.length > 0 ? null : matchingMessage(description, parsed));
  const payload = parsed.ok ? parsed.value : undefined;
  if (message === null) {
    const declared = description.messages.map(({ eventName }) => eventName).join(", ");
    const text = `a delivery named ${named.names.join(" and ") || "nothing"} is not a declared message; declared: ${declared}`;
    return { message, headers: [], payload, objections: [{ check: "undeclared-event", message: text, where: null }] };
  }
  const about = { description, delivery, message };
  const objections = [
    ...checkMethod(about),
    ...checkHeaders(about, named),
    ...checkPayload(about),
    ...checkSignature(about, rules),
  ];
  const names = headerNamesOf(message).filter((name) => headerOf(delivery.headers, name) !== null);
  return { message, headers: names, objections, payload };
}

interface About {
  readonly description: Description;
  readonly delivery: Delivery;
  readonly message: Message;
}

/** Of a delivery without a message name: the only message whose payload schema it matches, or the only message. */
function matchingMessage({ messages, validate }: Description, parsed: ReturnType<typeof parseJson>): Message | null {
  if (messages.length === 1) return messages[0] ?? null;
  if (!parsed.ok) return null;
  const matching = messages.filter((message) => validate(message.payload.at, parsed.value).length === 0);
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

function checkMethod({ description, delivery, message }: About): Objection[] {
  const operations = (description.messaging?.operations ?? []).filter((one) => one.messages.includes(message));
  const bound = operations.flatMap(({ bindings, at }) => {
    const method = extensionOf(bindings, "http")?.["method"];
    return typeof method === "string" ? [{ method: method.toUpperCase(), at }] : [];
  });
  const [first] = bound;
  if (first === undefined || bound.some(({ method }) => method === delivery.method)) return [];
  const declared = [...new Set(bound.map(({ method }) => method))].join(" or ");
  const text = `${message.eventName} arrives by ${delivery.method}; declared: ${declared}`;
  return [{ check: "wrong-delivery-method", message: text, where: placeOf(first.at) }];
}

function checkHeaders({ description, delivery, message }: About, { contradiction }: Named): Objection[] {
  const { eventName, headers, contentType } = message;
  const check = "invalid-delivery-header";
  const type = headerOf(delivery.headers, "content-type");
  const wrongType = `${eventName} is ${type ?? "without a content type"}; declared: ${contentType}`;
  const objections: Objection[] =
    type !== null && isOfType(type, contentType) ? [] : [{ check, message: wrongType, where: placeOf(message.at) }];
  const values = declaredHeadersOf(message).flatMap(({ name, schema }): [string, Json][] => {
    const text = headerOf(delivery.headers, name);
    return text === null ? [] : [[name, schema === null ? text : valueOfText(schema, text)]];
  });
  const errors = headers === null ? [] : description.validate(headers.at, Object.fromEntries(values));
  const invalid = errors.map(({ pointer, message: text, at }): Objection => {
    return { check, message: `${eventName}: ${pointer.slice(1) || "the headers"} ${text}`, where: placeOf(at) };
  });
  if (contradiction === null || invalid.length > 0) return [...objections, ...invalid];
  const text = `a delivery of ${eventName} contradicts itself: ${contradiction}`;
  return [...objections, { check, message: text, where: placeOf(message.at) }];
}

function checkPayload({ description, delivery, message }: About): Objection[] {
  const { eventName, payload, contentType } = message;
  const body = bodyValueOf(delivery.body, contentType);
  switch (body.kind) {
    case "value":
      return checkValue({ description, subject: eventName, schema: payload, invalid: "invalid-payload" }, body.value);
    case "unreadable": {
      const where = placeOf(payload.at);
      return [{ check: "invalid-payload", message: `${eventName}: ${body.reason}`, where }];
    }
    case "bytes":
      return [];
  }
}

/** The largest accepted difference between the clocks of sender and receiver. */
const clockSeconds = 60;

function checkSignature({ delivery, message }: About, rules: DeliveryRules): Objection[] {
  const { signature, secret, retired } = rules;
  if (signature === null) return [];
  const where = placeOf(signature.at);
  const objections: Objection[] = [];
  const text = signature.timestampHeader === null ? null : headerOf(delivery.headers, signature.timestampHeader);
  if (text !== null && !(Math.abs(secondsOf(text) - delivery.at / 1000) <= clockSeconds)) {
    const wording = `${message.eventName}: ${signature.timestampHeader} is not the current time`;
    objections.push({ check: "stale-timestamp", message: wording, found: text, where });
  }
  const isSigned = (key: string): boolean => isSignedWith(signature, key, delivery.headers, delivery.body);
  if (secret === null || isSigned(secret)) return objections;
  const old = retired.some(isSigned);
  const reason = old ? "is signed with a secret that was replaced" : `has no valid ${signature.header}`;
  objections.push({ check: "bad-signature", message: `${message.eventName} ${reason}`, where });
  return objections;
}

/** Unix seconds, or a full date and time; the header's schema decides which. */
function secondsOf(text: string): number {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) / 1000 : Number.NaN;
}

export interface DeclaredHeader {
  /** As spelled in the description. */
  readonly name: string;
  /** `null` when it is required without a schema. */
  readonly schema: Schema | null;
  readonly at: Location;
}

/** The declared headers of a message, in any part of its schema. */
export function declaredHeadersOf({ headers }: Message): DeclaredHeader[] {
  const objects = headers === null ? [] : objectsOf(partsOf(headers));
  const listed = objects.flatMap(({ properties }) => properties);
  const demanded = objects.flatMap(({ requiredElsewhere, at }) =>
    requiredElsewhere.map((name): DeclaredHeader => ({ name, schema: null, at })),
  );
  const all: readonly DeclaredHeader[] = [...listed, ...demanded];
  return all
    .filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
    .map(({ name, schema, at }) => ({ name, schema, at }));
}

function headerNamesOf(message: Message): string[] {
  return declaredHeadersOf(message).map(({ name }) => name);
}
