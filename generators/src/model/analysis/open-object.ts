// Members by name -> an object schema that has them and allows others: for objects that are not schemas in the description.
import type { Location } from "../place.ts";
import { noAnnotations, type ObjectSchema, type Property } from "../schema.ts";

/** `members` can be parameters or headers: only the fields of a property are copied. */
export function openObjectOf(members: readonly Property[], at: Location): ObjectSchema {
  return {
    kind: "object",
    properties: members.map(({ name, required, schema, at: place }) => ({ name, required, schema, at: place })),
    patternProperties: [],
    additional: { kind: "any", at, annotations: noAnnotations },
    additionalStated: false,
    requiredElsewhere: [],
    propertyNames: null,
    minProperties: null,
    maxProperties: null,
    dependentRequired: [],
    dependentSchemas: [],
    at,
    annotations: noAnnotations,
  };
}
