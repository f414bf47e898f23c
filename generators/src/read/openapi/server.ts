// Server Object -> Server.
import { type Extra, keyOf, nearest } from "../../diagnostics/index.ts";
import type { Server } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { itemsOf, membersOf, type Reading, requiredString, stringField, stringsOf } from "../fields/index.ts";
import { ownObject } from "./openapi-reading.ts";

/** `null` when there are none, which are then inherited; an empty list means the same. */
export function readOwnServers(reading: Reading, owner: Node): Server[] | null {
  const servers = readServers(reading, owner);
  return servers.length === 0 ? null : servers;
}

export function readServers(reading: Reading, owner: Node): Server[] {
  return itemsOf(reading, owner, "servers").flatMap((node) => {
    if (ownObject(reading, node, "a server") === null) return [];
    const server = {
      url: requiredString(reading, node, { name: "url", object: "a server", missing }),
      name: stringField(reading, node, "name"),
      description: stringField(reading, node, "description"),
      variables: membersOf(reading, node, "variables").flatMap((variable) => readVariable(reading, variable) ?? []),
      at: node,
    };
    checkVariables(reading, node, server);
    return server;
  });
}

const missing: Extra = { tolerated: null, stops: ["calls"] };

function readVariable(reading: Reading, node: Node): Server["variables"][number] | null {
  if (ownObject(reading, node, "a server variable") === null) return null;
  const fallback = requiredString(reading, node, { name: "default", object: "a server variable", missing });
  const values = stringsOf(reading, node, "enum");
  const place = node.get("default");
  if (values.length > 0 && place !== undefined && !values.includes(fallback)) {
    const failure = `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
    const tolerated = "the default is used as written";
    reading.report.add("invalid-default", place, { failure }, { tolerated, stops: ["calls"] });
  }
  return { name: node.key, default: fallback, enum: values, description: stringField(reading, node, "description") };
}

function checkVariables(reading: Reading, node: Node, { url, variables }: Pick<Server, "url" | "variables">): void {
  const known = variables.map((variable) => variable.name);
  for (const [, name = ""] of url.matchAll(/\{([^{}]*)\}/g)) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    reading.report.add("undefined-server-variable", node.get("url") ?? keyOf(node), { name, near });
  }
}
