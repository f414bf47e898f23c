// Operation Object, with its traits -> MessageOperation.
import { kindOf, nearest, quote } from "../../diagnostics/index.ts";
import type { DraftChannel, DraftMessage, DraftMessageOperation } from "../../model/draft.ts";
import type { ReplyAddress } from "../../model/messaging.ts";
import { identityOf, type Node, tokensOf } from "../../source/index.ts";
import { choiceOf, expectFields, followObject, itemsOf, readPart, resolveRef, stringField } from "../fields/index.ts";
import { type AsyncApiReading, openObject, readLocation } from "./asyncapi-reading.ts";
import { type ListedMessage, readMessageList } from "./message.ts";
import { readSecurity } from "./security.ts";
import { readSignatureOf } from "./signature.ts";
import { allExtensionsOf, bindingsOf, documentationOf, firstText, withTraits } from "./traits.ts";

/** `null` when it has to be left out. */
export function readOperation(reading: AsyncApiReading, member: Node): DraftMessageOperation | null {
  return readPart(reading, `the operation ${quote(member.key)}`, () => readOwn(reading, member));
}

function readOwn(reading: AsyncApiReading, member: Node): DraftMessageOperation | null {
  const node = openObject(reading, member, "an operation");
  if (node === null) return null;
  const action = readAction(reading, node);
  const channel = readChannelRef(reading, node, true);
  if (action === null || channel === null) return null;
  const owners = withTraits(reading, node, "an operation trait");
  const text = (field: string): string | null => firstText(reading, owners, field);
  return {
    key: member.key,
    action,
    channel,
    messages: readMessageRefs(reading, node, channel),
    reply: readReply(reading, node),
    security: readSecurity(reading, owners),
    title: text("title"),
    summary: text("summary"),
    description: text("description"),
    signature: readSignatureOf(reading, owners),
    bindings: bindingsOf(reading, owners),
    extensions: allExtensionsOf(owners),
    documentation: documentationOf(reading, owners),
    at: node,
  };
}

function readAction(reading: AsyncApiReading, node: Node): "send" | "receive" | null {
  const field = node.get("action");
  expectFields(reading, node, "an operation", ["action"], { tolerated: null });
  if (field === undefined) return null;
  return choiceOf(reading, field, ["send", "receive"], "send or receive", { tolerated: null });
}

/** The channel an operation or a reply refers to. */
function readChannelRef(reading: AsyncApiReading, owner: Node, required: boolean): DraftChannel | null {
  const field = owner.get("channel");
  if (required) expectFields(reading, owner, "an operation", ["channel"], { tolerated: null });
  if (field === undefined) return null;
  const ref = field.get("$ref");
  if (ref === undefined) {
    const expected = ["a reference to a channel"];
    reading.report.add("wrong-kind", field, { what: '"channel"', expected, found: kindOf(field.value) });
    return null;
  }
  const target = typeof ref.value === "string" ? reading.sources.resolve(ref.value, ref) : null;
  // A missing key is that of a channel, unless the key is written without the escape of its "/".
  const isMissing = target?.ok === false && target.problem.kind === "ref-missing" && target.problem.meant === undefined;
  const place = target?.ok === true ? target.value : isMissing ? null : resolveRef(reading, ref);
  if (place === null && !isMissing) return null;
  const node = place === null ? null : followObject(reading, place, "a channel");
  const channel = node === null ? undefined : reading.channels.get(identityOf(node));
  if (channel !== undefined) {
    reading.report.repeat(channel.faults);
    return channel.value;
  }
  const named = String(ref.value);
  const known = [...reading.channels.values()].map(({ value }) => value.key);
  const near = nearest(tokensOf(named.slice(named.indexOf("#") + 1))?.at(-1) ?? "", known);
  reading.report.add("channel-not-found", ref, { ref: named, near });
  return null;
}

/** The messages an operation lists; all messages of its channel when it lists none. */
function readMessageRefs(reading: AsyncApiReading, owner: Node, channel: DraftChannel): DraftMessage[] {
  if (!owner.has("messages")) return [...channel.messages];
  const listed = itemsOf(reading, owner, "messages").map((item): ListedMessage => {
    const ref: unknown = item.get("$ref")?.value;
    const name = typeof ref === "string" ? (ref.split("/").at(-1) ?? ref) : item.key;
    return {
      part: (message) => (message === null ? `the message ${quote(name)} of ${quote(owner.key)}` : null),
      read: () => readMessageRef(reading, item, channel),
    };
  });
  return readMessageList(reading, listed);
}

function readMessageRef(reading: AsyncApiReading, item: Node, channel: DraftChannel): DraftMessage | null {
  const ref = item.get("$ref");
  const first = ref === undefined ? item : resolveRef(reading, ref);
  const node = first === null ? null : followObject(reading, first, "a message");
  if (node === null) return null;
  const message = reading.messages.get(identityOf(node));
  if (message !== undefined) reading.report.repeat(message.faults);
  if (message !== undefined && (message.faults.size > 0 || channel.messages.includes(message.value)))
    return message.value;
  const named = typeof ref?.value === "string" ? ref.value : item.key;
  reading.report.add("message-not-in-channel", ref ?? item, { ref: named, channel: channel.key });
  return null;
}

function readReply(reading: AsyncApiReading, operation: Node): DraftMessageOperation["reply"] {
  const field = operation.get("reply");
  const node = field === undefined ? null : openObject(reading, field, "a reply");
  if (node === null) return null;
  const channel = readChannelRef(reading, node, false);
  return {
    channel,
    address: readReplyAddress(reading, node),
    messages: channel === null ? [] : readMessageRefs(reading, node, channel),
    at: node,
  };
}

function readReplyAddress(reading: AsyncApiReading, reply: Node): ReplyAddress | null {
  const field = reply.get("address");
  const node = field === undefined ? null : openObject(reading, field, "a reply address");
  if (node === null) return null;
  return {
    location: readLocation(reading, node),
    description: stringField(reading, node, "description"),
    at: node,
  };
}
