// Server Object -> MessagingServer.
import { keyOf, nearest, quote } from "../../diagnostics/index.ts";
import type { MessagingServer } from "../../model/messaging.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  extensionsOf,
  followObject,
  itemsOf,
  membersOf,
  readPart,
  requiredString,
  stringField,
  stringsOf,
} from "../fields/index.ts";
import { type AsyncApiReading, openObject, readObjects } from "./asyncapi-reading.ts";
import { readSecurity } from "./security.ts";
import { bindingsOf, documentationOf } from "./traits.ts";

export function readServers(reading: AsyncApiReading): MessagingServer[] {
  const members = membersOf(reading, reading.root, "servers");
  return readObjects(reading, members, "a server", (node, key) => readServer(reading, node, key));
}

/** Only programs that connect depend on a server: no generated code does. */
const missing = { tolerated: "it is left as it is", stops: [] };

function readServer(reading: AsyncApiReading, node: Node, key: string): MessagingServer {
  const text = (name: string): string => requiredString(reading, node, { name, object: "a server", missing });
  const place = reading.version === 2 ? splitUrl(text("url")) : { host: text("host"), pathname: "" };
  const server: MessagingServer = {
    key,
    host: place.host,
    pathname: stringField(reading, node, "pathname") ?? place.pathname,
    protocol: text("protocol"),
    protocolVersion: stringField(reading, node, "protocolVersion"),
    title: stringField(reading, node, "title"),
    summary: stringField(reading, node, "summary"),
    description: stringField(reading, node, "description"),
    variables: membersOf(reading, node, "variables").flatMap((variable) => readVariable(reading, variable) ?? []),
    security: readSecurity(reading, [node]),
    bindings: bindingsOf(reading, [node]),
    extensions: extensionsOf(node),
    documentation: documentationOf(reading, [node]),
    at: node,
  };
  checkVariables(reading, node, server);
  return server;
}

/** `mqtt://a.example:1883/b` is the host `a.example:1883` and the path `/b`; the scheme repeats the protocol. */
function splitUrl(url: string): { readonly host: string; readonly pathname: string } {
  const [, host = "", pathname = ""] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/]*)(.*)$/is.exec(url) ?? [];
  return { host, pathname };
}

function readVariable(reading: AsyncApiReading, member: Node): MessagingServer["variables"][number] | null {
  const node = openObject(reading, member, "a server variable");
  if (node === null) return null;
  const values = stringsOf(reading, node, "enum");
  const fallback = stringField(reading, node, "default");
  const place = node.get("default");
  if (values.length > 0 && fallback !== null && place !== undefined && !values.includes(fallback)) {
    const failure = `must be one of ${values.map(quote).join(", ")}`;
    reading.report.add("invalid-default", place, { failure }, missing);
  }
  return {
    name: member.key,
    default: fallback ?? "",
    enum: values,
    description: stringField(reading, node, "description"),
  };
}

function checkVariables(reading: AsyncApiReading, node: Node, { host, pathname, variables }: MessagingServer): void {
  const known = variables.map(({ name }) => name);
  const places = { [reading.version === 2 ? "url" : "host"]: host, pathname };
  for (const [field, text] of Object.entries(places))
    for (const [, name = ""] of text.matchAll(/\{([^{}]*)\}/g)) {
      // A variable whose reference is broken is still declared.
      if (node.get("variables")?.has(name) === true) continue;
      const near = nearest(name, known);
      const place = node.get(field) ?? node.get("url") ?? keyOf(node);
      reading.report.add("undefined-server-variable", place, { name, near }, missing);
    }
}

/** The keys of the servers a channel lists: names in AsyncAPI 2, references in AsyncAPI 3; `null` when it lists none. */
export function readServerKeys(reading: AsyncApiReading, channel: Node): readonly string[] | null {
  if (!channel.has("servers")) return null;
  return readPart(reading, null, () => readOwnKeys(reading, channel));
}

function readOwnKeys(reading: AsyncApiReading, channel: Node): readonly string[] | null {
  const keys =
    reading.version === 2
      ? stringsOf(reading, channel, "servers")
      : itemsOf(reading, channel, "servers").flatMap((item) => {
          const node = followObject(reading, item, "a server");
          return node === null ? [] : (reading.serverKeys.get(identityOf(node)) ?? node.key);
        });
  const known = membersOf(reading, reading.root, "servers").map(({ key }) => key);
  if (reading.version === 2)
    for (const [index, key] of keys.entries()) {
      if (known.includes(key)) continue;
      const place = channel.get("servers")?.get(String(index)) ?? channel;
      const near = nearest(key, known);
      const expected = near === undefined ? "the key of a server" : quote(near);
      reading.report.add("invalid-keyword-value", place, { keyword: "servers", expected, found: quote(key) }, missing);
    }
  return keys.length === 0 ? null : keys;
}
