// How the members of a union are written, and whether no value matches two of them.
import { haveDisjointValues } from "../../model/analysis/discrimination.ts";
import type { Schema } from "../../model/schema.ts";
import { isPlainObject } from "./forms.ts";

/** Members written out in the union itself, as Zod's own discriminated union wants them. */
export function areInlineObjects(members: readonly Schema[], property: string): boolean {
  return members.every(
    (member) =>
      member.kind === "object" &&
      isPlainObject(member) &&
      member.properties.some(({ name, schema }) => name === property && schema.kind === "enum"),
  );
}

/** Whether "exactly one" and "at least one" are the same. A proof, not a guess: `false` only says that none was found. */
export function areDisjoint(schemas: readonly Schema[]): boolean {
  return schemas.every((schema, index) => schemas.slice(index + 1).every((other) => haveDisjointValues(schema, other)));
}
