// Tables: what a schema says, with values that it accepts and rejects.
// biome-ignore-all format: a table is read by the row
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import type { JsonSchema } from "./judges.ts";

export interface Case {
  readonly says: string;
  readonly schema: JsonSchema;
  readonly accepts: readonly unknown[];
  readonly rejects: readonly unknown[];
  /** Ajv is wrong here: it divides binary floats, passes over properties named `__proto__`, and counts all elements as looked at beside `contains`. */
  readonly ajvErrs?: true;
}

/** Schemas and values that a literal cannot be: members named `__proto__`, `1.0`. */
function json(text: string): JsonSchema {
  return JSON.parse(text);
}

/** One value or more of each type. */
const values: readonly unknown[] = [null, true, false, 0, -1, 1.5, "", "a", [], [1], {}, { a: 1 }];

/** The values of other types than the one tested. */
function all(except: (value: unknown) => boolean): unknown[] {
  return values.filter((value) => !except(value));
}

function isType(type: string): (value: unknown) => boolean {
  return (value) => typeof value === type;
}

export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const basics: readonly Case[] = [
  { says: "true", schema: true, accepts: values, rejects: [] },
  { says: "{}", schema: {}, accepts: values, rejects: [] },
  { says: "false", schema: false, accepts: [], rejects: values },
  { says: "null", schema: { type: "null" }, accepts: [null], rejects: all((value) => value === null) },
  { says: "boolean", schema: { type: "boolean" }, accepts: [true, false], rejects: all(isType("boolean")) },
  { says: "several types", schema: { type: ["string", "null", "integer"] }, accepts: ["", null, 1, 1e300], rejects: [1.5, true, [], {}] },
  { says: "a nullable object", schema: { type: ["object", "null"], properties: { a: { type: "string" } } }, accepts: [null, {}, { a: "x" }], rejects: [{ a: 1 }, [], ""] },
  { says: "an array or an object", schema: { type: ["array", "object"], minItems: 1, minProperties: 1 }, accepts: [[1], { a: 1 }], rejects: [[], {}, "", null] },
];

const numbers: readonly Case[] = [
  { says: "number", schema: { type: "number" }, accepts: [0, -0, 1.5, 1e300, 5e-324, Number.MAX_VALUE], rejects: all(isType("number")) },
  { says: "integer", schema: { type: "integer" }, accepts: [0, -0, 1, -7, 2 ** 53, -(2 ** 60), 1e300, json("1.0")], rejects: [1.5, 1e-9, "1", null, true] },
  { says: "minimum", schema: { type: "number", minimum: 1.1 }, accepts: [1.1, 2, 1e300], rejects: [1.09, 0, -1e300] },
  { says: "minimum of zero", schema: { type: "number", minimum: 0 }, accepts: [0, -0], rejects: [-5e-324] },
  { says: "exclusive bounds", schema: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, accepts: [0.5, 5e-324], rejects: [0, -0, 1, 2] },
  { says: "both kinds of bounds", schema: { type: "integer", minimum: 0, exclusiveMinimum: 2, maximum: 5, exclusiveMaximum: 9 }, accepts: [3, 5], rejects: [2, 6, 3.5] },
  { says: "bounded integer", schema: { type: "integer", minimum: 1, maximum: 100 }, accepts: [1, 100], rejects: [0, 101, 1.5, "1"] },
  { says: "integer with one bound", schema: { type: "integer", minimum: 1 }, accepts: [1, 1e300], rejects: [0, 1.5] },
  { says: "multipleOf of an integer", schema: { type: "number", multipleOf: 3 }, accepts: [0, -0, 3, -9, 3e15], rejects: [1, 1.5, 3e15 + 1] },
  { says: "multipleOf of a decimal", schema: { type: "number", multipleOf: 0.01 }, accepts: [0.07, 4.35, 1.1, 19.99, 1e21, 0.29], rejects: [0.075, 1e-9, 0.011], ajvErrs: true },
  { says: "multipleOf of a tiny decimal", schema: { type: "number", multipleOf: 1e-8 }, accepts: [12391239123, 0.00000001, 3e-8, 1e300], rejects: [1e-9, 0.123456789], ajvErrs: true },
  { says: "multipleOf of a fraction above one", schema: { type: "number", multipleOf: 1.5 }, accepts: [0, 3, 4.5, -1.5], rejects: [1, 2, 4] },
  { says: "multipleOf beside integer", schema: { type: "integer", multipleOf: 0.5 }, accepts: [1, 2, 1e308], rejects: [0.5], ajvErrs: true },
  { says: "int32", schema: { type: "integer", format: "int32" }, accepts: [0, 2 ** 31 - 1, -(2 ** 31)], rejects: [2 ** 31, -(2 ** 31) - 1, 0.5] },
  { says: "int64", schema: { type: "number", format: "int64" }, accepts: [0, 2 ** 60], rejects: [0.5] },
  { says: "double", schema: { type: "number", format: "double" }, accepts: [0.5, 1e300], rejects: ["0.5"] },
];

