// How the members of a union differ: by a property whose values select a member, or so that no value matches two of them.
import { haveDisjointValues } from "../../model/analysis/disjoint.ts";
import { fixedMembersOf } from "../../model/analysis/fixed-values.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import type { Json, Schema, UnionSchema } from "../../model/schema.ts";
import { isInherited, isPlainObject } from "./forms.ts";

export interface Discrimination {
  readonly property: string;
  readonly members: readonly (readonly [value: string, member: Schema])[];
}

/** All members are objects that require the property, with strings no two of them share. */
export function discriminationOf({ members, discriminator }: UnionSchema): Discrimination | null {
  const [first] = members;
  if (first === undefined || members.length < 2 || !members.every((member) => hasOnlyType(member, "object")))
    return null;
  const named = discriminator === null ? [] : [discriminator.property];
  const candidates = [...named, ...fixedMembersOf(first).keys()].filter((name) => !isInherited(name));
  for (const property of candidates) {
    const entries = members.map((member) => [member, fixedMembersOf(member).get(property) ?? []] as const);
    const byValue = entries.flatMap(([member, values]) =>
      values.filter(isString).map((value) => [value, member] as const),
    );
    const isComplete = entries.every(([, values]) => values.length > 0 && values.every(isString));
    if (isComplete && new Set(byValue.map(([value]) => value)).size === byValue.length)
      return { property, members: byValue };
  }
  return null;
}

/** Members written out in the union itself, as Zod's own discriminated union wants them. */
export function areInlineObjects(members: readonly Schema[], property: string): boolean {
  return members.every(
    (member) =>
      member.kind === "object" &&
      isPlainObject(member) &&
      member.properties.some(({ name, schema }) => name === property && schema.kind === "enum"),
  );
}

function isString(value: Json): value is string {
  return typeof value === "string";
}

/** Whether "exactly one" and "at least one" are the same. A proof, not a guess: `false` only says that none was found. */
export function areDisjoint(schemas: readonly Schema[]): boolean {
  return schemas.every((schema, index) => schemas.slice(index + 1).every((other) => haveDisjointValues(schema, other)));
}
