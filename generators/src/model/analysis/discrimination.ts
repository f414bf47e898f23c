// A union -> the member that selects its alternative, where `const` or `enum` really separate them. What `discriminator` states is
// documentation: by the standard it changes no verdict, so nothing that validates or converts follows its mapping.
import type { Json, Schema, UnionSchema } from "../schema.ts";
import { fixedMembersOf } from "./fixed-values.ts";
import { hasOnlyType } from "./json-types.ts";

export interface Discrimination {
  readonly property: string;
  readonly members: readonly (readonly [value: string, member: Schema])[];
}

/** All members are objects that require the property, with strings no two of them share. */
export function discriminationOf({ members, discriminator }: UnionSchema): Discrimination | null {
  const [first] = members;
  if (first === undefined || members.length < 2 || !members.every((member) => hasOnlyType(member, "object")))
    return null;
  const described = discriminator === null ? [] : [discriminator.property];
  const candidates = [...described, ...fixedMembersOf(first).keys()].filter((name) => !isInherited(name));
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

/** The same for a union that may accept null, too: code that converts values leaves null as it is. */
export function objectsApart(union: UnionSchema): Discrimination | null {
  const members = union.members.filter((member) => !hasOnlyType(member, "null"));
  return discriminationOf({ ...union, members });
}

/** `constructor`, `toString`, `__proto__`: members that every object inherits. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

function isString(value: Json): value is string {
  return typeof value === "string";
}
