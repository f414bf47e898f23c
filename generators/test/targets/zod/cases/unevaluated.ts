// What is said of the members and elements that the schemas beside a keyword leave alone.
// biome-ignore-all format: a table is read by the row
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import { type Case, json, values } from "./case.ts";

const named = (name: string, schema: unknown = {}): { type: string; properties: Record<string, unknown> } => ({ type: "object", properties: { [name]: schema } });

export const unevaluated: readonly Case[] = [
  { says: "unevaluatedProperties alone", schema: { type: "object", properties: { a: {} }, unevaluatedProperties: false }, accepts: [{}, { a: 1 }], rejects: [{ b: 1 }, [], json('{"__proto__":1}')] },
  { says: "unevaluatedProperties without type", schema: { unevaluatedProperties: false }, accepts: [{}, [], "a", null], rejects: [{ a: 1 }] },
  { says: "unevaluatedProperties beside allOf", schema: { ...named("a"), allOf: [named("b", { type: "string" }), named("toString")], unevaluatedProperties: false }, accepts: [{}, { a: 1, b: "x", toString: 1 }], rejects: [{ b: 1 }, { c: 1 }, json('{"__proto__":1}'), { valueOf: 1 }, 1] },
  { says: "unevaluatedProperties with a schema", schema: { allOf: [named("a")], unevaluatedProperties: { type: "integer" } }, accepts: [{ a: "x", b: 1 }], rejects: [1, { b: "x" }, { a: 1, b: null }] },
  { says: "unevaluatedProperties beside patterns in allOf", schema: { allOf: [{ patternProperties: { "^x-": {} } }], type: "object", unevaluatedProperties: false }, accepts: [{ "x-a": 1 }], rejects: [{ x: 1 }] },
  { says: "unevaluatedProperties beside additionalProperties in allOf", schema: { allOf: [{ additionalProperties: { type: "integer" } }], unevaluatedProperties: false }, accepts: [{ a: 1 }], rejects: [{ a: "x" }] },
  { says: "unevaluatedProperties beside anyOf", schema: { type: "object", anyOf: [{ ...named("a", { type: "integer" }), required: ["a"] }, { ...named("b"), required: ["b"] }], unevaluatedProperties: false }, accepts: [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }], rejects: [{ a: "x", b: 1 }, { a: 1, c: 1 }, {}] },
  { says: "unevaluatedProperties beside oneOf", schema: { type: "object", oneOf: [{ ...named("a"), required: ["a"] }, { ...named("b"), required: ["b"] }], unevaluatedProperties: false }, accepts: [{ a: 1 }, { b: 1 }], rejects: [{ a: 1, b: 1 }, { a: 1, c: 1 }] },
  { says: "unevaluatedProperties beside if", schema: { type: "object", if: { properties: { k: { const: 1 } }, required: ["k"] }, then: { properties: { a: {} } }, else: { properties: { b: {} } }, unevaluatedProperties: false }, accepts: [{ k: 1, a: 1 }, { b: 1 }, {}], rejects: [{ k: 1, b: 1 }, { k: 2 }, { a: 1 }] },
  { says: "unevaluatedProperties beside not", schema: { type: "object", not: { not: named("a") }, unevaluatedProperties: false }, accepts: [{}], rejects: [{ a: 1 }] },
  { says: "unevaluatedProperties beside dependentSchemas", schema: { type: "object", properties: { a: {} }, dependentSchemas: { a: { properties: { b: {} } } }, unevaluatedProperties: false }, accepts: [{ a: 1 }, { a: 1, b: 1 }, {}], rejects: [{ b: 1 }] },
  { says: "unevaluatedProperties within unevaluatedProperties", schema: { allOf: [{ ...named("a"), unevaluatedProperties: true }], unevaluatedProperties: false }, accepts: [{ a: 1, b: 1 }], rejects: [] },
  { says: "unevaluatedProperties that no cousin helps", schema: { type: "object", allOf: [named("a"), { unevaluatedProperties: false }] }, accepts: [{}], rejects: [{ a: 1 }] },
  { says: "unevaluatedProperties beside a reference", schema: { $ref: "#/components/schemas/Open", unevaluatedProperties: false }, accepts: [{ base: 1 }, {}], rejects: [{ base: 1, b: 1 }, { base: "x" }] },
  { says: "unevaluatedItems alone", schema: { type: "array", prefixItems: [{ type: "integer" }], unevaluatedItems: false }, accepts: [[], [1]], rejects: [["a"], [1, 1]] },
  { says: "unevaluatedItems without type", schema: { unevaluatedItems: { type: "integer" } }, accepts: [[], [1], "a", {}], rejects: [["a"]] },
  { says: "unevaluatedItems beside allOf", schema: { prefixItems: [true], allOf: [{ prefixItems: [true, { type: "integer" }] }], unevaluatedItems: false }, accepts: [[], ["a"], ["a", 1], 1], rejects: [["a", "b"], ["a", 1, 1]] },
  { says: "unevaluatedItems beside items in allOf", schema: { allOf: [{ items: { type: "integer" } }], unevaluatedItems: false }, accepts: [[1, 2]], rejects: [["a"]] },
  { says: "unevaluatedItems beside contains", schema: { type: "array", contains: { type: "integer" }, unevaluatedItems: { type: "string" } }, accepts: [[1], [1, "a", 2]], rejects: [[1, null], ["a"], []], ajvErrs: true },
  { says: "unevaluatedItems beside anyOf", schema: { type: "array", anyOf: [{ prefixItems: [{ const: 1 }] }, { prefixItems: [{ const: 2 }, true] }], unevaluatedItems: false }, accepts: [[1], [2, 1], []], rejects: [[1, 2], [2, 1, 1], [3]] },
  { says: "unevaluatedItems and unevaluatedProperties", schema: { anyOf: [{ properties: { a: {} } }, { prefixItems: [true] }], unevaluatedItems: false, unevaluatedProperties: false }, accepts: [{ a: 1 }, [1], 1], rejects: [{ b: 1 }, [1, 2]] },
  { says: "unevaluatedItems and unevaluatedProperties that allow all", schema: { allOf: [{ type: "object" }], unevaluatedItems: true, unevaluatedProperties: {} }, accepts: [{ a: 1 }], rejects: values.filter((value) => typeof value !== "object" || value === null || Array.isArray(value)) },
];
