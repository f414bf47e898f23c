// Message Object, with its traits -> Message.
import { keyOf, quote } from "../../diagnostics/index.ts";
import type { DraftMessage } from "../../model/draft.ts";
import type { Correlation, MessageExample } from "../../model/messaging.ts";
import type { Schema } from "../../model/schema.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  checkFields,
  follow,
  followObject,
  itemsOf,
  membersOf,
  type Reading,
  readShared,
  requiredString,
  stringField,
} from "../fields/index.ts";
import { locatedValue } from "../jsonschema/index.ts";
import { type AsyncApiReading, keysByIdentity, openObject } from "./asyncapi-reading.ts";
import { readSignatureOf } from "./signature.ts";
import { allExtensionsOf, bindingsOf, documentationOf, firstText, withTraits } from "./traits.ts";

/**
 * The keys of `components.messages`. A message in a file of its own is named after the entry that refers to the file. If several
 * do, the first by name wins, so the order of the description decides nothing.
 */
export function messageKeysOf(reading: Reading, components: Node): ReadonlyMap<string, string> {
  const members = membersOf(reading, components, "messages");
  const byName = members.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return new Map([
    ...keysByIdentity(reading, byName),
    ...members.map((member) => [identityOf(member), member.key] as const),
  ]);
}

/** Where a message is defined: in a channel, or in components, then `channel` is null. */
export interface MessagePlace {
  readonly channel: string | null;
  /** The name of a message without a name in the description. Default: its key. */
  readonly otherwise?: string;
}

/** A message of an operation, and how it is read. */
export interface ListedMessage {
  /** Its name in the message about what is left out; `null` where the message itself has one. */
  readonly part: (message: DraftMessage | null) => string | null;
  readonly read: () => DraftMessage | null;
}

/** The messages of an operation, without those that have to be left out. If none remains, the operation has their errors. */
export function readMessageList(reading: Reading, listed: readonly ListedMessage[]): DraftMessage[] {
  const validMessages = listed.flatMap(({ part, read }) => {
    const { value, faults } = reading.report.confine(null, read);
    if (faults.size > 0) reading.report.blame(part(value), faults);
    return faults.size > 0 || value === null ? [] : [value];
  });
  if (validMessages.length === 0) for (const { read } of listed) read();
  return validMessages;
}

/** Each object is read once. */
export function readMessage(reading: AsyncApiReading, member: Node, place: MessagePlace): DraftMessage | null {
  const node = followObject(reading, member, "a message");
  if (node === null) return null;
  return readShared(reading, reading.messages, identityOf(node), () => readOwn(reading, node, { member, place }));
}

/** The message itself, without references. `member`: where it was first referred to. */
function readOwn(
  reading: AsyncApiReading,
  node: Node,
  { member, place }: { member: Node; place: MessagePlace },
): DraftMessage {
  checkFields(reading, node, "a message", reading.fields["a message"]);
  const owners = withTraits(reading, node, "a message trait");
  const text = (field: string): string | null => firstText(reading, owners, field);
  const componentKey = reading.messageKeys.get(identityOf(node));
  const ownKey = (reading.version === 2 ? text("messageId") : null) ?? componentKey;
  const key = ownKey ?? (place.otherwise === undefined ? member.key : (text("name") ?? place.otherwise));
  const payload = node.get("payload");
  if (payload === undefined) reading.report.add("message-without-payload", keyOf(node), { message: key });
  const headers = headersOf(reading, owners);
  const exampleOwner = owners.find((owner) => owner.has("examples")) ?? node;
  return {
    kind: "message",
    key,
    channelKey: ownKey === undefined ? place.channel : null,
    eventName: text("name") ?? key,
    title: text("title"),
    summary: text("summary"),
    description: text("description"),
    contentType: text("contentType") ?? reading.defaultContentType ?? "application/json",
    payload: payload === undefined ? reading.schemas.anything(node) : readPayload(reading, owners, payload),
    headers: headers === null ? null : reading.schemas.read(headers),
    correlation: readCorrelation(reading, owners),
    examples: itemsOf(reading, exampleOwner, "examples").flatMap((item) => readExample(reading, item) ?? []),
    signature: readSignatureOf(reading, owners),
    bindings: bindingsOf(reading, owners),
    extensions: allExtensionsOf(owners),
    documentation: documentationOf(reading, owners),
    at: node,
  };
}

/** AsyncAPI 2 states the schema language next to the payload, AsyncAPI 3 around it. */
function readPayload(reading: AsyncApiReading, owners: readonly Node[], payload: Node): Schema {
  const format = reading.version === 2 ? owners.flatMap((owner) => owner.get("schemaFormat") ?? [])[0] : undefined;
  return format === undefined ? reading.schemas.read(payload) : reading.schemas.readIn(format, payload);
}

/** The headers schema of the message or of one trait; merging several would invent a schema that is not in the description. */
function headersOf(reading: AsyncApiReading, owners: readonly Node[]): Node | null {
  const [first, second] = owners.flatMap((owner) => owner.get("headers") ?? []);
  if (second !== undefined) {
    const reason = "the message or another trait describes headers too, and the two would have to be merged";
    reading.report.add("unsupported-feature", keyOf(second), { feature: "headers in a message trait", reason });
  }
  return first ?? null;
}

/** That of the message or of the trait that comes first. */
function readCorrelation(reading: AsyncApiReading, owners: readonly Node[]): Correlation | null {
  const [field] = owners.flatMap((owner) => owner.get("correlationId") ?? []);
  const node = field === undefined ? null : openObject(reading, field, "a correlation id");
  if (node === null) return null;
  const missing = { tolerated: "the correlation id is ignored" };
  const location = requiredString(reading, node, { name: "location", object: "a correlation id", missing });
  const [, part, pointer = ""] = /^\$message\.(header|payload)#?((?:\/.*)?)$/s.exec(location) ?? [];
  if (part !== "header" && part !== "payload") {
    const place = node.get("location");
    const expected = "an expression such as $message.header#/correlationId";
    const args = { keyword: "location", expected, found: quote(location) };
    if (place !== undefined && location !== "") reading.report.add("invalid-keyword-value", place, args);
    return null;
  }
  return { part, pointer, description: stringField(reading, node, "description"), at: node };
}

/** The example can be a file of its own: the official parser resolves a `$ref` here as everywhere. */
function readExample(reading: AsyncApiReading, item: Node): MessageExample | null {
  const example = openObject(reading, item, "a message example");
  if (example === null) return null;
  const value = (field: string): MessageExample["payload"] => {
    const fieldNode = example.get(field);
    const node = fieldNode === undefined ? null : follow(reading, fieldNode);
    return node === null ? null : locatedValue(node);
  };
  return {
    name: stringField(reading, example, "name"),
    summary: stringField(reading, example, "summary"),
    payload: value("payload"),
    headers: value("headers"),
  };
}
