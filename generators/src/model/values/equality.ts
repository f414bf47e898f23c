// Equality of JSON values as JSON Schema defines it: by value; the order of object keys does not count.
import type { Json } from "../schema.ts";

/** A string that two values share exactly when they are equal. 1 and 1.0 are one number, 0 and -0 too. */
export function canonical(value: Json): string {
  if (typeof value === "number") return JSON.stringify(value + 0 === 0 ? 0 : value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.sort().join(",")}}`;
}

/** `Array.isArray`, which does not narrow readonly arrays. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
