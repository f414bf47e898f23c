// A schema -> the schemas that speak of the same value, and those that speak of a member of it.
import type { ObjectSchema, Schema } from "../schema.ts";
import { childrenOf } from "../walk.ts";
import { patternSchemasOf } from "./matching-patterns.ts";

/** What a reference leads to; a reference cycle is reported elsewhere. */
export function endOf(schema: Schema): Schema {
  let end = schema;
  for (let steps = 0; end.kind === "ref" && steps < 100; steps += 1) end = end.target.schema;
  return end;
}

/** The schemas of the value itself, with those that only validate it. */
export function partsOf(schema: Schema, seen: Set<Schema> = new Set()): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  switch (schema.kind) {
    case "ref":
      return partsOf(schema.target.schema, seen);
    case "union":
    case "intersection":
    case "not":
    case "conditional":
      return childrenOf(schema).flatMap((child) => partsOf(child, seen));
    case "unevaluated":
      return [schema, ...partsOf(schema.schema, seen)];
    case "object":
      return [schema, ...schema.dependentSchemas.flatMap((each) => partsOf(each.schema, seen))];
    default:
      return [schema];
  }
}

/** The schemas of a member: those that list its name or match it, else that of all others. */
export function membersCalled(schema: ObjectSchema, name: string): readonly Schema[] {
  const listed = schema.properties.filter((property) => property.name === name).map((property) => property.schema);
  const speaking = [...listed, ...patternSchemasOf(schema, name)];
  return speaking.length > 0 ? speaking : [schema.additional];
}
