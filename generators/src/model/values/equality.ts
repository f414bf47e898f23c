// Equality of JSON values as JSON Schema defines it: by value; the order of object keys does not count. And values as code has them.

import { membersNamed, partsOf } from "../analysis/value-parts.ts";
import type { Json, Schema } from "../schema.ts";

/** A string that two values share exactly when they are equal. 1 and 1.0 are one number, 0 and -0 too. */
export function canonical(value: Json): string {
  if (typeof value === "number") return JSON.stringify(value + 0 === 0 ? 0 : value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.sort().join(",")}}`;
}

/** `Array.isArray`, which does not narrow readonly arrays. */
export function isList<Value>(value: Value): value is Extract<Value, readonly unknown[]> {
  return Array.isArray(value);
}

// A value of a description -> the same as code has it: with `bigint` for the integers of 64 bits in its schema.

/** A JSON value whose integers may be `bigint`. */
export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** `schemas`: those of the value. */
export function exactValue(value: Json, ...schemas: readonly Schema[]): ExactJson {
  const parts = schemas.flatMap((schema) => partsOf(schema));
  if (typeof value === "number") {
    const isBigint = parts.some((part) => (part.kind === "number" || part.kind === "enum") && part.bigint === true);
    return isBigint && Number.isInteger(value) ? BigInt(value) : value;
  }
  if (isList(value)) {
    const arrays = parts.filter((part) => part.kind === "array");
    return value.map((item, at) =>
      exactValue(item, ...arrays.map(({ prefixItems, items }) => prefixItems[at] ?? items)),
    );
  }
  if (typeof value !== "object" || value === null) return value;
  const objects = parts.filter((part) => part.kind === "object");
  const members = Object.entries(value).map(([name, member]): [string, ExactJson] => [
    name,
    exactValue(member, ...objects.flatMap((object) => membersNamed(object, name))),
  ]);
  return Object.fromEntries(members);
}
