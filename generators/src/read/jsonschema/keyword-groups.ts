// A schema -> the groups of keywords that it has. Most schemas have few of them, and to ask for each keyword takes longer than all else
// of reading.
import type { Node } from "../../source/index.ts";

/** Sets of groups are sums of these. */
export const group = {
  annotation: 1,
  identifier: 2,
  definitions: 4,
  /** Keywords that have no effect without another one. */
  dependent: 8,
  dynamic: 16,
  combination: 32,
  unevaluated: 64,
  values: 128,
  /** Upper bounds. */
  maximum: 256,
  nullable: 512,
  /** Of numbers. */
  number: 1024,
} as const;

const keywordsOf: Readonly<Record<keyof typeof group, string>> = {
  annotation:
    "title description default deprecated readOnly writeOnly example examples externalDocs xml discriminator $comment",
  identifier: "$id $anchor $dynamicAnchor",
  definitions: "$defs definitions",
  dependent: "then else minContains maxContains",
  dynamic: "$dynamicRef $recursiveRef",
  combination: "allOf anyOf oneOf not if discriminator",
  unevaluated: "unevaluatedProperties unevaluatedItems",
  values: "enum const x-extensible-enum",
  maximum: "maximum maxLength maxItems maxProperties",
  nullable: "nullable",
  number: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
};

const groupsOfKeyword = new Map<string, number>();
for (const [name, keywords] of Object.entries(keywordsOf)) {
  for (const keyword of keywords.split(" ")) {
    groupsOfKeyword.set(keyword, (groupsOfKeyword.get(keyword) ?? 0) | group[name as keyof typeof group]);
  }
}

/** Members of the author's own, `x-`, are annotations too. */
export function groupsOf(node: Node): number {
  let groups = 0;
  for (const key of node.keys()) {
    groups |= groupsOfKeyword.get(key) ?? 0;
    if (key.startsWith("x-")) groups |= group.annotation;
  }
  return groups;
}
