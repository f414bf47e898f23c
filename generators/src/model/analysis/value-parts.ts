// A schema -> the schemas that speak of the same value, and those that speak of a member of it.

import { type Effort, matcherOf } from "../patterns/matcher.ts";
import type { ObjectSchema, Schema } from "../schema.ts";
import { sameValueChildrenOf } from "../walk.ts";

/** What a reference leads to; a reference cycle is reported elsewhere. */
export function endOf(schema: Schema): Schema {
  let end = schema;
  for (let steps = 0; end.kind === "ref" && steps < 100; steps += 1) end = end.target.schema;
  return end;
}

/** The schemas of the value itself. `follow`: which of those inside a schema speak of the same value; default: those that only validate it too. */
export function partsOf(
  schema: Schema,
  { follow = sameValueChildrenOf, seen = new Set() }: { readonly follow?: Follow; readonly seen?: Set<Schema> } = {},
): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (schema.kind === "ref") return partsOf(schema.target.schema, { follow, seen });
  const inner = follow(schema).flatMap((child) => partsOf(child, { follow, seen }));
  return isCombination(schema) ? inner : [schema, ...inner];
}

type Follow = (schema: Schema) => readonly Schema[];

/** Those that describe the value, without conditions: neither `not` nor `if`. */
export function describingChildrenOf(schema: Schema): readonly Schema[] {
  if (schema.kind === "not") return [];
  return schema.kind === "conditional" ? [schema.then, schema.else] : sameValueChildrenOf(schema);
}

function isCombination({ kind }: Schema): boolean {
  return kind === "union" || kind === "intersection" || kind === "conditional" || kind === "not";
}

/** The schemas of a member: those that list its name or match it, else that of all others. */
export function membersNamed(schema: ObjectSchema, name: string): readonly Schema[] {
  const listed = schema.properties.filter((property) => property.name === name).map((property) => property.schema);
  const speaking = [...listed, ...patternSchemasOf(schema, name)];
  return speaking.length > 0 ? speaking : [schema.additional];
}

// The name of a member -> the `patternProperties` it matches. Steps are counted, so no pattern takes exponential time.

export type { Effort };

/** The steps for one name and one pattern. */
const stepsForOne = 200_000;

/** `null` when undecided. The reader rejects a pattern that is undecided for a required name. */
export function patternMatches(pattern: string, name: string, total: Effort = { left: stepsForOne }): boolean | null {
  const effort = { left: Math.min(stepsForOne, total.left) };
  const before = effort.left;
  const isMatch = matcherOf(pattern).test(name, effort);
  total.left -= before - effort.left;
  return isMatch;
}

/** The schemas of the patterns that a name matches. */
export function patternSchemasOf({ patternProperties }: ObjectSchema, name: string): Schema[] {
  return patternProperties.filter(({ pattern }) => patternMatches(pattern, name) === true).map(({ schema }) => schema);
}
