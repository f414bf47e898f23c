// Arrays: elements, how many, which.
// biome-ignore-all format: a table is read by the row
import { all, type Case, json } from "./case.ts";

export const arrays: readonly Case[] = [
  { says: "array", schema: { type: "array" }, accepts: [[], [1, "a", null], [[]]], rejects: all(Array.isArray) },
  { says: "items", schema: { type: "array", items: { type: "string" } }, accepts: [[], ["a"]], rejects: [[1], ["a", null]] },
  { says: "items: false", schema: { type: "array", items: false }, accepts: [[]], rejects: [[1], [null]] },
  { says: "minItems and maxItems", schema: { type: "array", minItems: 1, maxItems: 2 }, accepts: [[1], [1, 2]], rejects: [[], [1, 2, 3]] },
  { says: "as many items", schema: { type: "array", minItems: 2, maxItems: 2 }, accepts: [[1, 2]], rejects: [[1], [1, 2, 3]] },
  { says: "maxItems 0", schema: { type: "array", maxItems: 0 }, accepts: [[]], rejects: [[1]] },
  { says: "uniqueItems", schema: { type: "array", uniqueItems: true }, accepts: [[], [1, "1", true, null, [1], { a: 1 }], [{ a: 1, b: 2 }, { a: 1 }], [0, false], [[1, 2], [2, 1]]], rejects: [[1, 1], [0, -0], [{ a: 1, b: [2] }, { b: [2], a: 1 }], [null, null], [[], []]] },
  { says: "uniqueItems with __proto__", schema: { type: "array", uniqueItems: true, items: { type: "object" } }, accepts: [[json('{"__proto__":1}'), json('{"__proto__":2}'), {}]], rejects: [[json('{"__proto__":1}'), json('{"__proto__":1}')]] },
  { says: "contains", schema: { type: "array", contains: { type: "string" } }, accepts: [["a"], [1, "a"], ["a", "b"]], rejects: [[], [1]] },
  { says: "minContains and maxContains", schema: { type: "array", contains: { type: "string" }, minContains: 2, maxContains: 3 }, accepts: [["a", 1, "b"], ["a", "b", "c"]], rejects: [["a"], ["a", "b", "c", "d"], []] },
  { says: "minContains 0", schema: { type: "array", contains: { type: "string" }, minContains: 0 }, accepts: [[], [1], ["a"]], rejects: [{}] },
  { says: "maxContains alone", schema: { type: "array", contains: { const: 1 }, maxContains: 1 }, accepts: [[1], [1, 2]], rejects: [[], [1, 1]] },
  { says: "contains beside prefixItems", schema: { type: "array", prefixItems: [true, { type: "string" }], contains: { const: 1 } }, accepts: [[1], [0, "a", 1]], rejects: [[], [0], [0, "a"], [1, 1]] },
  { says: "minContains without contains", schema: { type: "array", minContains: 5 }, accepts: [[]], rejects: ["a"] },
  { says: "prefixItems", schema: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] }, accepts: [[], ["a"], ["a", 1], ["a", 1, null, {}]], rejects: [[1], ["a", "b"], [null]] },
  { says: "prefixItems with items", schema: { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" } }, accepts: [[], ["a"], ["a", 1, 2]], rejects: [[1], ["a", "b"]] },
  { says: "prefixItems, no more", schema: { type: "array", prefixItems: [{ type: "string" }, {}], items: false }, accepts: [[], ["a"], ["a", null]], rejects: [["a", 1, 2], [1]] },
  { says: "prefixItems that are all asked for", schema: { type: "array", prefixItems: [{ type: "string" }, {}], minItems: 2, items: false }, accepts: [["a", null]], rejects: [[], ["a"], ["a", 1, 2]] },
  { says: "prefixItems with some asked for", schema: { type: "array", prefixItems: [true, { type: "integer" }], minItems: 1, maxItems: 3 }, accepts: [[null], [null, 1], [null, 1, "x"]], rejects: [[], [1, "a"], [1, 2, 3, 4]] },
  { says: "more asked for than prefixItems", schema: { type: "array", prefixItems: [{ type: "string" }], minItems: 2 }, accepts: [["a", 1], ["a", 1, 2]], rejects: [["a"], [1, 1]] },
  { says: "fewer allowed than prefixItems", schema: { type: "array", prefixItems: [{}, { type: "string" }], maxItems: 1 }, accepts: [[], [1]], rejects: [[1, "a"]] },
  { says: "prefixItems of false", schema: { type: "array", prefixItems: [true, false] }, accepts: [[], [1]], rejects: [[1, 2], [1, null, 3]] },
  { says: "array facets without type", schema: { minItems: 1, items: { type: "integer" } }, accepts: [[1], {}, "a", null, 1], rejects: [[], ["a"]] },
];
