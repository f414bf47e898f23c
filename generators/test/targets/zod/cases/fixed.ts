// `const` and `enum`.
// biome-ignore-all format: a table is read by the row
import { type Case, json } from "./case.ts";

export const fixed: readonly Case[] = [
  { says: "const", schema: { const: "a" }, accepts: ["a"], rejects: ["b", 1, null, ["a"]] },
  { says: "const null", schema: { const: null }, accepts: [null], rejects: [0, "", false, {}] },
  { says: "const 0", schema: { const: 0 }, accepts: [0, -0], rejects: [false, "", null] },
  { says: "const -0", schema: { const: json("-0") }, accepts: [0, -0], rejects: [1] },
  { says: "const 1.0", schema: { const: json("1.0") }, accepts: [1], rejects: [true, "1"] },
  { says: "const false", schema: { const: false }, accepts: [false], rejects: [0, null, "", [false]] },
  { says: "const object", schema: { const: { a: [1, { b: null }], c: "x" } }, accepts: [{ c: "x", a: [1, { b: null }] }], rejects: [{ a: [1, { b: null }] }, { a: [{ b: null }, 1], c: "x" }, { a: [1, { b: null }], c: "x", d: 1 }] },
  { says: "const array", schema: { const: [1, [2]] }, accepts: [[1, [2]]], rejects: [[1], [[2], 1], [1, [2], 3]] },
  { says: "const empty object", schema: { const: {} }, accepts: [{}], rejects: [[], { a: 1 }, json('{"__proto__":1}'), null] },
  { says: "const with __proto__", schema: { const: json('{"__proto__":1}') }, accepts: [json('{"__proto__":1}')], rejects: [{}, { a: 1 }] },
  { says: "enum of strings", schema: { enum: ["a", "b", ""] }, accepts: ["a", ""], rejects: ["c", null, 0] },
  { says: "enum of __proto__", schema: { enum: ["__proto__", "a"] }, accepts: ["__proto__", "a"], rejects: ["b", "toString"] },
  { says: "enum of inherited names", schema: { enum: ["constructor", "a"] }, accepts: ["constructor"], rejects: ["toString"] },
  { says: "enum with null", schema: { type: ["string", "null"], enum: ["a", "b", null] }, accepts: ["a", null], rejects: ["c", "null"] },
  { says: "enum narrowed by type", schema: { type: "string", enum: ["a", 1, null] }, accepts: ["a"], rejects: [1, null] },
  { says: "enum of mixed values", schema: { enum: [1, "1", true, null] }, accepts: [1, "1", true, null], rejects: [0, false, "true"] },
  { says: "enum with objects", schema: { enum: ["a", { b: 1 }, [2]] }, accepts: ["a", { b: 1 }, [2]], rejects: [{ b: 2 }, [], "b"] },
  { says: "enum beside facets", schema: { type: "string", maxLength: 2, enum: ["a", "abc"] }, accepts: ["a"], rejects: ["abc", "b"] },
  { says: "enum and const", schema: { enum: [1, 2], const: 2 }, accepts: [2], rejects: [1, 3] },
];
