// JSON values -> whether they are objects, and objects with a member changed: what the sampler shares.
import type { Json } from "../schema.ts";

export type JsonObject = { readonly [key: string]: Json };
/** Keys and indices from the root of a value. */
export type Path = readonly (string | number)[];

/** Of a value that was parsed from JSON. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object with one member replaced where it is, or added at the end; `__proto__` is a name like any other. */
export function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...Object.entries(object), [name, value]]);
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, key === name ? value : member]));
}
