// Ways of combining schemas.
// biome-ignore-all format: a table is read by the row
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import { type Case, json, values } from "./case.ts";

export const combined: readonly Case[] = [
  { says: "allOf of objects", schema: { allOf: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, { type: "object", properties: { b: { type: "integer" } }, required: ["b"] }] }, accepts: [{ a: "x", b: 1 }, json('{"b":1,"__proto__":{"x":1},"a":"x"}')], rejects: [{ a: "x" }, { b: 1 }, { a: 1, b: 1 }, "x"] },
  { says: "allOf of closed objects", schema: { allOf: [{ type: "object", properties: { a: {} }, additionalProperties: false }, { type: "object", properties: { b: {} }, additionalProperties: false }] }, accepts: [{}], rejects: [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }] },
  { says: "allOf of arrays", schema: { allOf: [{ items: { type: "integer" } }, { minItems: 1 }] }, accepts: [[1], "a"], rejects: [[], ["a"]] },
  { says: "allOf of exclusive types", schema: { allOf: [{ type: "string" }, { type: "integer" }] }, accepts: [], rejects: ["a", 1, null] },
  { says: "keywords beside allOf", schema: { type: "object", properties: { a: {} }, required: ["a"], allOf: [{ required: ["b"] }] }, accepts: [{ a: 1, b: 2 }], rejects: [{ a: 1 }, { b: 1 }, []] },
  { says: "allOf of one", schema: { allOf: [{ type: "string" }] }, accepts: ["a"], rejects: [1] },
  { says: "allOf of anything", schema: { allOf: [true, {}] }, accepts: values, rejects: [] },
  { says: "allOf of nothing", schema: { allOf: [true, false] }, accepts: [], rejects: values },
  { says: "anyOf", schema: { anyOf: [{ type: "integer" }, { minimum: 2 }] }, accepts: [1, 2.5, 3, "a"], rejects: [1.5] },
  { says: "anyOf of open objects", schema: { anyOf: [{ type: "object", properties: { a: { type: "integer" } }, required: ["a"] }, { type: "object", properties: { b: { type: "string" } } }] }, accepts: [{ a: 1, b: 7 }, { b: "x", a: "y" }, {}, { z: 1, a: 1 }], rejects: [{ b: 1 }, []] },
  { says: "anyOf with null", schema: { anyOf: [{ type: "string" }, { type: "null" }] }, accepts: ["a", null], rejects: [1] },
  { says: "anyOf with anything", schema: { anyOf: [true, { type: "string" }] }, accepts: values, rejects: [] },
  { says: "oneOf", schema: { oneOf: [{ type: "integer" }, { minimum: 2 }] }, accepts: [1, 2.5, "a"], rejects: [3, 1.5] },
  { says: "oneOf of types", schema: { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] }, accepts: ["a", 1, null], rejects: [1.5, {}] },
  { says: "oneOf of overlapping objects", schema: { oneOf: [{ type: "object", required: ["a"] }, { type: "object", required: ["b"] }] }, accepts: [{ a: 1 }, { b: 1 }], rejects: [{ a: 1, b: 1 }, {}, []] },
  { says: "oneOf with null twice", schema: { oneOf: [{ type: ["string", "null"] }, { type: "null" }] }, accepts: ["a"], rejects: [null, 1] },
  { says: "oneOf with anything", schema: { oneOf: [true, { type: "string" }] }, accepts: [1, null, {}], rejects: ["a"] },
  { says: "oneOf of all", schema: { oneOf: [true, true] }, accepts: [], rejects: values },
  { says: "oneOf told apart by a member", schema: { oneOf: [{ type: "object", properties: { kind: { const: "a" }, x: { type: "integer" } }, required: ["kind"] }, { type: "object", properties: { kind: { enum: ["b", "c"] }, y: { type: "string" } }, required: ["kind"] }] }, accepts: [{ kind: "a", x: 1 }, { kind: "c", y: "x" }, { kind: "a", y: 1 }], rejects: [{ kind: "a", x: "x" }, { kind: "b", y: 1 }, { kind: "d" }, {}, null] },
  { says: "oneOf told apart only where the member is", schema: { oneOf: [{ type: "object", properties: { kind: { const: "a" } } }, { type: "object", properties: { kind: { const: "b" } } }] }, accepts: [{ kind: "a" }, { kind: "b" }], rejects: [{}, { kind: "c" }] },
  { says: "oneOf told apart by __proto__", schema: json('{"oneOf":[{"type":"object","properties":{"__proto__":{"const":"a"}},"required":["__proto__"]},{"type":"object","properties":{"__proto__":{"const":"b"}},"required":["__proto__"]}]}'), accepts: [json('{"__proto__":"a"}'), json('{"__proto__":"b"}')], rejects: [{}, json('{"__proto__":"c"}')], ajvErrs: true },
  { says: "anyOf told apart by a member", schema: { anyOf: [{ type: "object", properties: { kind: { const: "__proto__" } }, required: ["kind"] }, { type: "object", properties: { kind: { const: "toString" } }, required: ["kind"], minProperties: 2 }] }, accepts: [{ kind: "__proto__" }, { kind: "toString", a: 1 }], rejects: [{ kind: "toString" }, { kind: "valueOf" }, {}] },
  { says: "keywords beside oneOf", schema: { type: "string", oneOf: [{ minLength: 2 }, { maxLength: 4 }] }, accepts: ["a", "abcde"], rejects: ["abc", 1] },
  { says: "not", schema: { not: { type: "integer" } }, accepts: ["a", 1.5, null], rejects: [1] },
  { says: "not anything", schema: { not: {} }, accepts: [], rejects: values },
  { says: "not nothing", schema: { not: false }, accepts: values, rejects: [] },
  { says: "not beside a type", schema: { type: "string", not: { enum: ["a"] } }, accepts: ["b"], rejects: ["a", 1] },
  { says: "not required", schema: { type: "object", not: { required: ["a"] } }, accepts: [{}, { b: 1 }], rejects: [{ a: 1 }, []] },
  { says: "if, then, else", schema: { if: { properties: { kind: { const: "a" } }, required: ["kind"] }, then: { required: ["x"] }, else: { required: ["y"] } }, accepts: [{ kind: "a", x: 1 }, { y: 1 }, { kind: "b", y: 1 }], rejects: [{ kind: "a" }, { kind: "a", y: 1 }, {}] },
  { says: "if and then", schema: { if: { type: "string" }, then: { maxLength: 1 } }, accepts: ["a", 1, {}], rejects: ["ab"] },
  { says: "if and else", schema: { if: { type: "string" }, else: { type: "integer" } }, accepts: ["abc", 1], rejects: [1.5, null] },
  { says: "if alone", schema: { if: { type: "string" } }, accepts: values, rejects: [] },
];
