// A value and its schema -> the part of it that the schema describes: members that an open object merely allows are not in a
// type, and document nothing about the API.

import { bareObjectKindOfObject, describesOtherMembers } from "../analysis/bare-objects.ts";
import { patternSchemasOf } from "../analysis/value-parts.ts";
import type { Json, NamedSchema, ObjectSchema, Schema } from "../schema.ts";
import { isList } from "./equality.ts";
import { matches } from "./matching.ts";

export function describedPartOf(schema: Schema, value: Json): Json {
  return partOf([schema], value);
}

/** `schemas`: all that apply to the value. */
function partOf(schemas: readonly Schema[], value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  const speaking = describing(schemas.flatMap((schema) => alternativesOf(schema, value, [])));
  // A schema that accepts any value describes nothing.
  if (speaking.some(({ kind }) => kind === "any" || kind === "enum" || kind === "not")) return value;
  if (isList(value)) {
    const arrays = speaking.filter((schema) => schema.kind === "array");
    const elements = (at: number): Schema[] => arrays.map(({ prefixItems, items }) => prefixItems[at] ?? items);
    return value.map((item, at) => partOf(elements(at), item));
  }
  const objects = speaking.filter((schema) => schema.kind === "object");
  if (objects.length === 0) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const memberSchemas = objects.flatMap((object) => memberSchemasOf(object, name));
    return memberSchemas.length === 0 ? [] : [[name, partOf(memberSchemas, member)]];
  });
  return Object.fromEntries(members);
}

/** Of schemas that all apply: without those that describe nothing beside others, such as `type: object` beside an `allOf`. */
function describing(schemas: Schema[]): Schema[] {
  const rest = schemas.filter((schema) => !isSilent(schema));
  return rest.length === 0 ? schemas : rest;
}

const isSilent = (schema: Schema): boolean => schema.kind === "any" || (schema.kind === "object" && isFree(schema));

const isFree = (schema: ObjectSchema): boolean => bareObjectKindOfObject(schema) === "free";

/** The schemas inside of combinations that apply to the value; of a union, those that it matches. */
function alternativesOf(schema: Schema, value: Json, inside: readonly NamedSchema[]): Schema[] {
  const within = (inner: Schema): Schema[] => alternativesOf(inner, value, inside);
  switch (schema.kind) {
    case "ref":
      if (inside.includes(schema.target)) return [];
      return alternativesOf(schema.target.schema, value, [...inside, schema.target]);
    case "intersection":
      return describing(schema.members.flatMap(within));
    case "union": {
      const matching = schema.members.filter((member) => matches(member, value)).map(within);
      // One that accepts any members is enough.
      return matching.find((alternative) => alternative.every(isSilent)) ?? matching.flat();
    }
    case "conditional":
      return [schema.if, schema.then, schema.else].flatMap(within).filter(({ kind }) => kind !== "any");
    case "unevaluated":
      return [...within(schema.schema), ...(schema.properties === null ? [] : within(schema.properties))];
    default:
      return [schema];
  }
}

function memberSchemasOf(schema: ObjectSchema, name: string): Schema[] {
  const { properties, additional, requiredElsewhere } = schema;
  const declaredProperties = properties.filter((property) => property.name === name && property.unsent !== true);
  const memberSchemas = [...declaredProperties.map((property) => property.schema), ...patternSchemasOf(schema, name)];
  if (memberSchemas.length > 0) return memberSchemas;
  const isOpen = describesOtherMembers(schema) || isFree(schema);
  return (isOpen && additional.kind !== "never") || requiredElsewhere.includes(name) ? [additional] : [];
}
