// The six types of JSON values, and a schema -> the types its values can have. In an intersection, the other members can have at
// most those.
import type { Json, NamedSchema, Schema, UnionSchema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";

export const jsonTypes = ["null", "boolean", "number", "string", "array", "object"] as const;
export type JsonType = (typeof jsonTypes)[number];
export type JsonTypes = ReadonlySet<JsonType>;

export const allJsonTypes: JsonTypes = new Set(jsonTypes);
const none: JsonTypes = new Set();
const singles: Readonly<Record<JsonType, JsonTypes>> = {
  null: new Set(["null"]),
  boolean: new Set(["boolean"]),
  number: new Set(["number"]),
  string: new Set(["string"]),
  array: new Set(["array"]),
  object: new Set(["object"]),
};

/**
 * Every type a value of `schema` may have, and possibly more: `not` is ignored. `seen` caches results, so that schemas with many
 * references are visited once.
 */
export function jsonTypesOf(schema: Schema, seen: Map<NamedSchema, JsonTypes> = new Map()): JsonTypes {
  switch (schema.kind) {
    case "any":
    case "not":
      return allJsonTypes;
    case "never":
      return none;
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "array":
    case "object":
      return singles[schema.kind];
    case "enum":
      return new Set(schema.values.map(jsonTypeOf));
    case "ref":
      return namedTypesOf(schema.target, seen);
    case "union":
      return new Set(schema.members.flatMap((member) => [...jsonTypesOf(member, seen)]));
    case "intersection":
      return schema.members.reduce((common, member) => commonTypes(common, jsonTypesOf(member, seen)), allJsonTypes);
    case "conditional":
      return new Set([...jsonTypesOf(schema.then, seen), ...jsonTypesOf(schema.else, seen)]);
    case "unevaluated":
      return jsonTypesOf(schema.schema, seen);
    default:
      return unreachable(schema);
  }
}

/** A recursive schema, while it is being visited, may have any type. */
function namedTypesOf(named: NamedSchema, seen: Map<NamedSchema, JsonTypes>): JsonTypes {
  const known = seen.get(named);
  if (known !== undefined) return known;
  seen.set(named, allJsonTypes);
  const types = jsonTypesOf(named.schema, seen);
  seen.set(named, types);
  return types;
}

/** Whether all values of a schema are of `type`; `false` for a schema without values. */
export function hasOnlyType(schema: Schema, type: JsonType): boolean {
  const types = jsonTypesOf(schema);
  return types.size === 1 && types.has(type);
}

export function commonTypes(a: JsonTypes, b: JsonTypes): JsonTypes {
  if (a === allJsonTypes || a === b) return b;
  return b === allJsonTypes ? a : new Set([...a].filter((type) => b.has(type)));
}

/** Keywords without a `type` next to them: one member for each JSON type. */
export function coversEveryType({ mode, members }: UnionSchema): boolean {
  return mode === "types" && members.length === jsonTypes.length;
}

/** The JSON type of one value. */
export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "string":
      return "string";
    default:
      return "object";
  }
}

// The word in `type` -> the type of JSON Schema that it most likely means.

export type TypeName = JsonType | "integer";

export const typeNames: readonly TypeName[] = [...jsonTypes, "integer"];

/** In any case, or by its name in other languages; `null` for a word that names no type. */
export function typeMeantBy(word: string): TypeName | null {
  const lower = word.toLowerCase();
  return synonyms.get(lower) ?? typeNames.find((type) => type === lower) ?? null;
}

/** Names of the types in other languages. */
const synonyms: ReadonlyMap<string, TypeName> = new Map<string, TypeName>([
  ..."int int32 int64 long short".split(" ").map((word) => [word, "integer"] as const),
  ..."float double decimal".split(" ").map((word) => [word, "number"] as const),
  ..."str text char date datetime date-time uuid file email".split(" ").map((word) => [word, "string"] as const),
  ["bool", "boolean"],
  ..."list tuple set".split(" ").map((word) => [word, "array"] as const),
  ..."map dict hash struct".split(" ").map((word) => [word, "object"] as const),
  ..."none nil".split(" ").map((word) => [word, "null"] as const),
]);
