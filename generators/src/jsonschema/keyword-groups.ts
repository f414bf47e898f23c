// A schema object -> which groups of keywords it has, found in one look at its keys: most schemas have few, and a reader that
// asked for every keyword of the standard would spend its time on what is not there.
import type { Node } from "../source/index.ts";

/** Each group is one bit. */
export const groups = {
  /** What names the schema. */
  identifiers: 1,
  definitions: 2,
  /** `deprecated`, `default`, examples, and what starts with `x-`. */
  notes: 4,
  /** `enum` and what stands for it. */
  values: 8,
  /** The least and the most of anything. */
  bounds: 16,
  /** What is asked of strings. */
  text: 32,
  /** What is asked of numbers. */
  numbers: 64,
  /** What combines other schemas. */
  combined: 128,
  /** What speaks of the rest of members and elements. */
  unevaluated: 256,
  nullable: 512,
  /** What means something only beside another keyword. */
  dependents: 1024,
} as const;

type Group = keyof typeof groups;

const keywordsOf: { readonly [Name in Group]: string } = {
  identifiers: "$id $anchor $dynamicAnchor",
  definitions: "$defs definitions",
  notes: "deprecated readOnly writeOnly default example examples",
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

/** The groups of which a schema object has a keyword, added up. */
export function groupsIn(node: Node): number {
  let found = 0;
  for (const key of node.keys()) {
    found |= bitsOfKeyword.get(key) ?? 0;
    if (key.startsWith("x-")) found |= groups.notes;
  }
  return found;
}

export function hasGroup(found: number, group: Group): boolean {
  return (found & groups[group]) !== 0;
}
