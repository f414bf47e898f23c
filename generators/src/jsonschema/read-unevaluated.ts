// `unevaluatedProperties` and `unevaluatedItems` -> what is said of the members and elements that no other keyword looks at.
import type { Schema } from "../model/schema.ts";
import { noNotes } from "../model/schema.ts";
import type { Node } from "../source/index.ts";
import type { SchemaReading } from "./schema-reading.ts";

type Unevaluated = "unevaluatedProperties" | "unevaluatedItems";

/** Keywords whose schemas judge the same value, and so look at its members and elements. */
const inPlace = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies"];

/** `beside`, which is all that the other keywords of the schema say, and what holds for what they leave. */
export function readUnevaluated(reading: SchemaReading, node: Node, beside: Schema): Schema {
  const restOf = (keyword: Unevaluated): Schema | null => {
    const field = node.get(keyword);
    return field !== undefined && isOfOthers(node, keyword) ? reading.read(field) : null;
  };
  const [properties, items] = [restOf("unevaluatedProperties"), restOf("unevaluatedItems")];
  if (properties === null && items === null) return beside;
  return { kind: "unevaluated", schema: beside, properties, items, at: node, notes: noNotes };
}

/**
 * What `additionalProperties` or `items` would say: the keyword itself, or, where nothing but the keywords of the object or
 * the array can have looked at a member or an element, the unevaluated one, which then says the same.
 */
export function restOf(node: Node, stated: string, unevaluated: Unevaluated): Node | undefined {
  return node.get(stated) ?? (isOfOthers(node, unevaluated) ? undefined : node.get(unevaluated));
}

/** Whether what is left depends on schemas that judge the same value, or, by `contains`, on the elements. */
export function isOfOthers(node: Node, keyword: string): boolean {
  if (keyword === "unevaluatedItems" && node.has("contains")) return true;
  return keyword.startsWith("unevaluated") && inPlace.some((other) => node.has(other));
}
