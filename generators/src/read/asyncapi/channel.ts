// Channel Object -> Channel.
import { keyOf, nearest, quote } from "../../diagnostics/index.ts";
import type { DraftChannel, DraftMessage, DraftMessageOperation } from "../../model/draft.ts";
import type { ChannelParameter, WebSocketBinding } from "../../model/messaging.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  checkFields,
  extensionsOf,
  follow,
  followObject,
  itemsOf,
  membersOf,
  readPart,
  readShared,
  stringField,
  stringsOf,
} from "../fields/index.ts";
import { type AsyncApiReading, openObject, readLocation } from "./asyncapi-reading.ts";
import { type ListedMessage, readMessage, readMessageList } from "./message.ts";
import { readSecurity } from "./security.ts";
import { readServerKeys } from "./server.ts";
import { readSignatureOf } from "./signature.ts";
import { allExtensionsOf, bindingsOf, documentationOf, firstText, withTraits } from "./traits.ts";

export function readChannel(reading: AsyncApiReading, member: Node): DraftChannel | null {
  const node = followObject(reading, member, "a channel");
  if (node === null) return null;
  return readShared(reading, reading.channels, identityOf(node), () => readOwn(reading, node, member.key));
}

/** The channel itself, without references. */
function readOwn(reading: AsyncApiReading, node: Node, key: string): DraftChannel {
  checkFields(reading, node, "a channel", reading.fields["a channel"]);
  const address = node.get("address");
  const channel: DraftChannel = {
    key,
    address: address === undefined || address.value === null ? null : stringField(reading, node, "address"),
    title: stringField(reading, node, "title"),
    description: stringField(reading, node, "description") ?? stringField(reading, node, "summary"),
    servers: readServerKeys(reading, node),
    parameters: membersOf(reading, node, "parameters").flatMap((parameter) => readParameter(reading, parameter) ?? []),
    messages: membersOf(reading, node, "messages").flatMap(
      (message) =>
        readPart(reading, `the message ${quote(message.key)}`, () => readMessage(reading, message, { channel: key })) ??
        [],
    ),
    bindings: bindingsOf(reading, [node]),
    webSocket: readWebSocket(reading, [node]),
    extensions: extensionsOf(node),
    documentation: documentationOf(reading, [node]),
    at: node,
  };
  return { ...channel, parameters: checkedParameters(reading, node, channel) };
}

function readParameter(reading: AsyncApiReading, member: Node): ChannelParameter | null {
  const node = openObject(reading, member, "a channel parameter");
  if (node === null) return null;
  return {
    name: member.key,
    description: stringField(reading, node, "description"),
    enum: stringsOf(reading, node, "enum"),
    default: stringField(reading, node, "default"),
    location: readLocation(reading, node),
    examples: stringsOf(reading, node, "examples"),
    schema: null,
  };
}

/** The expressions of an address must match the parameters of its channel: differences are reported and fixed. */
function checkedParameters(reading: AsyncApiReading, node: Node, channel: DraftChannel): DraftChannel["parameters"] {
  const { address, parameters } = channel;
  const inAddress = [...(address ?? "").matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const declared = parameters.map(({ name }) => name);
  // A parameter whose reference is broken is still declared.
  const undeclared = inAddress.filter((name) => node.get("parameters")?.has(name) !== true);
  for (const name of undeclared) {
    const place = node.get("address") ?? keyOf(node);
    reading.report.add("channel-parameter-undeclared", place, { name, address: address ?? "" });
  }
  for (const name of declared) {
    if (inAddress.includes(name)) continue;
    const place = node.get("parameters")?.get(name) ?? node;
    const near = nearest(name, inAddress);
    reading.report.add("channel-parameter-unused", keyOf(place), { name, address: address ?? "", near });
  }
  const added = undeclared.map((name) => ({ ...undescribed, name }));
  return [...parameters.filter(({ name }) => inAddress.includes(name)), ...added];
}

const undescribed = { description: null, enum: [], default: null, location: null, examples: [], schema: null };

// Channel Item Object of AsyncAPI 2, with its `publish` and `subscribe` -> Channel and MessageOperations.
// Both words take the view of the others: a client that may `publish` sends what the described application receives.

export interface ChannelItem {
  readonly channel: DraftChannel;
  readonly operations: readonly DraftMessageOperation[];
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
      .flatMap((parameter) => readParameterOfVersion2(reading, parameter) ?? []),
    messages: [...new Set(drafts.flatMap(({ messages }) => messages))],
    bindings: bindingsOf(reading, holders.toReversed()),
    webSocket: readWebSocket(reading, holders),
    extensions: allExtensionsOf(holders),
    documentation: documentationOf(reading, holders),
    at: node,
  };
  const checked: DraftChannel = { ...channel, parameters: checkedParameters(reading, member, channel) };
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
): Omit<DraftMessageOperation, "channel"> | null {
  const node = openObject(reading, member, "an operation");
  if (node === null) return null;
  const owners = withTraits(reading, node, "an operation trait");
  const text = (field: string): string | null => firstText(reading, owners, field);
  // The keys that AsyncAPI's converter to version 3 gives them, so that converting a description renames nothing.
  const id = text("operationId");
  const key = id ?? `${address}.${word}`;
  return {
    key,
    action: word === "publish" ? "receive" : "send",
    messages: readMessages(reading, node, { channel: address, otherwise: `${id?.split(".").at(-1) ?? word}.message` }),
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
): DraftMessage[] {
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
    members.map((member, index) => listed(member, `${place.otherwise}.${index}`)),
  );
}

/** In AsyncAPI 2 a parameter has a schema, of which later versions only kept a list of strings. */
function readParameterOfVersion2(reading: AsyncApiReading, member: Node): ChannelParameter | null {
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

// The binding `ws` of a channel -> how a WebSocket is opened: the schemas of its query and headers.

/** That of the first owner that has one. A fault in it leaves it out, and the channel as it is. */
function readWebSocket(reading: AsyncApiReading, owners: readonly Node[]): WebSocketBinding | null {
  const nodes = owners.flatMap((owner) => {
    const field = owner.get("bindings");
    const bindings = field === undefined ? null : followObject(reading, field, "bindings");
    return bindings?.get("ws") ?? [];
  });
  const [member] = nodes;
  if (member === undefined) return null;
  return readPart(reading, `the binding ${quote("ws")}`, () => {
    const node = followObject(reading, member, "a binding");
    if (node === null) return null;
    const [query, headers] = [node.get("query"), node.get("headers")];
    return {
      method: stringField(reading, node, "method"),
      query: query === undefined ? null : reading.schemas.read(query),
      headers: headers === undefined ? null : reading.schemas.read(headers),
    };
  });
}
