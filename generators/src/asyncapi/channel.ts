// Channel Object -> Channel.
import { keyOf, nearest } from "../diagnostics/index.ts";
import type { Channel } from "../model/messaging.ts";
import { checkFields, followObject, membersOf, stringField, stringsOf } from "../reading/index.ts";
import { identityOf, type Node } from "../source/index.ts";
import { type AsyncApiReading, openObject } from "./asyncapi-reading.ts";
import { readMessage } from "./message.ts";
import { bindingsOf } from "./traits.ts";

export function readChannel(reading: AsyncApiReading, member: Node): Channel | null {
  const node = followObject(reading, member, "a channel");
  if (node === null) return null;
  const known = reading.channels.get(identityOf(node));
  if (known !== undefined) return known;
  checkFields(reading, node, "a channel", reading.fields["a channel"]);
  const address = node.get("address");
  const channel: Channel = {
    key: member.key,
    address: address === undefined || address.value === null ? null : stringField(reading, node, "address"),
    title: stringField(reading, node, "title"),
    description: stringField(reading, node, "description") ?? stringField(reading, node, "summary"),
    parameters: membersOf(reading, node, "parameters").flatMap((parameter) => readParameter(reading, parameter) ?? []),
    messages: membersOf(reading, node, "messages").flatMap(
      (message) => readMessage(reading, message, { channel: member.key }) ?? [],
    ),
    bindings: bindingsOf(reading, [node]),
    at: node,
  };
  const checked = { ...channel, parameters: checkedParameters(reading, node, channel) };
  reading.channels.set(identityOf(node), checked);
  return checked;
}

function readParameter(reading: AsyncApiReading, member: Node): Channel["parameters"][number] | null {
  const node = openObject(reading, member, "a channel parameter");
  if (node === null) return null;
  return {
    name: member.key,
    description: stringField(reading, node, "description"),
    enum: stringsOf(reading, node, "enum"),
    default: stringField(reading, node, "default"),
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
  const added = undeclared.map((name) => ({ name, description: null, enum: [], default: null }));
  return [...parameters.filter(({ name }) => inAddress.includes(name)), ...added];
}
