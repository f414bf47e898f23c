// A value of a description -> the same as code has it: with `bigint` for the integers of 64 bits in its schema.
import { membersNamed, partsOf } from "../analysis/value-parts.ts";
import type { Json, Schema } from "../schema.ts";

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
  if (isArray(value)) {
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

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
