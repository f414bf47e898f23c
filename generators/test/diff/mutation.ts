// A JSON Schema -> one like it: at one place a keyword is gone, another one is there, or the schema is another one.

import fc from "fast-check";
import type { Schema } from "../../src/model/schema.ts";
import { readFiles } from "../source/memory-files.ts";
import { anySchema, shared } from "../targets/zod/arbitrary.ts";
import type { JsonSchema } from "../targets/zod/judges.ts";

const single = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const lists = ["anyOf", "oneOf", "allOf", "prefixItems"];
const maps = ["properties", "patternProperties", "dependentSchemas"];

export interface Place {
  readonly schema: JsonSchema;
  /** The whole with another schema at the place. */
  readonly replace: (schema: JsonSchema) => JsonSchema;
}

/** Pairs of schemas that differ at one place. */
export const schemaPair: fc.Arbitrary<readonly [JsonSchema, JsonSchema]> = fc
  .tuple(anySchema, anySchema, fc.nat(), fc.nat(), fc.constantFrom("remove", "merge", "replace"))
  .map(([schema, other, at, key, how]) => {
    const places = placesIn({ schema, replace: (replaced) => replaced });
    const place = places[at % places.length];
    return place === undefined ? [schema, other] : [schema, place.replace(changed(place.schema, { other, key, how }))];
  });

interface How {
  readonly other: JsonSchema;
  readonly key: number;
  readonly how: string;
}

function changed(schema: JsonSchema, { other, key, how }: How): JsonSchema {
  if (typeof schema === "boolean" || typeof other === "boolean" || how === "replace") return other;
  const keys = Object.keys(how === "remove" ? schema : other);
  const chosen = keys[key % Math.max(1, keys.length)];
  if (chosen === undefined) return other;
  if (how === "merge") return { ...schema, [chosen]: other[chosen] };
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== chosen));
}

/** It and every schema inside it. */
export function placesIn(place: Place): Place[] {
  const { schema, replace } = place;
  if (typeof schema === "boolean") return [place];
  const inner: Place[] = [];
  const add = (value: unknown, put: (replaced: JsonSchema) => Record<string, unknown>): void => {
    if (isSchema(value)) inner.push({ schema: value, replace: (replaced) => replace({ ...schema, ...put(replaced) }) });
  };
  for (const name of single) add(schema[name], (replaced) => ({ [name]: replaced }));
  for (const name of lists) {
    const list: unknown = schema[name];
    if (Array.isArray(list))
      for (const [index, value] of list.entries())
        add(value, (replaced) => ({ [name]: list.map((each: unknown, at) => (at === index ? replaced : each)) }));
  }
  for (const name of maps) {
    const map: unknown = schema[name];
    if (typeof map === "object" && map !== null)
      for (const [key, value] of Object.entries(map))
        add(value, (replaced) => ({ [name]: { ...map, [key]: replaced } }));
  }
  return [place, ...inner.flatMap(placesIn)];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
}

/** The models of schemas that may refer to the shared ones; `null` for one that cannot be read. */
export function schemasOf(schemas: readonly JsonSchema[]): (Schema | null)[] {
  const cases = Object.fromEntries(schemas.map((schema, index) => [`Case${index}`, schema]));
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { ...shared, ...cases } },
  };
  const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
  const named = new Map(api?.schemas.map((schema) => [schema.name, schema.schema]));
  return schemas.map((_, index) => named.get(`Case${index}`) ?? null);
}
