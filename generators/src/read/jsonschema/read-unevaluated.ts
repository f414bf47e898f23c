// `unevaluatedProperties` and `unevaluatedItems` -> schemas for the members and elements that no other keyword evaluates.
import { noAnnotations, type Schema } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import type { SchemaReader } from "./schema-reader.ts";

type Unevaluated = "unevaluatedProperties" | "unevaluatedItems";

/** Keywords whose schemas validate the same value, and so evaluate its members and elements. */
const inPlace = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies"];

/** `beside`, the schema of all other keywords, and the schemas for what they do not evaluate. */
export function readUnevaluated(reading: SchemaReader, node: Node, beside: Schema): Schema {
  const restOf = (keyword: Unevaluated): Schema | null => {
    const field = node.get(keyword);
    return field !== undefined && dependsOnOtherSchemas(node, keyword) ? reading.read(field) : null;
  };
  const [properties, items] = [restOf("unevaluatedProperties"), restOf("unevaluatedItems")];
  if (properties === null && items === null) return beside;
  return { kind: "unevaluated", schema: beside, properties, items, at: node, annotations: noAnnotations };
}

/**
 * The schema for the remaining members or elements: `additionalProperties` or `items` itself, or the unevaluated keyword where
 * only the keywords of the object or the array can evaluate one, so that both mean the same.
 */
export function restOf(node: Node, stated: string, unevaluated: Unevaluated): Node | undefined {
  return node.get(stated) ?? (dependsOnOtherSchemas(node, unevaluated) ? undefined : node.get(unevaluated));
}

/** Whether what is unevaluated depends on schemas that validate the same value, or, by `contains`, on the elements. */
export function dependsOnOtherSchemas(node: Node, keyword: string): boolean {
  if (keyword === "unevaluatedItems" && node.has("contains")) return true;
  return keyword.startsWith("unevaluated") && inPlace.some((other) => node.has(other));
}
