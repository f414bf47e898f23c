// A description and a side of it -> the operations as that side has them, and what arrives at it on each channel.
import { type Channel, fixedMembersOf, type Message, type MessageOperation, type MessagingApi } from "waybill/plugin";
import { areDisjoint } from "./disjoint.ts";
import type { MessageNames } from "./naming.ts";
import type { Context, Side } from "./options.ts";

export interface Arriving {
  readonly channel: Channel;
  readonly messages: readonly Message[];
  /** Messages of the channel that only this side sends. */
  readonly others: readonly Message[];
  readonly naming: Naming | null;
}

export interface Naming {
  readonly part: "payload" | "headers";
  readonly member: string;
  /** The name of the message for each text. */
  readonly names: Readonly<Record<string, string>>;
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
  const naming = namingOf([...messages, ...others], names) ?? namingOf(messages, names);
  return { channel, messages, others, naming };
}

/** A member that all messages require, with one text for each. A single message needs none. */
function namingOf(messages: readonly Message[], names: MessageNames): Naming | null {
  if (messages.length < 2) return null;
  for (const part of ["payload", "headers"] as const) {
    const tables = messages.map((message) => fixedMembersOf(message[part]));
    for (const member of tables[0]?.keys() ?? []) {
      const texts = tables.flatMap((table) => table.get(member) ?? []);
      if (texts.length < messages.length || new Set(texts).size < messages.length) continue;
      const entries = messages.map((message, index) => [texts[index] ?? "", names.get(message) ?? ""] as const);
      return { part, member, names: Object.fromEntries(entries) };
    }
  }
  return null;
}

/** Messages that nothing distinguishes: a warning, since `identify` can, and messages may differ more than their schemas say. */
export function reportAmbiguous(
  { channel, messages, naming }: Arriving,
  names: MessageNames,
  { problem }: Pick<Context, "problem">,
): void {
  if (naming !== null) return;
  const pairs = messages.flatMap((message, index) =>
    messages
      .slice(index + 1)
      .filter((other) => !areDisjoint(message.payload, other.payload))
      .map((other) => [message, other]),
  );
  const [[first, second] = []] = pairs;
  if (first === undefined || second === undefined) return;
  const name = (message: Message): string => JSON.stringify(names.get(message));
  const more = pairs.length === 1 ? "" : `, nor do ${pairs.length - 1} other pairs`;
  problem({
    severity: "warning",
    at: channel,
    message: `nothing distinguishes the messages ${name(first)} and ${name(second)} of the channel ${JSON.stringify(channel.key)}${more}`,
    hint: "give them a required member with a `const` each; until then, what matches several is an error unless `identify` decides",
  });
}
