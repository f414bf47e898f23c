// A description and a side of it -> the operations as that side has them, and what arrives at it on each channel.
import {
  areApart,
  type Channel,
  type Message,
  type MessageOperation,
  type MessagingApi,
  resolvedSchema,
  type Schema,
} from "waybill/plugin";
import type { MessageNames } from "./naming.ts";
import { type Context, type Side, transports } from "./options.ts";

export interface Arriving {
  readonly channel: Channel;
  readonly messages: readonly Message[];
  /** Messages of the channel that only this side sends. */
  readonly others: readonly Message[];
  /** The member that distinguishes them. */
  readonly naming: Naming | null;
  /** Those that it distinguishes. */
  readonly named: readonly Message[];
}

export interface Naming {
  readonly part: "payload" | "headers";
  readonly member: string;
  /** The name of the message for each text. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether the member distinguishes all messages. */
  readonly isComplete: boolean;
}

/** Peers receive what the application sends. */
export function actionOf({ action }: Pick<MessageOperation, "action">, side: Side): "send" | "receive" {
  if (side === "application") return action;
  return action === "send" ? "receive" : "send";
}

/** What arrives at a side on a channel: messages that it receives, replies to it, and those of which nothing says who sends them. */
export function arrivingOf(
  { operations }: MessagingApi,
  channel: Channel,
  { side, names }: { readonly side: Side; readonly names: MessageNames },
): Arriving {
  const received = new Set<Message>();
  const sent = new Set<Message>();
  for (const operation of operations) {
    const isReceived = actionOf(operation, side) === "receive";
    if (operation.channel.at === channel.at)
      for (const message of operation.messages) (isReceived ? received : sent).add(message);
    if (operation.reply?.channel?.at === channel.at)
      for (const message of operation.reply.messages) (isReceived ? sent : received).add(message);
  }
  const messages = channel.messages.filter((message) => received.has(message) || !sent.has(message));
  const others = channel.messages.filter((message) => !messages.includes(message));
  return { channel, messages, others, ...namingOf([...messages, ...others], names) };
}

/** The member whose texts distinguish the most messages: those that it has in one message only. A single message needs none. */
function namingOf(messages: readonly Message[], names: MessageNames): Pick<Arriving, "naming" | "named"> {
  if (messages.length < 2) return { naming: null, named: [] };
  const candidates = (["payload", "headers"] as const).flatMap((part) => {
    const tables = messages.map((message) => textsOf(message[part]));
    const members = new Set(tables.flatMap((table) => [...table.keys()]));
    return [...members].map((member) => {
      const texts = tables.map((table) => table.get(member) ?? []);
      const isOwn = (text: string): boolean => texts.filter((each) => each.includes(text)).length === 1;
      const named = messages.filter((_, index) => texts[index]?.length !== 0 && texts[index]?.every(isOwn));
      const entries = messages.flatMap((message, index) =>
        (texts[index] ?? []).filter(isOwn).map((text) => [text, names.get(message) ?? ""] as const),
      );
      const isComplete = named.length === messages.length;
      return { naming: { part, member, names: Object.fromEntries(entries), isComplete }, named };
    });
  });
  const [best] = candidates.toSorted((a, b) => b.named.length - a.named.length);
  return best === undefined || best.named.length === 0 ? { naming: null, named: [] } : best;
}

/** The members that can have only certain texts, where they are present, and which. */
function textsOf(schema: Schema | null, depth = 0): ReadonlyMap<string, readonly string[]> {
  const resolved = schema === null || depth > 8 ? null : resolvedSchema(schema);
  if (resolved?.kind === "intersection")
    return new Map(resolved.members.flatMap((member) => [...textsOf(member, depth + 1)]));
  if (resolved?.kind === "union") {
    const tables = resolved.members.map((member) => textsOf(member, depth + 1));
    const shared = [...(tables[0]?.keys() ?? [])].filter((name) => tables.every((table) => table.has(name)));
    return new Map(shared.map((name) => [name, [...new Set(tables.flatMap((table) => table.get(name) ?? []))]]));
  }
  if (resolved?.kind !== "object") return new Map();
  return new Map(
    resolved.properties.flatMap(({ name, schema: propertySchema }) => {
      const value = resolvedSchema(propertySchema);
      const texts = value.kind === "enum" ? value.values.filter((one) => typeof one === "string") : [];
      return value.kind === "enum" && texts.length === value.values.length ? [[name, texts] as const] : [];
    }),
  );
}

/** Messages that nothing distinguishes: a warning, since `identify` can, and messages may differ more than their schemas say. */
export function reportAmbiguous(
  { channel, messages, named }: Arriving,
  { names, servers }: { readonly names: MessageNames; readonly servers: MessagingApi["servers"] },
  { problem, options }: Pick<Context, "problem" | "options">,
): void {
  // The type of a server-sent event is the name of its message.
  const channelServers = servers.filter(({ key }) => channel.servers?.includes(key) ?? true);
  const areEvents = options.transports?.every((name) => name === "server-sent-events") ?? true;
  if (
    areEvents &&
    channelServers.length > 0 &&
    channelServers.every(({ protocol }) => transports["server-sent-events"]?.includes(protocol))
  )
    return;
  const unnamed = messages.filter((message) => !named.includes(message));
  const pairs = unnamed.flatMap((message, index) =>
    unnamed
      .slice(index + 1)
      .filter((other) => !areApart(message.payload, other.payload))
      .map((other) => [message, other]),
  );
  const [[first, second] = []] = pairs;
  if (first === undefined || second === undefined) return;
  const name = (message: Message): string => JSON.stringify(names.get(message));
  const more = pairs.length === 1 ? "" : ` (and ${pairs.length - 1} more ${pairs.length === 2 ? "pair" : "pairs"})`;
  problem({
    severity: "warning",
    at: channel,
    message: `nothing distinguishes the messages ${name(first)} and ${name(second)} of the channel ${JSON.stringify(channel.key)}${more}`,
    hint: "give them a required member with a `const` each; until then, what matches several is an error unless `identify` decides",
  });
}
