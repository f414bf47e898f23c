// The word in `type` -> the type of JSON Schema that it most likely means.
import { type JsonType, jsonTypes } from "./json-types.ts";

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
