// A schema -> the schemas of a member and of the elements that every value of it has, through references and combinations.
import type { Schema } from "../schema.ts";
import { commonTypes, type JsonTypes, jsonTypesOf } from "./json-types.ts";

/** The schema of the member that `keys` lead to; `null` unless every kind of value that is not null describes it. */
export function memberAt(schema: Schema, keys: readonly string[]): Schema | null {
  return keys.reduce<Schema | null>((container, key) => (container === null ? null : memberOf(container, key)), schema);
}

/** The schema of a member; `null` as above. */
function memberOf(schema: Schema, name: string): Schema | null {
  return findInParts(schema, (part) => {
    if (part.kind !== "object") return null;
    return part.properties.find((property) => property.name === name)?.schema ?? null;
  });
}

/** The schema of the elements of an array; `null` for anything else, and for a tuple. */
export function elementsOf(schema: Schema): Schema | null {
  return findInParts(schema, (part) => (part.kind === "array" && part.prefixItems.length === 0 ? part.items : null));
}

/** The names of all members that a schema describes, in order. */
export function memberNamesOf(schema: Schema, seen: ReadonlySet<Schema> = new Set()): readonly string[] {
  if (seen.has(schema)) return [];
  const inside = new Set([...seen, schema]);
  const names = partsOf(schema).flatMap((part) => memberNamesOf(part, inside));
  return [...new Set(schema.kind === "object" ? schema.properties.map(({ name }) => name) : names)];
}

/** The schemas that say together, or as alternatives, what a value is. */
function partsOf(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "ref":
      return [schema.target.schema];
    case "unevaluated":
      return [schema.schema];
    case "intersection":
    case "union":
      return schema.members;
    default:
      return [];
  }
}

function findInParts(
  schema: Schema,
  find: (part: Schema) => Schema | null,
  types: JsonTypes = jsonTypesOf(schema),
  seen: ReadonlySet<Schema> = new Set(),
): Schema | null {
  const directMatch = find(schema);
  if (directMatch !== null || seen.has(schema)) return directMatch;
  const inside = new Set([...seen, schema]);
  const possible = commonTypes(types, jsonTypesOf(schema));
  const some: Schema[] = [];
  for (const part of partsOf(schema)) {
    if (schema.kind === "union" && !isPossible(part, possible)) continue;
    const one = findInParts(part, find, possible, inside);
    if (one !== null) some.push(one);
    else if (schema.kind === "union") return null;
  }
  const [only] = some;
  if (only === undefined) return null;
  if (some.length === 1) return only;
  const { at, annotations } = only;
  if (schema.kind === "union")
    return { kind: "union", mode: "anyOf", members: some, discriminator: null, at, annotations };
  return { kind: "intersection", members: some, at, annotations };
}

/** Whether a value that is not null can be of this alternative: another part of an `allOf` may exclude its types. */
function isPossible(alternative: Schema, types: JsonTypes): boolean {
  const sharedTypes = commonTypes(jsonTypesOf(alternative), types);
  return sharedTypes.size > (sharedTypes.has("null") ? 1 : 0);
}
