// Two schemas -> whether no value is valid for both, as far as JSON types, listed values and required members show.
import type { Json, ObjectSchema, Schema } from "../schema.ts";
import { canonical } from "../values/equality.ts";
import { resolvedSchema } from "../walk.ts";
import { fixedMembersOf, fixedValuesOf } from "./fixed-values.ts";
import { commonTypes, hasOnlyType, jsonTypesOf } from "./json-types.ts";

/** A proof, not a guess: `false` only says that none was found. */
export function areApart(one: Schema, other: Schema, depth = 0): boolean {
  if (haveDisjointValues(one, other)) return true;
  if (depth > 8) return false;
  const [a, b] = [resolvedSchema(one), resolvedSchema(other)];
  if (a.kind === "union") return a.members.every((member) => areApart(member, b, depth + 1));
  if (b.kind === "union") return areApart(b, a, depth + 1);
  if (a.kind === "intersection") return a.members.some((member) => areApart(member, b, depth + 1));
  if (b.kind === "intersection") return areApart(b, a, depth + 1);
  if (a.kind !== "object" || b.kind !== "object") return false;
  return excludes(a, b, depth) || excludes(b, a, depth);
}

/** The same by JSON type, by listed values, or by the listed values of a member that both require: what schemas in code are built on. */
export function haveDisjointValues(a: Schema, b: Schema): boolean {
  if (commonTypes(jsonTypesOf(a), jsonTypesOf(b)).size === 0) return true;
  if (haveNoCommonValue(fixedValuesOf(a), fixedValuesOf(b))) return true;
  if (!hasOnlyType(a, "object") || !hasOnlyType(b, "object")) return false;
  return [...fixedMembersOf(a)].some(([name, values]) =>
    haveNoCommonValue(values, fixedMembersOf(b).get(name) ?? null),
  );
}

function haveNoCommonValue(a: readonly Json[] | null, b: readonly Json[] | null): boolean {
  if (a === null || b === null) return false;
  const known = new Set(a.map(canonical));
  return !b.some((value) => known.has(canonical(value)));
}

/** Whether `a` requires a member that `b` does not allow, or only with other values. */
function excludes(a: ObjectSchema, b: ObjectSchema, depth: number): boolean {
  const isClosed = b.additional.kind === "never" && b.patternProperties.length === 0;
  const allowed = new Map(b.properties.map(({ name, schema }) => [name, schema]));
  const required = a.properties.filter((property) => property.required);
  if (isClosed && [...required.map(({ name }) => name), ...a.requiredElsewhere].some((name) => !allowed.has(name)))
    return true;
  return required.some(({ name, schema }) => {
    const own = allowed.get(name);
    return own !== undefined && areApart(schema, own, depth + 1);
  });
}
