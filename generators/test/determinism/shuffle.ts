// A document -> the same document with its members in another order, wherever the order of members has no meaning.
import type { Json } from "./descriptions.ts";

/** Picks a number from 0 up to, and without, the given one. */
export type Pick = (below: number) => number;

/** The kind of an object: fields of the standard, or keys of the author, in an order that shows in the output or not. */
type Kind = "fields" | "list" | "set";

/** Maps whose order is the order of what is generated from them. */
const lists = new Set(
  (
    "paths properties patternProperties schemas $defs definitions dependentSchemas dependentRequired mapping content headers examples " +
    "links variables messages channels operations bindings securitySchemes responses x-enumDescriptions"
  ).split(" "),
);

/** Below `components` these are only referred to; the order of the references counts. */
const sets = new Set("responses parameters examples requestBodies headers links".split(" "));

/** Values of the author, which are unchanged. */
const data = new Set("default example examples enum const value".split(" "));

export function shuffled(value: Json, pick: Pick, key = "", kind: Kind = "fields"): Json {
  if (Array.isArray(value)) return value.map((element) => shuffled(element, pick));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): Member => {
    const isSet = key === "components" && sets.has(name);
    if (kind === "fields" && !isSet && (data.has(name) || name.startsWith("x-"))) return [name, member];
    return [name, shuffled(member, pick, name, kindOf(name, kind, isSet))];
  });
  return Object.fromEntries(kind === "list" ? members : inAnyOrder(members, pick));
}

function kindOf(name: string, parent: Kind, isSet: boolean): Kind {
  if (isSet) return "set";
  return parent === "fields" && lists.has(name) ? "list" : "fields";
}

type Member = [name: string, value: Json];

/** Extensions move too, but keep their order among each other: they are listed in the author's order. */
function inAnyOrder(members: readonly Member[], pick: Pick): Member[] {
  const rest = [...members];
  const extensions = members.filter(isExtension);
  return members
    .flatMap(() => rest.splice(pick(rest.length), 1))
    .map((member) => (isExtension(member) ? (extensions.shift() ?? member) : member));
}

function isExtension([name]: Member): boolean {
  return name.startsWith("x-");
}
