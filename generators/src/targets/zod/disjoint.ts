// Whether no value can match two of several schemas: then "exactly one" and "at least one" are the same.

import { fixedMembersOf, fixedValuesOf } from "../../model/analysis/fixed-values.ts";
import { commonTypes, hasOnlyType, jsonTypesOf } from "../../model/analysis/json-types.ts";
import type { Json, Schema } from "../../model/schema.ts";
import { canonical } from "../../model/values/equality.ts";

/** A proof, not a guess: `false` only says that none was found. */
export function areDisjoint(schemas: readonly Schema[]): boolean {
  return schemas.every((schema, index) => schemas.slice(index + 1).every((other) => isApart(schema, other)));
}

/** By JSON type, by fixed values, or by the fixed values of a member both require. */
function isApart(a: Schema, b: Schema): boolean {
  if (commonTypes(jsonTypesOf(a), jsonTypesOf(b)).size === 0) return true;
  if (haveNothingInCommon(fixedValuesOf(a), fixedValuesOf(b))) return true;
  if (!hasOnlyType(a, "object") || !hasOnlyType(b, "object")) return false;
  return [...fixedMembersOf(a)].some(([name, values]) =>
    haveNothingInCommon(values, fixedMembersOf(b).get(name) ?? null),
  );
}

function haveNothingInCommon(a: readonly Json[] | null, b: readonly Json[] | null): boolean {
  if (a === null || b === null) return false;
  const known = new Set(a.map(canonical));
  return !b.some((value) => known.has(canonical(value)));
}
