// JSON values -> what they are, and the same values with a member or an element changed.
import type { Json } from "waybill/description";

export type JsonObject = { readonly [key: string]: Json };
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

export const jsonTypes: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (isList(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "string":
      return "string";
    default:
      return "object";
  }
}

/** A member of the object's own: `toString` is none of `{}`. */
export function memberOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The object with one member replaced where it stands, or added at the end; `__proto__` is a name like any other. */
export function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...Object.entries(object), [name, value]]);
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, key === name ? value : member]));
}

export function withoutMember(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** A string that two values share exactly when JSON Schema calls them equal: by value, whatever the order of keys. */
export function canonical(value: Json): string {
  if (isList(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.sort().join(",")}}`;
}

/** The first of each set of equal values, in order. */
export function distinct(values: Iterable<Json>): Json[] {
  const found = new Map<string, Json>();
  for (const value of values) {
    const key = canonical(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/** A value in a sentence, cut when it is long. */
export function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 36)}…`;
}
