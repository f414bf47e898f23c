// Channel Object -> Channel.
import { keyOf, nearest, quote } from "../../diagnostics/index.ts";
import type { Channel } from "../../model/messaging.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  checkFields,
  extensionsOf,
  followObject,
  membersOf,
  readPart,
  readShared,
  stringField,
  stringsOf,
} from "../fields/index.ts";
import { type AsyncApiReading, openObject } from "./asyncapi-reading.ts";
import { readLocation } from "./expression.ts";
import { readMessage } from "./message.ts";
import { readServerKeys } from "./server.ts";
import { bindingsOf, documentationOf } from "./traits.ts";
import { readWebSocket } from "./web-socket.ts";

export function readChannel(reading: AsyncApiReading, member: Node): Channel | null {
  const node = followObject(reading, member, "a channel");
  if (node === null) return null;
  return readShared(reading, reading.channels, identityOf(node), () => readOwn(reading, node, member.key));
}

/** The channel itself, without references. */
function readOwn(reading: AsyncApiReading, node: Node, key: string): Channel {
  checkFields(reading, node, "a channel", reading.fields["a channel"]);
  const address = node.get("address");
  const channel: Channel = {
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

function readParameter(reading: AsyncApiReading, member: Node): Channel["parameters"][number] | null {
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
export function checkedParameters(reading: AsyncApiReading, node: Node, channel: Channel): Channel["parameters"] {
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
