// The annotations of a schema: title, description, default, examples and the author's own members.
import { type Annotations, type LocatedValue, noAnnotations } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { extensionsOf, itemsOf, type Reading, stringField } from "../fields/index.ts";
import { checkExact } from "./exact-number.ts";
import { flagOf, jsonOf, reject, textOf } from "./keyword-values.ts";

export function annotationsOf(reading: Reading, node: Node): Annotations {
  const fallback = node.get("default");
  if (fallback !== undefined) checkExact(reading.report, fallback, "warning");
  return {
    title: textOf(reading, node, "title"),
    description: descriptionOf(reading, node),
    deprecated: flagOf(reading, node, "deprecated"),
    readOnly: flagOf(reading, node, "readOnly"),
    writeOnly: flagOf(reading, node, "writeOnly"),
    default: fallback === undefined ? null : locatedValue(fallback),
    examples: node.has("example") || node.has("examples") ? examplesOf(reading, node) : noAnnotations.examples,
    enumDescriptions: node.has("x-enumDescriptions") ? enumDescriptionsOf(node) : noAnnotations.enumDescriptions,
    extensions: extensionsOf(node),
  };
}

/** A long text can be a reference to a file, as in other objects. */
function descriptionOf(reading: Reading, node: Node): string | null {
  return node.get("description")?.has("$ref") === true
    ? stringField(reading, node, "description")
    : textOf(reading, node, "description");
}

export function locatedValue(node: Node): LocatedValue {
  return { value: jsonOf(node), at: node };
}

function examplesOf(reading: Reading, node: Node): LocatedValue[] {
  const [single, several] = [node.get("example"), node.get("examples")];
  // In other objects it is a map, which some authors carry over.
  if (several !== undefined && !several.isArray) {
    reject(reading, several, "an array");
    return single === undefined ? [] : [locatedValue(single)];
  }
  return [...(single === undefined ? [] : [single]), ...itemsOf(reading, node, "examples")].map(locatedValue);
}

/** `x-enumDescriptions`, as Redocly reads it: value to meaning. */
function enumDescriptionsOf(node: Node): Record<string, string> {
  const members = node.get("x-enumDescriptions")?.members() ?? [];
  return Object.fromEntries(members.flatMap(({ key, value }) => (typeof value === "string" ? [[key, value]] : [])));
}