const strings: readonly Case[] = [
  { says: "string", schema: { type: "string" }, accepts: ["", "a", "\u0000", "\ud800", "💩"], rejects: all(isType("string")) },
  { says: "minLength 1", schema: { type: "string", minLength: 1 }, accepts: ["a", " ", "💩"], rejects: [""] },
  { says: "minLength counts characters", schema: { type: "string", minLength: 2 }, accepts: ["ab", "💩💩", "e\u0301", "\ud83d\ud83d"], rejects: ["", "a", "💩"] },
  { says: "maxLength counts characters", schema: { type: "string", maxLength: 2 }, accepts: ["", "ab", "💩💩"], rejects: ["abc", "💩💩💩", "\ud83da\ud83d"] },
  { says: "maxLength 0", schema: { type: "string", maxLength: 0 }, accepts: [""], rejects: ["a", "💩"] },
  { says: "minLength and maxLength", schema: { type: "string", minLength: 1, maxLength: 3 }, accepts: ["a", "💩💩💩"], rejects: ["", "abcd"] },
  { says: "as many characters", schema: { type: "string", minLength: 2, maxLength: 2, pattern: "^[^x]" }, accepts: ["ab", "💩💩"], rejects: ["a", "💩", "abc", "xy"] },
  { says: "pattern is not anchored", schema: { type: "string", pattern: "b" }, accepts: ["abc", "b"], rejects: ["ac", ""] },
  { says: "pattern in Unicode mode", schema: { type: "string", pattern: "^.$" }, accepts: ["a", "💩", "ä"], rejects: ["", "ab", "\n"] },
  { says: "pattern with \\p", schema: { type: "string", pattern: "^\\p{Lu}+$" }, accepts: ["ÄB"], rejects: ["a", ""] },
  { says: "pattern with slashes and quotes", schema: { type: "string", pattern: "^/\"'`\\$\\{x\\}[/]$" }, accepts: ["/\"'`${x}/"], rejects: ["/"] },
  { says: "empty pattern", schema: { type: "string", pattern: "" }, accepts: ["", "a"], rejects: [1] },
  { says: "pattern with a line break", schema: { type: "string", pattern: "a\nb" }, accepts: ["a\nb"], rejects: ["ab"] },
  { says: "unknown format", schema: { type: "string", format: "sku" }, accepts: ["", "anything"], rejects: [1] },
  { says: "format without type", schema: { format: "email" }, accepts: ["a@b.co", 1, null, {}], rejects: ["a"] },
  { says: "length of a format in ASCII", schema: { type: "string", format: "email", maxLength: 8 }, accepts: ["a@b.co"], rejects: ["abcdef@b.co", "a@-b"] },
  { says: "contentEncoding is an annotation", schema: { type: "string", contentEncoding: "base64", contentMediaType: "application/json" }, accepts: ["", "%"], rejects: [1] },
];

