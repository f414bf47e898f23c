// Members by name -> the object schema that has them and is open to others: what a reader or a target makes up by itself.
import type { Location } from "./place.ts";
import { noNotes, type ObjectSchema, type Property } from "./schema.ts";

/** `members` may be parameters or headers, of which only what a property has is taken. */
export function openObjectOf(members: readonly Property[], at: Location): ObjectSchema {
  return {
    kind: "object",
    properties: members.map(({ name, required, schema, at: place }) => ({ name, required, schema, at: place })),
    patternProperties: [],
    additional: { kind: "any", at, notes: noNotes },
    additionalStated: false,
    requiredElsewhere: [],
    propertyNames: null,
    minProperties: null,
    maxProperties: null,
    dependentRequired: [],
    dependentSchemas: [],
    at,
    notes: noNotes,
  };
}
