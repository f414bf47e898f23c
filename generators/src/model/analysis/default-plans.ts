// Members that have a default -> the rule by which plans say where values may lack them.
import type { Json, NamedSchema, Property, Schema, UnionSchema } from "../schema.ts";
import { exactValue } from "../values/exact-values.ts";
import { matches } from "../values/matching.ts";
import { objectsApart } from "./discrimination.ts";
import { commonTypes, jsonTypesOf } from "./json-types.ts";
import type { PlaceRule } from "./place-plans.ts";

export const defaultRule: PlaceRule = {
  isPlace: () => false,
  withUnevaluated: false,
  defaultsOf: ({ properties }) =>
    properties.flatMap((each) => {
      const value = defaultOf(each);
      return value === null ? [] : [[each.name, exactValue(value.value, each.schema)] as const];
    }),
  decidedMembersOf,
};

/** The default that an absent member gets: one that its own schema accepts, of a member that this direction has. */
export function defaultOf({
  required,
  unsent,
  schema,
}: Pick<Property, "required" | "unsent" | "schema">): { value: Json } | null {
  if (required || unsent === true) return null;
  const stated = statedIn(schema, new Set());
  return stated === null || !matches(schema, stated.value) ? null : stated;
}

/** Beside the other keywords, in a part of them or in what they refer to. */
function statedIn(schema: Schema, seen: ReadonlySet<NamedSchema>): { value: Json } | null {
  const own = schema.annotations.default;
  if (own !== null) return { value: own.value };
  if (schema.kind === "ref" && !seen.has(schema.target))
    return statedIn(schema.target.schema, new Set([...seen, schema.target]));
  if (schema.kind !== "intersection") return null;
  return schema.members.map((member) => statedIn(member, seen)).find((stated) => stated !== null) ?? null;
}

/**
 * The alternatives that the type of a value or a member with listed values selects. Of others it is unknown whether they apply, so
 * their defaults are documentation.
 */
export function decidedMembersOf(union: UnionSchema): readonly Schema[] {
  const { members } = union;
  if (objectsApart(union) !== null) return members;
  return members.filter((member, index) =>
    members.every((other, at) => at === index || commonTypes(jsonTypesOf(member), jsonTypesOf(other)).size === 0),
  );
}
