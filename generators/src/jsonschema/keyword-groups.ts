// A schema object -> which groups of keywords it has, found in one pass over its keys: most schemas have few keywords, and looking
// up each keyword of the standard would take most of the time of a reader.
import type { Node } from "../source/index.ts";

/** Each group is one bit. */
const groups = {
  /** Identifiers and references. */
  identifiers: 1,
  definitions: 2,
  /** `deprecated`, `default`, examples, and `x-` extensions. */
  annotations: 4,
  /** `enum` and `const`, and their extensions. */
  values: 8,
  /** Bounds. */
  bounds: 16,
  /** Other keywords for strings. */
  text: 32,
  /** Other keywords for numbers. */
  numbers: 64,
  /** Keywords that combine schemas. */
  combined: 128,
  /** Keywords for the remaining members and elements. */
  unevaluated: 256,
  nullable: 512,
  /** Keywords that have no effect without another one. */
  dependents: 1024,
} as const;

type Group = keyof typeof groups;

const keywordsOf: { readonly [Name in Group]: string } = {
  identifiers: "$id $anchor $dynamicAnchor",
  definitions: "$defs definitions",
  annotations: "deprecated readOnly writeOnly default example examples",
  values: "enum const x-extensible-enum",
  bounds: "minimum maximum minLength maxLength minItems maxItems minProperties maxProperties",
  text: "minLength maxLength pattern format contentEncoding contentMediaType enum x-extensible-enum",
  numbers: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format",
  combined: "allOf anyOf oneOf not if discriminator",
  unevaluated: "unevaluatedProperties unevaluatedItems",
  nullable: "nullable",
  dependents: "then else minContains maxContains",
};

const bitsOfKeyword: ReadonlyMap<string, number> = bitsByKeyword();

function bitsByKeyword(): Map<string, number> {
  const found = new Map<string, number>();
  for (const [group, bit] of Object.entries(groups)) {
    const keywords = Object.entries(keywordsOf).find(([name]) => name === group)?.[1] ?? "";
    for (const keyword of keywords.split(" ")) found.set(keyword, (found.get(keyword) ?? 0) | bit);
  }
  return found;
}

/** The groups of a schema object's keywords, as a sum of bits. */
export function groupsIn(node: Node): number {
  let found = 0;
  for (const key of node.keys()) {
    found |= bitsOfKeyword.get(key) ?? 0;
    if (key.startsWith("x-")) found |= groups.annotations;
  }
  return found;
}

export function hasGroup(found: number, group: Group): boolean {
  return (found & groups[group]) !== 0;
}
