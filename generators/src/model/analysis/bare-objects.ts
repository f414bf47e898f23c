// Object schemas whose type has no member of its own: `type: object` alone, and in one direction a schema of which every property is
// `readOnly` or `writeOnly`. Beside another part of an `allOf` they add nothing.
import type { NamedSchema, ObjectSchema, Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { commonTypes, type JsonTypes, jsonTypesOf } from "./json-types.ts";

/** `free`: no member is described. `emptied`: only members that the type of this direction omits. */
export type Bareness = "free" | "emptied";

/** `null` when the schema describes members, or accepts objects in more than one way. `allowed`: the types a value can have. */
export function barenessOf(
  schema: Schema,
  allowed: JsonTypes,
  seen: ReadonlySet<NamedSchema> = new Set(),
): Bareness | null {
  switch (schema.kind) {
    case "object":
      return objectBarenessOf(schema);
    case "ref":
      return seen.has(schema.target)
        ? null
        : barenessOf(schema.target.schema, allowed, new Set([...seen, schema.target]));
    case "unevaluated":
      return barenessOf(schema.schema, allowed, seen);
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

function objectBarenessOf(schema: ObjectSchema): Bareness | null {
  const { properties, requiredElsewhere } = schema;
  const isListed = requiredElsewhere.length > 0 || properties.some(({ unsent }) => unsent !== true);
  if (isListed || speaksOfOthers(schema)) return null;
  if (properties.length > 0) return "emptied";
  return schema.additional.kind === "never" ? null : "free";
}

/** Whether the description has a schema for members that are not listed. */
export function speaksOfOthers({ patternProperties, additional, additionalStated }: ObjectSchema): boolean {
  return patternProperties.length > 0 || (additionalStated && additional.kind !== "never");
}

function commonOf(schemas: readonly Schema[], allowed: JsonTypes, seen: ReadonlySet<NamedSchema>): Bareness | null {
  const all = schemas.map((schema) => barenessOf(schema, allowed, seen));
  if (all.length === 0 || all.includes(null)) return null;
  return all.includes("emptied") ? "emptied" : "free";
}
