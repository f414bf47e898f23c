// A delivery -> which message of the description it says it is.
import type { Message, Schema } from "waybill/description";
import { type Description, isRecord } from "../description/description.ts";
import { type HeaderPair, headerOf } from "../exchange/exchange.ts";

export interface Named {
  /** `null`: it says nothing of it. */
  readonly message: Message | null;
  /** What it calls itself: `order.created`. */
  readonly names: readonly string[];
  /** It calls itself something else in another place: `X-Webhook-Event says order.shipped`. */
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
function bestOf({ messages, judge }: Description, name: string, payload: unknown): Message | null {
  const called = messages.filter(({ eventName }) => eventName === name);
  const candidates = called.length > 0 ? called : messages.filter(({ key }) => key === name);
  if (candidates.length < 2) return candidates[0] ?? null;
  return candidates.find((message) => judge(message.payload.at, payload).length === 0) ?? candidates[0] ?? null;
}

/**
 * Where the description has names: in a member or header whose value it fixes to the name of a message. When it does so for
 * every message, these places alone count; otherwise those where names usually stand do too, and a `type` that is a name.
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
  if (schema === null) return [];
  switch (schema.kind) {
    case "ref":
      return tiedIn(schema.target.schema, message);
    case "unevaluated":
      return tiedIn(schema.schema, message);
    case "intersection":
    case "union":
      return schema.members.flatMap((member) => tiedIn(member, message));
    case "object":
      return schema.properties.flatMap(({ name, schema: value }) => (isName(value, message) ? [name] : []));
    default:
      return [];
  }
}

function isName(schema: Schema, { eventName, key }: Pick<Message, "eventName" | "key">): boolean {
  if (schema.kind === "ref") return isName(schema.target.schema, { eventName, key });
  if (schema.kind === "unevaluated") return isName(schema.schema, { eventName, key });
  if (schema.kind === "intersection") return schema.members.some((member) => isName(member, { eventName, key }));
  return schema.kind === "enum" && schema.values.some((value) => value === eventName || value === key);
}
