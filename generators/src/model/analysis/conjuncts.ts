// Parts of an intersection, without the alternatives that the other parts rule out by their JSON type.

import type { IntersectionSchema, Schema } from "../schema.ts";
import { allJsonTypes, commonTypes, hasOnlyType, type JsonTypes, jsonTypesOf } from "./json-types.ts";

/**
 * The members that say something. `required: [note]` beside a `$ref` to an object speaks of strings and numbers too, namely
 * that they match; beside the object that is only noise.
 */
export function conjunctsOf({ members }: IntersectionSchema, allowed: JsonTypes = allJsonTypes): Schema[] {
  const flat = flattened(members);
  const common = flat.reduce((types, member) => commonTypes(types, jsonTypesOf(member)), allowed);
  const parts = flat.map((member) => narrow(member, common)).filter((member) => member.kind !== "any");
  const others = parts.filter((member) => !isObjectOnly(member));
  const isObject = others.some((member) => hasOnlyType(member, "object"));
  return isObject ? others : parts;
}

/** `type: object` and nothing more: beside another object, it is noise. `additionalProperties: true` decides what is unevaluated. */
function isObjectOnly(schema: Schema): boolean {
  return (
    schema.kind === "object" &&
    schema.properties.length + schema.patternProperties.length + schema.requiredElsewhere.length === 0 &&
    schema.dependentRequired.length + schema.dependentSchemas.length === 0 &&
    !schema.additionalStated &&
    schema.propertyNames === null &&
    schema.minProperties === null &&
    schema.maxProperties === null
  );
}

function flattened(members: readonly Schema[]): Schema[] {
  return members.flatMap((member) => (member.kind === "intersection" ? flattened(member.members) : [member]));
}

function narrow(schema: Schema, allowed: JsonTypes): Schema {
  switch (schema.kind) {
    case "union": {
      const members = schema.members.filter((member) => commonTypes(jsonTypesOf(member), allowed).size > 0);
      const [only] = members;
      if (only === undefined) return { kind: "never", at: schema.at, annotations: schema.annotations };
      return members.length === 1
        ? narrow(only, allowed)
        : { ...schema, members: members.map((member) => narrow(member, allowed)) };
    }
    case "intersection":
      return { ...schema, members: conjunctsOf(schema, allowed) };
    case "conditional":
      // biome-ignore lint/suspicious/noThenProperty: the name JSON Schema gives it
      return { ...schema, then: narrow(schema.then, allowed), else: narrow(schema.else, allowed) };
    default:
      return schema;
  }
}
