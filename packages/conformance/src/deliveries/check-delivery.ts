// A delivery that arrived -> which message of the description it is, and everything about it that the description does not say.
import type { Json, Message, ObjectSchema, Property, Schema } from "waybill/description";
import { undeclaredFields } from "../description/declared-fields.ts";
import { type Description, extensionOf, isRecord, placeOf } from "../description/description.ts";
import type { Objection } from "../exchange/check-response.ts";
import { type HeaderPair, headerOf, parseJson } from "../exchange/exchange.ts";
import { valueOfText } from "../exchange/header-value.ts";
import { isSignedWith, type SignatureRule } from "./signature.ts";

/** A webhook as it came in. */
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
  /** Declared headers that were there, by the name in the description. */
  readonly headers: readonly string[];
  readonly objections: readonly Objection[];
  readonly payload: unknown;
}

export interface DeliveryRules {
  readonly signature: SignatureRule | null;
  /** The secret that it must be signed with; `null` when it is not known. */
  readonly secret: string | null;
  /** Secrets that were good once. */
  readonly retired: readonly string[];
}

export function checkDelivery(description: Description, delivery: Delivery, rules: DeliveryRules): DeliveryVerdict {
  const parsed = parseJson(delivery.body);
  const payload = parsed.ok ? parsed.value : undefined;
  const message = messageFor(description, delivery, payload);
  const where = message === null ? null : placeOf(message.at);
  if (message === null) {
    const names = description.messages.map(({ eventName }) => eventName).join(", ");
    const text = `a delivery called ${namesIn(delivery, payload).join(" and ") || "nothing"} is no message; declared: ${names}`;
    return { message, headers: [], payload, objections: [{ check: "undeclared-event", message: text, where }] };
  }
  const about = { description, delivery, message };
  const body: Objection[] = parsed.ok
    ? checkPayload(about, parsed.value)
    : [{ check: "invalid-payload", message: `${message.eventName}: the body is not JSON: ${parsed.reason}`, where }];
  const objections = [...checkMethod(about), ...checkHeaders(about), ...body, ...checkSignature(about, rules)];
  const names = headerPropertiesOf(message).map(({ name }) => name);
  return { message, headers: names.filter((name) => headerOf(delivery.headers, name) !== null), objections, payload };
}

interface About {
  readonly description: Description;
  readonly delivery: Delivery;
  readonly message: Message;
}

/** The message by its name in a header or in the payload; failing that, the only one whose payload schema it matches. */
function messageFor(description: Description, delivery: Delivery, payload: unknown): Message | null {
  const names = namesIn(delivery, payload);
  const named = description.messages.find(({ eventName, key }) => names.includes(eventName) || names.includes(key));
  if (named !== undefined || names.length > 0) return named ?? null;
  const matching = description.messages.filter(
    (message) => description.judge(message.payload.at, payload).length === 0,
  );
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

/** What a delivery calls itself, where such names usually stand: the body first, since that is what is signed. */
function namesIn({ headers }: Delivery, payload: unknown): string[] {
  const members = isRecord(payload) ? ["event", "type", "event_type", "eventType"].map((name) => payload[name]) : [];
  const fromHeaders = headers
    .filter(([name]) => /event|topic/i.test(name) && !/id$/i.test(name))
    .map(([, value]) => value);
  return [...new Set([...members, ...fromHeaders].filter((name) => typeof name === "string"))];
}

function checkMethod({ description, delivery, message }: About): Objection[] {
  const operation = description.messaging?.operations.find((one) => one.messages.includes(message));
  const binding = extensionOf(operation?.bindings ?? {}, "http") ?? {};
  const method = binding["method"];
  if (typeof method !== "string" || method === delivery.method) return [];
  const text = `${message.eventName} arrives by ${delivery.method}; declared: ${method}`;
  return [
    { check: "wrong-delivery-method", message: text, where: operation === undefined ? null : placeOf(operation.at) },
  ];
}

function checkHeaders({ description, delivery, message }: About): Objection[] {
  const where = placeOf(message.at);
  const type = headerOf(delivery.headers, "content-type");
  const objections: Objection[] = [];
  if (type?.split(";")[0]?.trim().toLowerCase() !== message.contentType.split(";")[0]?.toLowerCase()) {
    const text = `${message.eventName} is ${type ?? "without a content type"}; declared: ${message.contentType}`;
    objections.push({ check: "invalid-delivery-header", message: text, where });
  }
  if (message.headers === null) return objections;
  const values = headerPropertiesOf(message).flatMap(({ name, schema }): [string, Json][] => {
    const text = headerOf(delivery.headers, name);
    return text === null ? [] : [[name, valueOfText(schema, text)]];
  });
  const invalid = description.judge(message.headers.at, Object.fromEntries(values)).map(
    (error): Objection => ({
      check: "invalid-delivery-header",
      message: `${message.eventName}: ${error.pointer.slice(1) || "the headers"} ${error.message}`,
      where: placeOf(message.headers?.at ?? message.at),
    }),
  );
  return [...objections, ...invalid];
}

function checkPayload({ description, message }: About, payload: unknown): Objection[] {
  const where = placeOf(message.payload.at);
  const { eventName } = message;
  const invalid = description.judge(message.payload.at, payload).map(
    (error): Objection => ({
      check: "invalid-payload",
      message: `${eventName}: ${error.pointer || "the payload"} ${error.message}`,
      where,
    }),
  );
  if (invalid.length > 0) return invalid;
  return undeclaredFields(message.payload, payload as Json).map(({ pointer }) => ({
    check: "undeclared-field",
    message: `${eventName}: ${pointer} is not declared`,
    where,
  }));
}

/** How far the sender's clock may be from ours. */
const clockSeconds = 60;

function checkSignature({ description, delivery, message }: About, rules: DeliveryRules): Objection[] {
  const { signature, secret, retired } = rules;
  if (signature === null) return [];
  const scheme = description.messaging?.securitySchemes[0];
  const where = scheme === undefined ? null : placeOf(scheme.at);
  const objections: Objection[] = [];
  const text = signature.timestampHeader === null ? null : headerOf(delivery.headers, signature.timestampHeader);
  const seconds = Number(text);
  if (text !== null && !(Math.abs(seconds - delivery.at / 1000) <= clockSeconds)) {
    const wording = `${message.eventName}: ${signature.timestampHeader} is not the present time in Unix seconds`;
    objections.push({ check: "stale-timestamp", message: wording, found: text, where });
  }
  const isSigned = (key: string): boolean => isSignedWith(signature, key, delivery.headers, delivery.body);
  if (secret === null || isSigned(secret)) return objections;
  const old = retired.some(isSigned);
  const reason = old ? "is signed with a secret that was replaced" : `has no good ${signature.header}`;
  objections.push({ check: "bad-signature", message: `${message.eventName} ${reason}`, where });
  return objections;
}

/** The declared headers of a message, whichever parts of its schema they stand in. */
export function headerPropertiesOf(message: Message): Property[] {
  const found = message.headers === null ? [] : objectsIn(message.headers).flatMap(({ properties }) => properties);
  return found.filter(({ name }, index) => found.findIndex((one) => one.name === name) === index);
}

function objectsIn(schema: Schema): ObjectSchema[] {
  switch (schema.kind) {
    case "ref":
      return objectsIn(schema.target.schema);
    case "object":
      return [schema];
    case "intersection":
    case "union":
      return schema.members.flatMap(objectsIn);
    default:
      return [];
  }
}
