// A schema -> all the values it can accept, if it lists them, and those of the required members of its objects.

import type { Json, NamedSchema, Schema } from "../schema.ts";
import { canonical } from "../values/equality.ts";

/** The named schemas visited so far: each counts once. */
type Seen = Set<NamedSchema>;

/** All values a schema can accept, if they are listed; `null` otherwise. */
export function fixedValuesOf(schema: Schema, seen: Seen = new Set()): readonly Json[] | null {
  switch (schema.kind) {
    case "null":
      return [null];
    case "enum":
      return schema.values;
    case "ref":
      return seen.has(schema.target) ? null : fixedValuesOf(schema.target.schema, seen.add(schema.target));
    case "unevaluated":
      return fixedValuesOf(schema.schema, seen);
    case "intersection":
      return schema.members.map((member) => fixedValuesOf(member, seen)).reduce(bothOf, null);
    default:
      return null;
  }
}

/** The required members with listed values, by name. */
export function fixedMembersOf(schema: Schema): ReadonlyMap<string, readonly Json[]> {
  const { required, values } = membersOf(schema, new Set());
  return new Map([...values].filter(([name]) => required.has(name)));
}

/** The members with listed values, required or not, by name. */
export function listedMembersOf(schema: Schema): ReadonlyMap<string, readonly Json[]> {
  return membersOf(schema, new Set()).values;
}

/** The names of required members. */
export function requiredMembersOf(schema: Schema): ReadonlySet<string> {
  return membersOf(schema, new Set()).required;
}

interface Members {
  readonly required: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly Json[]>;
}

const nothingKnown: Members = { required: new Set(), values: new Map() };

/** One part of a schema may require a member whose values another one lists. */
function membersOf(schema: Schema, seen: Seen): Members {
  switch (schema.kind) {
    case "object": {
      const required = schema.properties.filter((property) => property.required).map(({ name }) => name);
      const values = schema.properties.flatMap(({ name, schema: member }) => {
        const fixed = fixedValuesOf(member);
        return fixed === null ? [] : [[name, fixed] as const];
      });
      return { required: new Set([...required, ...schema.requiredElsewhere]), values: new Map(values) };
    }
    case "ref":
      return seen.has(schema.target) ? nothingKnown : membersOf(schema.target.schema, seen.add(schema.target));
    case "unevaluated":
      return membersOf(schema.schema, seen);
    case "union":
      // One member for each type of value: only the one for objects counts.
      return schema.mode === "types"
        ? membersOf(schema.members.find(({ kind }) => kind === "object") ?? anyAt(schema), seen)
        : eitherOf(schema.members.map((member) => membersOf(member, new Set(seen))));
    case "intersection":
      return schema.members.map((member) => membersOf(member, seen)).reduce(together, nothingKnown);
    default:
      return nothingKnown;
  }
}

function anyAt({ at, annotations }: Schema): Schema {
  return { kind: "any", at, annotations };
}

function together(a: Members, b: Members): Members {
  const values = new Map(a.values);
  for (const [name, fixed] of b.values) values.set(name, bothOf(values.get(name) ?? null, fixed) ?? fixed);
  return { required: new Set([...a.required, ...b.required]), values };
}

/** What all alternatives require, and the values of what all of them list. */
function eitherOf([first = nothingKnown, ...others]: readonly Members[]): Members {
  const required = [...first.required].filter((name) => others.every((other) => other.required.has(name)));
  const values = [...first.values].flatMap(([name, fixed]) => {
    const lists = others.map((other) => other.values.get(name));
    return lists.includes(undefined) ? [] : [[name, [...fixed, ...lists.flatMap((list) => list ?? [])]] as const];
  });
  return { required: new Set(required), values: new Map(values) };
}

/** The values in both lists; `null` means not listed. */
function bothOf(a: readonly Json[] | null, b: readonly Json[] | null): readonly Json[] | null {
  if (a === null || b === null) return a ?? b;
  const known = new Set(b.map(canonical));
  return a.filter((value) => known.has(canonical(value)));
}
