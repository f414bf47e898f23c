// Messages as programs see them <-> what is on the wire: media types, headers, validation, and which message it is.
import { valuesOf } from "./address.ts";
import {
  type AnyMessage,
  ChannelError,
  type Inbound,
  type MessageIssue,
  type MessagePlace,
  type WireMessage,
} from "./contract.ts";

/** Writes and reads payloads of a media type other than JSON and text. */
export interface Codec {
  readonly encode: (payload: unknown) => string | Uint8Array;
  readonly decode: (body: string | Uint8Array) => unknown;
}

/** By media type, without parameters: `application/cbor`. */
export type Codecs = Readonly<Record<string, Codec>>;

export interface ReadMessage {
  readonly name: string;
  readonly payload: unknown;
  readonly headers: unknown;
  readonly correlationId: string | number | null;
  readonly wire: WireMessage;
}

export interface SentMessage {
  readonly name?: string;
  readonly payload: unknown;
  readonly headers?: unknown;
}

/** Throws a `ChannelError` when the schema of the payload or of the headers rejects it. */
export function encoded(
  channel: string,
  contract: AnyMessage,
  { message, codecs }: { readonly message: SentMessage; readonly codecs: Codecs },
): WireMessage {
  const { name, contentType } = contract;
  const headers = message.headers ?? {};
  const validated = validate(contract, { payload: message.payload, headers });
  if (validated.issues.length > 0) throw invalid(channel, name, validated.issues);
  return {
    body: codecOf(contentType, codecs, channel).encode(message.payload),
    contentType,
    headers: Object.fromEntries(
      Object.entries(Object(headers)).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, typeof value === "string" ? value : JSON.stringify(value)] as const],
      ),
    ),
  };
}

/** `null`: it is a message that only this side sends. Throws a `ChannelError` for one that is none of those described. */
export function decoded(channel: string, wire: WireMessage, reading: Reading): ReadMessage | null {
  const { inbound, isWanted } = reading;
  const named = nameOf(channel, wire, reading);
  if (named !== null) {
    const contract = inbound.messages.find(({ name }) => name === named);
    // What is of another operation is validated there.
    return contract === undefined || !isWanted(named) ? null : readAs(contract, channel, wire, reading);
  }
  const readings = inbound.messages.map((contract) => attempt(contract, channel, wire, reading));
  const matching = readings.flatMap((one) => ("message" in one ? [one.message] : []));
  const [only, second] = matching;
  if (only !== undefined && second === undefined) return isWanted(only.name) ? only : null;
  const names = matching.map(({ name }) => JSON.stringify(name)).join(", ");
  if (second !== undefined)
    throw new ChannelError("ambiguous-message", `it is valid as each of ${names}: pass \`identify\``, { channel });
  if (inbound.others.some((contract) => "message" in attempt(contract, channel, wire, reading))) return null;
  const [first, ...more] = readings;
  if (first !== undefined && "error" in first && more.length === 0) throw first.error;
  const issues = readings.flatMap((one) => ("error" in one ? one.error.issues : []));
  const known = inbound.messages.map(({ name }) => JSON.stringify(name)).join(", ");
  throw new ChannelError("unknown-message", `it is none of ${known}${listed(issues)}`, { channel, issues });
}

export interface Reading {
  readonly inbound: Inbound;
  readonly codecs: Codecs;
  /** Whether a message of the channel is one of the operation. */
  readonly isWanted: (name: string) => boolean;
  /** Which message it is; `null`: as the description says. */
  readonly identify?:
    | ((message: { readonly payload: unknown; readonly wire: WireMessage }) => string | null)
    | undefined;
}

/** The name of the message, as the event type or the identifying member states it; `null` when the schemas decide. */
function nameOf(channel: string, wire: WireMessage, { inbound, codecs, identify }: Reading): string | null {
  const all = [...inbound.messages, ...inbound.others];
  const stated = identify?.({ payload: loose(wire, all, codecs), wire }) ?? null;
  if (stated !== null) {
    if (all.some(({ name }) => name === stated)) return stated;
    const reason = `\`identify\` returns ${JSON.stringify(stated)}, which is not a message of the channel`;
    throw new ChannelError("unknown-message", reason, { channel });
  }
  const event = wire.event === undefined ? undefined : all.find(({ eventName }) => eventName === wire.event);
  if (event !== undefined) return event.name;
  const { naming } = inbound;
  if (naming === null) return null;
  const { part, member, names, isComplete } = naming;
  const holder = part === "headers" ? wire.headers : loose(wire, all, codecs);
  const value = ownMember(holder, member);
  const name = typeof value === "string" ? ownMember(names, value) : undefined;
  if (typeof name === "string") return name;
  // Where the member can be left out, or other messages have it too, the schemas decide.
  if (value === undefined || !isComplete) return null;
  const known = Object.keys(names)
    .map((each) => JSON.stringify(each))
    .join(", ");
  throw new ChannelError(
    "unknown-message",
    `${part}/${member} is ${JSON.stringify(value)}, and must be one of ${known}`,
    { channel },
  );
}

/** A message that is not as described, as far as it can be read: where a reply goes, and to which request it belongs. */
export function unvalidated(
  wire: WireMessage,
  messages: readonly AnyMessage[],
  codecs: Codecs = {},
): Omit<ReadMessage, "name"> {
  const parts = { payload: loose(wire, messages, codecs), headers: wire.headers };
  const ids = messages.map(({ correlation }) => (correlation === null ? undefined : valueAt(parts, correlation)));
  const id = ids.find((each) => typeof each === "string" || typeof each === "number");
  return { ...parts, correlationId: typeof id === "string" || typeof id === "number" ? id : null, wire };
}