const arrays: readonly Case[] = [
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

const objects: readonly Case[] = [
  { says: "object", schema: { type: "object" }, accepts: [{}, { a: null }, json('{"__proto__":{"a":1}}')], rejects: all(isObject) },
  { says: "properties", schema: { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["b"] }, accepts: [{ b: 1 }, { z: 0, b: 1, a: "x" }], rejects: [{}, { a: "x" }, { b: "x" }, { b: 1, a: null }, []] },
  { says: "required with any value", schema: { type: "object", properties: { a: {} }, required: ["a"] }, accepts: [{ a: null }, { a: 0 }], rejects: [{}, { b: 1 }] },
  { says: "required outside of properties", schema: { type: "object", required: ["a", "b"] }, accepts: [{ a: null, b: 1 }], rejects: [{ a: 1 }, {}] },
  { says: "required outside of closed properties", schema: { type: "object", required: ["a"], additionalProperties: false }, accepts: [], rejects: [{ a: 1 }, {}] },
  { says: "required outside of typed members", schema: { type: "object", required: ["a"], additionalProperties: { type: "integer" } }, accepts: [{ a: 1 }, { a: 1, b: 2 }], rejects: [{ b: 1 }, { a: "x" }] },
  { says: "a property that must not be there", schema: { type: "object", properties: { a: false } }, accepts: [{}, { b: 1 }], rejects: [{ a: 1 }, { a: null }] },
  { says: "a required property that cannot be", schema: { type: "object", properties: { a: false }, required: ["a"] }, accepts: [], rejects: [{}, { a: 1 }] },
  { says: "additionalProperties: false", schema: { type: "object", properties: { a: {} }, additionalProperties: false }, accepts: [{}, { a: 1 }], rejects: [{ b: 1 }, json('{"__proto__":1}')] },
  { says: "nothing allowed", schema: { type: "object", additionalProperties: false }, accepts: [{}], rejects: [{ a: 1 }, json('{"__proto__":1}')] },
  { says: "typed members", schema: { type: "object", additionalProperties: { type: "integer" } }, accepts: [{}, { a: 1 }, json('{"__proto__":1}')], rejects: [{ a: "x" }, json('{"__proto__":"x"}')] },
  { says: "typed members beside properties", schema: { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "integer" } }, accepts: [{ a: "x", b: 1 }], rejects: [{ a: 1 }, { b: "x" }, json('{"a":"x","__proto__":"x"}')] },
  { says: "patternProperties", schema: { type: "object", patternProperties: { "^x-": { type: "string" }, "\\d$": { minLength: 2 } } }, accepts: [{}, { "x-a": "b" }, { "x-1": "bb" }, { a1: 7 }, { b: null }], rejects: [{ "x-a": 1 }, { "x-1": "b" }, { a1: "b" }] },
  { says: "patternProperties and nothing else", schema: { type: "object", properties: { a: {} }, patternProperties: { "^b": {} }, additionalProperties: false }, accepts: [{ a: 1, b: 1, bb: 1 }], rejects: [{ c: 1 }, { ab: 1 }] },
  { says: "patterns that match properties", schema: { type: "object", properties: { foo: { maxLength: 3 } }, patternProperties: { f: { minLength: 2 } }, additionalProperties: { type: "integer" } }, accepts: [{ foo: "ab" }, { bar: 1 }, { fx: "ab" }], rejects: [{ foo: "a" }, { foo: "abcd" }, { bar: "x" }] },
  { says: "patterns in Unicode mode", schema: { type: "object", patternProperties: { "^.$": { type: "integer" } } }, accepts: [{ "💩": 1 }, { ab: "x" }], rejects: [{ "💩": "x" }] },
  { says: "propertyNames", schema: { type: "object", propertyNames: { maxLength: 3, pattern: "^[a-z]" } }, accepts: [{}, { abc: 1 }], rejects: [{ abcd: 1 }, { A: 1 }, json('{"__proto__":1}')] },
  { says: "propertyNames: false", schema: { type: "object", propertyNames: false }, accepts: [{}], rejects: [{ a: 1 }] },
  { says: "propertyNames of an enum", schema: { type: "object", propertyNames: { enum: ["a", "1"] } }, accepts: [{ a: 1 }, { 1: 1 }], rejects: [{ b: 1 }] },
  { says: "minProperties", schema: { type: "object", minProperties: 1 }, accepts: [{ a: 1 }, json('{"__proto__":1}')], rejects: [{}] },
  { says: "maxProperties", schema: { type: "object", maxProperties: 1 }, accepts: [{}, { a: 1 }], rejects: [{ a: 1, b: 2 }, json('{"a":1,"__proto__":1}')] },
  { says: "minProperties 0", schema: { type: "object", minProperties: 0 }, accepts: [{}], rejects: [[]] },
  { says: "dependentRequired", schema: { type: "object", dependentRequired: { card: ["billing", "name"], empty: [] } }, accepts: [{}, { billing: 1 }, { card: 1, billing: 2, name: 3 }, { empty: 1 }], rejects: [{ card: 1 }, { card: 1, billing: 1 }] },
  { says: "dependentRequired of inherited names", schema: { type: "object", dependentRequired: { toString: ["a"], b: ["constructor"] } }, accepts: [{}, { toString: 1, a: 1 }], rejects: [{ toString: 1 }, { b: 1 }] },
  { says: "dependentSchemas", schema: { type: "object", dependentSchemas: { a: { required: ["b"], properties: { c: { type: "string" } } } } }, accepts: [{}, { c: 1 }, { a: 1, b: 1, c: "x" }], rejects: [{ a: 1 }, { a: 1, b: 1, c: 1 }] },
  { says: "inherited names, optional", schema: { type: "object", properties: { constructor: { type: "number" }, toString: { type: "object", properties: { length: { type: "string" } } } } }, accepts: [{}, { constructor: 1 }, { toString: { length: "x" } }], rejects: [{ constructor: "x" }, { toString: { length: 1 } }] },
  { says: "inherited names, required", schema: { type: "object", properties: { constructor: {}, valueOf: {} }, required: ["constructor", "valueOf", "hasOwnProperty"] }, accepts: [{ constructor: 1, valueOf: 2, hasOwnProperty: 3 }], rejects: [{}, { constructor: 1, valueOf: 2 }] },
  { says: "__proto__ as a property", schema: json('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'), accepts: [json('{"__proto__":"x"}')], rejects: [{}, json('{"__proto__":1}')], ajvErrs: true },
  { says: "__proto__ as the only property", schema: json('{"type":"object","properties":{"__proto__":{"type":"string"}},"additionalProperties":false}'), accepts: [{}, json('{"__proto__":"x"}')], rejects: [{ a: 1 }, json('{"__proto__":1}')], ajvErrs: true },
  { says: "odd names", schema: { type: "object", properties: { "": { type: "string" }, "a b": { type: "string" }, 'q"\\\n\u2028*/${x}`': { type: "string" }, "1": { type: "string" }, class: { type: "string" } }, required: ["", 'q"\\\n\u2028*/${x}`'] }, accepts: [{ "": "a", 'q"\\\n\u2028*/${x}`': "b", "1": "x" }], rejects: [{}, { "": "a", 'q"\\\n\u2028*/${x}`': "b", class: 1 }] },
  { says: "object facets without type", schema: { properties: { a: { type: "string" } }, required: ["a"] }, accepts: [{ a: "x" }, [], 1, "a", null], rejects: [{}, { a: 1 }] },
  { says: "members in arrays in members", schema: { type: "object", properties: { a: { type: "array", items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] } } } }, accepts: [{ a: [{ b: "x" }] }, json('{"a":[{"c":1,"b":"x","__proto__":1}],"0":2}')], rejects: [{ a: [{}] }] },
];

const fixed: readonly Case[] = [
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

const combined: readonly Case[] = [
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
  { says: "oneOf with the same value twice", schema: { oneOf: [{ type: "object", properties: { kind: { const: "a" } }, required: ["kind", "x"] }, { type: "object", properties: { kind: { enum: ["a", "b"] } }, required: ["kind"] }] }, accepts: [{ kind: "a" }, { kind: "b", x: 1 }], rejects: [{ kind: "a", x: 1 }, {}] },
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

const named = (name: string, schema: unknown = {}): { type: string; properties: Record<string, unknown> } => ({ type: "object", properties: { [name]: schema } });

const unevaluated: readonly Case[] = [
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

export const cases: readonly Case[] = [
  ...basics,
  ...numbers,
  ...strings,
  ...arrays,
  ...objects,
  ...fixed,
  ...combined,
  ...unevaluated,
];
