// Channel Item Object of AsyncAPI 2, with its `publish` and `subscribe` -> Channel and MessageOperations.
// Both words take the view of the others: a client that may `publish` sends what the described application receives.
import { keyOf, quote } from "../../diagnostics/index.ts";
import type { Channel, Message, MessageOperation } from "../../model/messaging.ts";
import type { Node } from "../../source/index.ts";
import {
  checkFields,
  follow,
  followObject,
  itemsOf,
  membersOf,
  readPart,
  stringField,
  stringsOf,
} from "../fields/index.ts";
import { type AsyncApiReading, openObject } from "./asyncapi-reading.ts";
import { checkedParameters } from "./channel.ts";
import { readLocation } from "./expression.ts";
import { type ListedMessage, readMessage, readMessageList } from "./message.ts";
import { readSecurity } from "./security.ts";
import { readServerKeys } from "./server.ts";
import { readSignatureOf } from "./signature.ts";
import { allExtensionsOf, bindingsOf, documentationOf, firstText, withTraits } from "./traits.ts";
import { readWebSocket } from "./web-socket.ts";

export interface ChannelItem {
  readonly channel: Channel;
  readonly operations: readonly MessageOperation[];
}

/** The key of a channel item is its address. */
export function readChannelItem(reading: AsyncApiReading, member: Node): ChannelItem | null {
  return readPart(reading, `the channel ${quote(member.key)}`, () => readItem(reading, member));
}

function readItem(reading: AsyncApiReading, member: Node): ChannelItem | null {
  const node = followObject(reading, member, "a channel", reading.fields["a channel"].split(" "));
  if (node === null) return null;
  // A channel item may have other fields beside its $ref.
  const holders = node.value === member.value ? [node] : [node, member];
  for (const holder of holders) checkFields(reading, holder, "a channel", reading.fields["a channel"]);
  const drafts = (["publish", "subscribe"] as const).flatMap((word) => {
    const [operation, second] = holders.flatMap((holder) => holder.get(word) ?? []);
    if (second !== undefined) {
      reading.report.add("duplicate-value", keyOf(second), { what: "the operation", value: word });
    }
    if (operation === undefined) return [];
    const place = { word, address: member.key };
    return readPart(reading, `${word} ${quote(member.key)}`, () => readOperation(reading, operation, place)) ?? [];
  });
  const channel = {
    key: member.key,
    address: member.key,
    title: null,
    description: firstText(reading, holders, "description"),
    servers: readServerKeys(reading, holders.find((holder) => holder.has("servers")) ?? node),
    parameters: holders
      .flatMap((holder) => membersOf(reading, holder, "parameters"))
      .flatMap((parameter) => readParameter(reading, parameter) ?? []),
    messages: [...new Set(drafts.flatMap(({ messages }) => messages))],
    bindings: bindingsOf(reading, holders.toReversed()),
    webSocket: readWebSocket(reading, holders),
    extensions: allExtensionsOf(holders),
    documentation: documentationOf(reading, holders),
    at: node,
  };
  const checked: Channel = { ...channel, parameters: checkedParameters(reading, member, channel) };
  return { channel: checked, operations: drafts.map((draft) => ({ ...draft, channel: checked })) };
}

interface OperationPlace {
  readonly word: "publish" | "subscribe";
  readonly address: string;
}

function readOperation(
  reading: AsyncApiReading,
  member: Node,
  { word, address }: OperationPlace,
): Omit<MessageOperation, "channel"> | null {
  const node = openObject(reading, member, "an operation");
  if (node === null) return null;
  const owners = withTraits(reading, node, "an operation trait");
  const text = (field: string): string | null => firstText(reading, owners, field);
  const key = text("operationId") ?? `${word} ${address}`;
  return {
    key,
    action: word === "publish" ? "receive" : "send",
    messages: readMessages(reading, node, { channel: address, otherwise: `${key} message` }),
    reply: null,
    security: readSecurity(reading, owners),
    title: null,
    summary: text("summary"),
    description: text("description"),
    signature: readSignatureOf(reading, owners),
    bindings: bindingsOf(reading, owners),
    extensions: allExtensionsOf(owners),
    documentation: documentationOf(reading, owners),
    at: node,
  };
}

/** `message` is one message, or `{ oneOf: [...] }`. */
function readMessages(
  reading: AsyncApiReading,
  operation: Node,
  place: { channel: string; otherwise: string },
): Message[] {
  const field = operation.get("message");
  if (field === undefined) return [];
  const node = follow(reading, field);
  if (node === null) return [];
  const listed = (member: Node, otherwise: string): ListedMessage => ({
    part: () => `the message ${quote(otherwise)}`,
    read: () => readMessage(reading, member, { ...place, otherwise }),
  });
  if (!node.has("oneOf")) return readMessageList(reading, [listed(field, place.otherwise)]);
  const members = itemsOf(reading, node, "oneOf");
  return readMessageList(
    reading,
    members.map((member, index) => listed(member, `${place.otherwise} ${index + 1}`)),
  );
}

/** In AsyncAPI 2 a parameter has a schema, of which later versions only kept a list of strings. */
function readParameter(reading: AsyncApiReading, member: Node): Channel["parameters"][number] | null {
  const node = openObject(reading, member, "a channel parameter");
  if (node === null) return null;
  const schema = node.get("schema");
  const described = schema === undefined ? null : follow(reading, schema);
  const stated = described?.get("default")?.value;
  return {
    name: member.key,
    description: stringField(reading, node, "description"),
    enum: isTextList(described?.get("enum")) && described !== null ? stringsOf(reading, described, "enum") : [],
    default: typeof stated === "string" ? stated : null,
    location: readLocation(reading, node),
    examples: [],
    schema: schema === undefined ? null : reading.schemas.read(schema),
  };
}

function isTextList(field: Node | undefined): boolean {
  return field?.isArray === true && field.items().every(({ value }) => typeof value === "string");
}
