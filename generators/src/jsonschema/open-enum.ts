// Enums that may grow -> the values known so far. Any string is accepted; the values are for readers and editors.
import type { Node } from "../source/index.ts";
import type { TypeSet } from "./json-types.ts";
import type { SchemaReader } from "./schema-reader.ts";

/**
 * `x-extensible-enum` with a list, as in Zalando's guidelines; or an `enum` of strings that is open by `x-extensible-enum: true`
 * or by the configuration. `null` for all others. A single value is a constant, which only its author opens.
 */
export function knownValuesOf(reading: SchemaReader, node: Node): readonly string[] | null {
  const mark = node.get("x-extensible-enum");
  const field = node.has("enum") ? node.get("enum") : mark;
  if (field?.isArray !== true) return null;
  const values = field.items().map((item) => item.value);
  const known = values.filter((value) => typeof value === "string");
  if (known.length === 0 || values.some((value) => typeof value !== "string" && value !== null)) return null;
  if (!node.has("enum") || mark?.value === true) return known;
  return reading.registry.options.openEnums === true && mark?.value !== false && known.length > 1 ? known : null;
}

/** Whether only the configuration opens it. */
export function isOpenedByRule(node: Node): boolean {
  return node.has("enum") && node.get("x-extensible-enum")?.value !== true;
}

/** Whether `enum` accepts other values: only where the type is string anyway. */
export function isOpenEnum(reading: SchemaReader, node: Node, types: TypeSet | null): boolean {
  return node.has("enum") && types?.types.has("string") === true && knownValuesOf(reading, node) !== null;
}