/** The payload before it is known what it is: identifying members are in JSON. */
function loose(wire: WireMessage, contracts: readonly AnyMessage[], codecs: Codecs): unknown {
  for (const { contentType } of contracts) {
    try {
      return codecOf(contentType, codecs, "").decode(wire.body);
    } catch {
      // Not of this media type: another may be.
    }
  }
  return undefined;
}

function attempt(
  contract: AnyMessage,
  channel: string,
  wire: WireMessage,
  reading: Reading,
): { readonly message: ReadMessage } | { readonly error: ChannelError } {
  try {
    return { message: readAs(contract, channel, wire, reading) };
  } catch (error) {
    if (error instanceof ChannelError) return { error };
    throw error;
  }
}

function readAs(contract: AnyMessage, channel: string, wire: WireMessage, { codecs }: Reading): ReadMessage {
  const { name, contentType } = contract;
  const payload = payloadOf(wire, codecOf(contentType, codecs, channel), { channel, name, contentType });
  const validated = validate(contract, { payload, headers: valuesOf(wire.headers, contract.headerKinds) });
  if (validated.issues.length > 0) throw invalid(channel, name, validated.issues);
  const { correlation } = contract;
  const id = correlation === null ? undefined : valueAt(validated, correlation);
  const correlationId = typeof id === "string" || typeof id === "number" ? id : null;
  return { name, payload: validated.payload, headers: validated.headers, correlationId, wire };
}

function payloadOf(
  { body }: WireMessage,
  codec: Codec,
  { channel, name, contentType }: { readonly channel: string; readonly name: string; readonly contentType: string },
): unknown {
  try {
    return codec.decode(body);
  } catch (cause) {
    const reason = `the body is not ${contentType}: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new ChannelError("unreadable-message", reason, { channel, message: name, cause });
  }
}

interface Parts {
  readonly payload: unknown;
  readonly headers: unknown;
}

function validate(
  { name, payload, headers }: AnyMessage,
  parts: Parts,
): Parts & { readonly issues: readonly MessageIssue[] } {
  const results = {
    payload: payload.safeParse(parts.payload),
    headers: headers === null ? { success: true as const, data: parts.headers } : headers.safeParse(parts.headers),
  };
  const issues = (["payload", "headers"] as const).flatMap((part) => {
    const result = results[part];
    if (result.success) return [];
    return result.error.issues.map(({ path, message }) => ({
      message: name,
      part,
      path: pointerOf(path),
      text: message,
    }));
  });
  return {
    payload: results.payload.success ? results.payload.data : parts.payload,
    headers: results.headers.success ? results.headers.data : parts.headers,
    issues,
  };
}

function invalid(channel: string, message: string, issues: readonly MessageIssue[]): ChannelError {
  return new ChannelError("invalid-message", `it is not as described${listed(issues)}`, { channel, message, issues });
}

/** The first issues in full; all of them are in `issues`. */
function listed(issues: readonly MessageIssue[]): string {
  const texts = issues.slice(0, 3).map(({ part, path, text }) => `${part}${path}: ${text}`);
  if (issues.length > texts.length) texts.push(`and ${issues.length - texts.length} more`);
  return texts.length === 0 ? "" : ` (${texts.join("; ")})`;
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function valueAt(parts: Parts, { part, pointer }: MessagePlace): unknown {
  return tokensOf(pointer).reduce<unknown>(ownMember, parts[part]);
}

/** The same parts with another value at a place; objects on the way that are missing are created. */
export function withValueAt<Given extends Partial<Parts>>(
  parts: Given,
  { part, pointer }: MessagePlace,
  value: unknown,
): Given {
  return { ...parts, [part]: withMember(parts[part], tokensOf(pointer), value) };
}

function withMember(holder: unknown, [token, ...rest]: readonly string[], value: unknown): unknown {
  if (token === undefined) return value;
  const next = withMember(ownMember(holder, token), rest, value);
  if (Array.isArray(holder)) return holder.map((item: unknown, index) => (String(index) === token ? next : item));
  return { ...Object(holder), [token]: next };
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function ownMember(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}

function codecOf(contentType: string, codecs: Codecs, channel: string): Codec {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const customCodec = Object.hasOwn(codecs, type) ? codecs[type] : undefined;
  if (customCodec !== undefined) return customCodec;
  if (/^(?:application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(type)) return json;
  if (type.startsWith("text/")) return text;
  throw new ChannelError("unsupported", `no codec for ${type}: pass one in \`codecs\``, { channel });
}

const json: Codec = {
  encode: (payload) => JSON.stringify(payload),
  decode: (body) => JSON.parse(textOf(body)),
};

const text: Codec = {
  encode: (payload) => (typeof payload === "string" ? payload : JSON.stringify(payload)),
  decode: textOf,
};

function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body);
}

/** Clients for Node want a `Buffer`; the types of browsers have none. */
export function bufferOf(body: string | Uint8Array, channel: string): Uint8Array {
  // A type with optional members only would have none in common with the types of browsers.
  const { Buffer }: { Buffer?: { from(body: string | Uint8Array): Uint8Array }; Uint8Array: unknown } = globalThis;
  if (Buffer !== undefined) return Buffer.from(body);
  throw new ChannelError("unsupported", "the transport has no Buffer, which its client needs for bytes", { channel });
}
