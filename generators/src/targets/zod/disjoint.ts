// Whether no value can match two of several schemas: then "exactly one" and "at least one" are the same.
import { canonical } from "../../model/equality.ts";
import { commonTypes, jsonTypesOf } from "../../model/json-types.ts";
import type { Json, NamedSchema, Schema } from "../../model/schema.ts";

/** A proof, not a guess: `false` only says that none was found. */
export function areDisjoint(schemas: readonly Schema[]): boolean {
  return schemas.every((schema, index) => schemas.slice(index + 1).every((other) => isApart(schema, other)));
}

/** By JSON type, by fixed values, or by the fixed values of a member both require. */
function isApart(a: Schema, b: Schema): boolean {
  if (commonTypes(jsonTypesOf(a), jsonTypesOf(b)).size === 0) return true;
  if (haveNothingInCommon(fixedValuesOf(a), fixedValuesOf(b))) return true;
  if (!isObjectOnly(a) || !isObjectOnly(b)) return false;
  return [...fixedMembersOf(a)].some(([name, values]) =>
    haveNothingInCommon(values, fixedMembersOf(b).get(name) ?? null),
  );
}

function haveNothingInCommon(a: readonly Json[] | null, b: readonly Json[] | null): boolean {
  if (a === null || b === null) return false;
  const known = new Set(a.map(canonical));
  return !b.some((value) => known.has(canonical(value)));
}

export function isObjectOnly(schema: Schema): boolean {
  const types = jsonTypesOf(schema);
  return types.size === 1 && types.has("object");
}

type Seen = ReadonlySet<NamedSchema>;
const nothingSeen: Seen = new Set();

/** All values a schema can accept, where they are listed; `null` where they are not. */
export function fixedValuesOf(schema: Schema, seen: Seen = nothingSeen): readonly Json[] | null {
  switch (schema.kind) {
    case "null":
      return [null];
    case "enum":
      return schema.values;
    case "ref":
      return seen.has(schema.target) ? null : fixedValuesOf(schema.target.schema, new Set([...seen, schema.target]));
    case "unevaluated":
      return fixedValuesOf(schema.schema, seen);
    case "intersection":
      return schema.members.map((member) => fixedValuesOf(member, seen)).find((values) => values !== null) ?? null;
    default:
      return null;
  }
}

/** The members an object must have whose values are listed, by name. */
export function fixedMembersOf(schema: Schema, seen: Seen = nothingSeen): ReadonlyMap<string, readonly Json[]> {
  switch (schema.kind) {
    case "object":
      return new Map(
        schema.properties.flatMap(({ name, required, schema: member }) => {
          const values = required ? fixedValuesOf(member) : null;
          return values === null ? [] : [[name, values]];
        }),
      );
    case "ref":
      return seen.has(schema.target)
        ? new Map()
        : fixedMembersOf(schema.target.schema, new Set([...seen, schema.target]));
    case "unevaluated":
      return fixedMembersOf(schema.schema, seen);
    case "intersection":
      return new Map(schema.members.flatMap((member) => [...fixedMembersOf(member, seen)]));
    default:
      return new Map();
  }
}
