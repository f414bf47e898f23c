// Enums that may grow -> the values known so far. Any string is accepted; the values are there for readers and editors.
import type { Node } from "../source/index.ts";
import type { TypeSet } from "./json-types.ts";
import type { SchemaReading } from "./schema-reading.ts";

/**
 * `x-extensible-enum` with a list, as Zalando's guidelines have it; or an `enum` of strings that `x-extensible-enum: true` beside
 * it, or the configuration, opens. `null` for all others. One value alone is a constant, which only its author opens.
 */
export function knownValuesOf(reading: SchemaReading, node: Node): readonly string[] | null {
  const mark = node.get("x-extensible-enum");
  const field = node.has("enum") ? node.get("enum") : mark;
  if (field?.isArray !== true) return null;
  const values = field.items().map((item) => item.value);
  const known = values.filter((value) => typeof value === "string");
  if (known.length === 0 || values.some((value) => typeof value !== "string" && value !== null)) return null;
  if (!node.has("enum") || mark?.value === true) return known;
  return reading.openEnums && mark?.value !== false && known.length > 1 ? known : null;
}

/** Whether nobody but the configuration opens it. */
export function isOpenedByRule(node: Node): boolean {
  return node.has("enum") && node.get("x-extensible-enum")?.value !== true;
}

/** Whether the values of `enum` refuse no other: only where the type is a string anyway. */
export function isOpenEnum(reading: SchemaReading, node: Node, types: TypeSet | null): boolean {
  return node.has("enum") && types?.types.has("string") === true && knownValuesOf(reading, node) !== null;
}
