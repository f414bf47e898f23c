// Which arrays Zod's own schemas express exactly.
import type { ArraySchema } from "../../model/schema.ts";

/** No element after the first ones. */
export function isClosedTuple({ prefixItems, items, maxItems }: ArraySchema): boolean {
  return items.kind === "never" || (maxItems !== null && maxItems <= prefixItems.length);
}

/** Every one of the first elements is there, and no other: `z.tuple()`. */
export function isFixedTuple(schema: ArraySchema): boolean {
  const { prefixItems, minItems } = schema;
  return prefixItems.length > 0 && isClosedTuple(schema) && minItems !== null && minItems >= prefixItems.length;
}
