// A delivery -> the message of the description that it names.
import type { Message, Schema } from "waybill/description";
import { type Description, isRecord } from "../description/description.ts";
import { objectsOf, partsOf, requirementsOf } from "../description/schema-parts.ts";
import { type HeaderPair, headerOf } from "../exchange/exchange.ts";

export interface Named {
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
export function namedMessageOf(description: Description, headers: readonly HeaderPair[], payload: unknown): Named {
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
  const names = new Set(messages.flatMap((message) => tiedIn(message.headers, message)).map(inSmall));
  const isAllTied = messages.every((one) => tiedIn(one.payload, one).length + tiedIn(one.headers, one).length > 0);
  const isUsual = (pattern: RegExp, name: string): boolean => !isAllTied && pattern.test(name);
  const inPayload = Object.entries(isRecord(payload) ? payload : {}).flatMap(([member, name]): Claim[] => {
    if (typeof name !== "string") return [];
    const isClaim =
      members.has(member) || isUsual(usualMember, member) || (known.has(name) && isUsual(/^(type|topic)$/, member));
    return isClaim ? [{ place: `/${member}`, name }] : [];
  });
  const inHeaders = headers.filter(([name]) => names.has(inSmall(name)) || isUsual(usualHeader, name));
  return [...inPayload, ...inHeaders.map(([name]) => ({ place: name, name: headerOf(headers, name) ?? "" }))];
}

const usualMember = /^event([_-]?(name|type))?$/i;
const usualHeader = /(^|-)(event|topic)(-?(name|type))?$/i;

function inSmall(text: string): string {
  return text.toLowerCase();
}

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
