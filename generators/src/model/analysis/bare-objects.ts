// Object schemas whose type has no member of its own: `type: object` alone, and in one direction a schema of which every property is
// `readOnly` or `writeOnly`. Beside another part of an `allOf` they add nothing.

import type { Location } from "../place.ts";
import { type NamedSchema, noAnnotations, type ObjectSchema, type Property, type Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { commonTypes, type JsonTypes, jsonTypesOf } from "./json-types.ts";

/** `free`: no member is described. `emptied`: only members that the type of this direction omits. */
export type BareObjectKind = "free" | "emptied";

/** `null` when the schema describes members, or accepts objects in more than one way. `allowed`: the types a value can have. */
export function bareObjectKindOf(
  schema: Schema,
  allowed: JsonTypes,
  seen: ReadonlySet<NamedSchema> = new Set(),
): BareObjectKind | null {
  switch (schema.kind) {
    case "object":
      return bareObjectKindOfObject(schema);
    case "ref":
      return seen.has(schema.target)
        ? null
        : bareObjectKindOf(schema.target.schema, allowed, new Set([...seen, schema.target]));
    case "unevaluated":
      return bareObjectKindOf(schema.schema, allowed, seen);
    case "intersection":
      return commonOf(
        schema.members.filter(({ kind }) => kind !== "any"),
        allowed,
        seen,
      );
    case "union":
      return commonOf(
        schema.members.filter((member) => commonTypes(jsonTypesOf(member), allowed).size > 0),
        allowed,
        seen,
      );
    case "any":
    case "never":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "array":
    case "enum":
    case "not":
    case "conditional":
      return null;
    default:
      return unreachable(schema);
  }
}

/** Of one object schema alone. */
export function bareObjectKindOfObject(schema: ObjectSchema): BareObjectKind | null {
  const { properties, requiredElsewhere } = schema;
  const isListed = requiredElsewhere.length > 0 || properties.some(({ unsent }) => unsent !== true);
  if (isListed || describesOtherMembers(schema)) return null;
  if (properties.length > 0) return "emptied";
  return schema.additional.kind === "never" ? null : "free";
}

/** Whether the description has a schema for members that are not listed. */
export function describesOtherMembers({ patternProperties, additional, additionalStated }: ObjectSchema): boolean {
  return patternProperties.length > 0 || (additionalStated && additional.kind !== "never");
}

function commonOf(
  schemas: readonly Schema[],
  allowed: JsonTypes,
  seen: ReadonlySet<NamedSchema>,
): BareObjectKind | null {
  const all = schemas.map((schema) => bareObjectKindOf(schema, allowed, seen));
  if (all.length === 0 || all.includes(null)) return null;
  return all.includes("emptied") ? "emptied" : "free";
}

// Members by name -> an object schema that has them and allows others: for objects that are not schemas in the description.

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
