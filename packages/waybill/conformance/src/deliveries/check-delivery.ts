// A received delivery -> its message of the description, and every difference from that.
import type { Json, Location, Message, Schema } from "waybill/description";
import { type Description, extensionOf, isRecord, placeOf, textIn } from "../description/description.ts";
import { objectsOf, partsOf, requirementsOf } from "../description/schema-parts.ts";
import { checkValue, type Objection } from "../exchange/check-response.ts";
import { type HeaderPair, headerOf, parseJson } from "../exchange/exchange.ts";
import { bodyValueOf, isOfType, valueOfText } from "../exchange/media-type.ts";
import { isSignedWith, type SignedDelivery, timestampIn } from "./signature.ts";

/** A webhook as received. */
export interface Delivery extends Omit<SignedDelivery, "url"> {
  /** When it arrived, in Unix milliseconds. */
  readonly at: number;
  /** The whole address as the sender knows it, where that is known: some senders sign it. */
  readonly url?: string;
}

export interface DeliveryVerdict {
  readonly message: Message | null;
  /** Declared headers that were present, by their name in the description. */
  readonly headers: readonly string[];
  readonly objections: readonly Objection[];
  readonly payload: unknown;
}

export interface DeliveryRules {
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
  const names = declaredHeadersOf(message).map(({ name }) => name);
  const headers = names.filter((name) => headerOf(delivery.headers, name) !== null);
  return { message, headers, objections, payload };
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
    const method = textIn(extensionOf(bindings, "http"), "method");
    return method === null ? [] : [{ method: method.toUpperCase(), at }];
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
    case "unreadable":
      return [{ check: "invalid-payload", message: `${eventName}: ${body.reason}`, where: placeOf(payload.at) }];
    case "bytes":
      return [];
  }
}

/** The largest accepted difference between the clocks of sender and receiver. */
const clockSeconds = 60;

/** The signature of the message, as the nearest `x-waybill-signature` states it. */
function checkSignature({ delivery, message }: About, { secret, retired }: DeliveryRules): Objection[] {
  const { signature, eventName } = message;
  if (signature === null) return [];
  const { scheme } = signature;
  const { timestamp, header } = scheme;
  const where = placeOf(signature.at);
  const signed: SignedDelivery = { ...delivery, url: delivery.url ?? null };
  const objections: Objection[] = [];
  const text = timestampIn(scheme, signed);
  const latest = Math.min(clockSeconds, timestamp?.tolerance ?? clockSeconds);
  const name = timestamp?.header ?? `${timestamp?.key} of ${header}`;
  if (timestamp !== null && text === null) {
    objections.push({ check: "stale-timestamp", message: `${eventName} has no ${name}`, where });
  } else if (timestamp !== null && !(secondsApart(text ?? "", timestamp.unit, delivery.at) <= latest)) {
    const message = `${eventName}: ${name} is not the current time in Unix ${timestamp.unit}`;
    objections.push({ check: "stale-timestamp", message, ...(text === null ? {} : { found: text }), where });
  }
  const isSigned = (key: string): boolean => isSignedWith(scheme, key, signed);
  if (secret === null || isSigned(secret)) return objections;
  const old = retired.some(isSigned);
  const reason = old ? "is signed with a secret that was replaced" : `has no valid ${header}`;
  objections.push({ check: "bad-signature", message: `${eventName} ${reason}`, where });
  return objections;
}

/** Of whole digits: a receiver reads nothing else. */
function secondsApart(text: string, unit: "seconds" | "milliseconds", at: number): number {
  if (!/^\d{1,16}$/.test(text)) return Number.NaN;
  return Math.abs(Number(text) / (unit === "seconds" ? 1 : 1000) - at / 1000);
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

interface Named {
  /** `null`: it names no message. */
  readonly message: Message | null;
  /** The name that it states: `order.created`. */
  readonly names: readonly string[];
  /** Another place states another name: `X-Webhook-Event says order.shipped`. */
  readonly contradiction: string | null;
}

interface Claim {
  /** `X-Webhook-Event`, or `/event` for a member of the payload. */
  readonly place: string;
  readonly name: string;
}

/** The payload comes before the headers, since it is what is signed. */
function namedMessageOf(description: Description, headers: readonly HeaderPair[], payload: unknown): Named {
  const claims = claimsIn(description.messages, headers, payload);
  const messageOf = ({ name }: Claim): Message | null => bestOf(description, name, payload);
  const first = claims.find((claim) => messageOf(claim) !== null);
  const message = first === undefined ? null : messageOf(first);
  const other = claims.find((claim) => ![null, message].includes(messageOf(claim)));
  return {
    message,
    names: [...new Set(claims.map(({ name }) => name))],
    contradiction: other === undefined ? null : `${other.place} says ${other.name}`,
  };
}

/** Of several messages with one name, the one that the payload matches. */
function bestOf({ messages, validate }: Description, name: string, payload: unknown): Message | null {
  const called = messages.filter(({ eventName }) => eventName === name);
  const candidates = called.length > 0 ? called : messages.filter(({ key }) => key === name);
  if (candidates.length < 2) return candidates[0] ?? null;
  return candidates.find((message) => validate(message.payload.at, payload).length === 0) ?? candidates[0] ?? null;
}

/**
 * The places of names in the description: members and headers whose value is fixed to the name of a message. When every
 * message has one, only these places count; otherwise the usual places of names do too, and a `type` that is a name.
 */
function claimsIn(messages: readonly Message[], headers: readonly HeaderPair[], payload: unknown): Claim[] {
  const known = new Set(messages.flatMap(({ eventName, key }) => [eventName, key]));
  const members = new Set(messages.flatMap((message) => tiedIn(message.payload, message)));
  const names = new Set(
    messages.flatMap((message) => tiedIn(message.headers, message).map((name) => name.toLowerCase())),
  );
  const isAllTied = messages.every((one) => tiedIn(one.payload, one).length + tiedIn(one.headers, one).length > 0);
  const isUsual = (pattern: RegExp, name: string): boolean => !isAllTied && pattern.test(name);
  const inPayload = Object.entries(isRecord(payload) ? payload : {}).flatMap(([member, name]): Claim[] => {
    if (typeof name !== "string") return [];
    const isClaim =
      members.has(member) || isUsual(usualMember, member) || (known.has(name) && isUsual(/^(type|topic)$/, member));
    return isClaim ? [{ place: `/${member}`, name }] : [];
  });
  const inHeaders = headers.filter(([name]) => names.has(name.toLowerCase()) || isUsual(usualHeader, name));
  return [...inPayload, ...inHeaders.map(([name]) => ({ place: name, name: headerOf(headers, name) ?? "" }))];
}

const usualMember = /^event([_-]?(name|type))?$/i;
const usualHeader = /(^|-)(event|topic)(-?(name|type))?$/i;

/** Names of members that can only hold the name of the message. */
function tiedIn(schema: Schema | null, message: Pick<Message, "eventName" | "key">): string[] {
  const objects = schema === null ? [] : objectsOf(partsOf(schema));
  return objects.flatMap(({ properties }) =>
    properties.flatMap(({ name, schema: value }) => (isName(value, message) ? [name] : [])),
  );
}

function isName(schema: Schema, { eventName, key }: Pick<Message, "eventName" | "key">): boolean {
  return requirementsOf(schema).some(
    (one) => one.kind === "enum" && one.values.some((value) => value === eventName || value === key),
  );
}
