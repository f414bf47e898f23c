// Rewrites of a schema that mean the same: the rows of the test, in both directions.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import type { JsonSchema } from "../targets/zod/judges.ts";

type Rewrite = readonly [words: string, one: JsonSchema, other: JsonSchema];

const text = { type: "string" };
const whole = { type: "integer" };
const object = { type: "object" };
const a = { ...object, required: ["a"], properties: { a: text } };
const b = { ...object, required: ["b"], properties: { b: whole } };
const Leaf = { $ref: "#/components/schemas/Leaf" };
const Tree = { $ref: "#/components/schemas/Tree" };

const bounds: readonly Rewrite[] = [
  ["minLength: 0", text, { ...text, minLength: 0 }],
  ["minItems: 0", { type: "array", items: text }, { type: "array", items: text, minItems: 0 }],
  ["minProperties: 0", a, { ...a, minProperties: 0 }],
  ["minProperties that required members reach", a, { ...a, minProperties: 1 }],
  [
    "maxProperties of a closed object",
    { ...a, additionalProperties: false },
    { ...a, additionalProperties: false, maxProperties: 1 },
  ],
  ["pattern .*", text, { ...text, pattern: ".*" }],
  ["pattern ^.*", text, { ...text, pattern: "^.*" }],
  ["pattern .*$", text, { ...text, pattern: ".*$" }],
  ["an empty pattern", text, { ...text, pattern: "" }],
  ["pattern ^", text, { ...text, pattern: "^" }],
  ["pattern ^[\\s\\S]*$", text, { ...text, pattern: "^[\\s\\S]*$" }],
  ["multipleOf: 1 of integers", whole, { ...whole, multipleOf: 1 }],
  ["multipleOf: 0.5 of integers", whole, { ...whole, multipleOf: 0.5 }],
  ["multipleOf: 1 of numbers", whole, { type: "number", multipleOf: 1 }],
  ["integer beside an integer step", { ...whole, multipleOf: 4 }, { type: "number", multipleOf: 4 }],
  ["an exclusive bound of integers", { ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }],
  ["a fractional bound of integers", { ...whole, minimum: 1 }, { ...whole, minimum: 0.5 }],
  ["the looser of two bounds", { ...whole, minimum: 1 }, { ...whole, minimum: 1, exclusiveMinimum: -3 }],
  ["propertyNames: string", a, { ...a, propertyNames: text }],
  ["propertyNames: true", a, { ...a, propertyNames: true }],
  ["propertyNames with a bound that excludes nothing", a, { ...a, propertyNames: { minLength: 0 } }],
  ["not: false", text, { ...text, not: false }],
  ["not: {not: {}}", text, { ...text, not: { not: {} } }],
  ["not another type", text, { ...text, not: { type: "number" } }],
  ["not not", { ...text, maxLength: 3 }, { not: { not: { ...text, maxLength: 3 } } }],
  [
    "uniqueItems of one element",
    { type: "array", items: text, maxItems: 1 },
    { type: "array", items: text, maxItems: 1, uniqueItems: true },
  ],
  ["uniqueItems: false", { type: "array", items: text }, { type: "array", items: text, uniqueItems: false }],
  [
    "contains with minContains: 0",
    { type: "array", items: text },
    { type: "array", items: text, contains: whole, minContains: 0 },
  ],
  [
    "contains: true and minItems: 1",
    { type: "array", minItems: 1, items: text },
    { type: "array", items: text, contains: true },
  ],
  ["if without then and else", text, { ...text, if: { minLength: 2 } }],
  ["if that accepts everything", { ...text, maxLength: 3 }, { ...text, if: true, then: { maxLength: 3 } }],
  ["if that accepts nothing", { ...text, maxLength: 3 }, { ...text, if: false, else: { maxLength: 3 } }],
  ["an empty dependentRequired", a, { ...a, dependentRequired: { a: [] } }],
  ["a dependent schema that accepts everything", a, { ...a, dependentSchemas: { a: true } }],
  [
    "dependentRequired that is required",
    { ...a, required: ["a", "b"] },
    { ...a, required: ["a", "b"], dependentRequired: { a: ["b"] } },
  ],
  ["patternProperties that accept everything", a, { ...a, patternProperties: { "^x-": true } }],
];

const parts: readonly Rewrite[] = [
  ["allOf of one", a, { allOf: [a] }],
  ["an empty schema in allOf", a, { allOf: [a, {}] }],
  ["true in allOf", a, { allOf: [true, a] }],
  ["the type repeated in allOf", a, { ...object, allOf: [a] }],
  ["the same twice", a, { allOf: [a, a] }],
  [
    "keywords in two parts",
    { ...text, minLength: 1, maxLength: 3 },
    { allOf: [{ ...text, minLength: 1 }, { maxLength: 3 }] },
  ],
  ["members in two parts", { ...object, required: ["a", "b"], properties: { a: text, b: whole } }, { allOf: [a, b] }],
  ["required in a part of its own", a, { ...object, properties: { a: text }, allOf: [{ required: ["a"] }] }],
  ["additionalProperties: true", a, { ...a, additionalProperties: true }],
  ["additionalProperties: {}", a, { ...a, additionalProperties: {} }],
  ["additionalProperties: true and {}", { ...a, additionalProperties: true }, { ...a, additionalProperties: {} }],
  ["unevaluatedProperties: true", a, { ...a, unevaluatedProperties: true }],
  [
    "unevaluatedProperties: false without parts",
    { ...a, additionalProperties: false },
    { ...a, unevaluatedProperties: false },
  ],
  ["items: true", { type: "array" }, { type: "array", items: true }],
  ["a default in allOf", { ...text, default: "x" }, { allOf: [{ ...text, default: "x" }] }],
  ["a default beside allOf", { allOf: [{ ...text, default: "x" }] }, { allOf: [text], default: "x" }],
  ["a default beside a reference in allOf", { $ref: Leaf.$ref, default: "x" }, { allOf: [Leaf], default: "x" }],
  [
    "a default in one of two parts",
    { ...text, maxLength: 3, default: "x" },
    { allOf: [{ ...text, default: "x" }, { maxLength: 3 }] },
  ],
  ["deprecated in allOf", { ...text, deprecated: true }, { allOf: [{ ...text, deprecated: true }] }],
  ["a reference in allOf", Leaf, { allOf: [Leaf] }],
  ["a reference in anyOf", Leaf, { anyOf: [Leaf] }],
  ["a reference in oneOf", Leaf, { oneOf: [Leaf] }],
];

const lists: readonly Rewrite[] = [
  ["enum and const", { enum: ["a"] }, { const: "a" }],
  ["enum and oneOf of constants", { ...text, enum: ["a", "b"] }, { ...text, oneOf: [{ const: "a" }, { const: "b" }] }],
  ["enum and anyOf of constants", { enum: ["a", "b"] }, { anyOf: [{ const: "b" }, { const: "a" }] }],
  [
    "enum and oneOf of titled constants",
    { ...text, enum: ["a", "b"] },
    {
      oneOf: [
        { ...text, const: "a", title: "A" },
        { ...text, const: "b", title: "B" },
      ],
    },
  ],
  ["enum and anyOf of enums", { enum: ["a", "b", "c"] }, { anyOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }],
  ["numbers as constants", { ...whole, enum: [1, 2] }, { oneOf: [{ const: 1 }, { const: 2 }] }],
  [
    "enum with null",
    { type: ["string", "null"], enum: ["a", "b", null] },
    { oneOf: [{ const: "a" }, { const: "b" }, { type: "null" }] },
  ],
  ["boolean and its values", { type: "boolean" }, { enum: [true, false] }],
  ["boolean and its constants", { type: "boolean" }, { oneOf: [{ const: true }, { const: false }] }],
  ["null and its value", { type: "null" }, { const: null }],
  ["an enum without the type", { enum: ["a", "b"] }, { ...text, enum: ["a", "b"] }],
  [
    "a bound that every value of an enum keeps",
    { ...text, enum: ["a", "b"] },
    { ...text, enum: ["a", "b"], maxLength: 5 },
  ],
  [
    "a pattern that every value of an enum matches",
    { ...text, enum: ["a", "b"] },
    { ...text, enum: ["a", "b"], pattern: "^[a-z]$" },
  ],
  ["a minimum that every value of an enum keeps", { ...whole, enum: [1, 2] }, { ...whole, enum: [1, 2], minimum: 1 }],
  ["values that a bound excludes", { ...text, enum: ["a"] }, { ...text, enum: ["a", "abc"], maxLength: 1 }],
  ["an enum in two parts", { enum: ["a", "b"] }, { allOf: [{ enum: ["a", "b", "c"] }, { enum: ["b", "a"] }] }],
];

const choices: readonly Rewrite[] = [
  ["the order of alternatives", { anyOf: [a, b] }, { anyOf: [b, a] }],
  ["an alternative twice in anyOf", { anyOf: [a, b] }, { anyOf: [a, b, a] }],
  [
    "an alternative of anyOf that another includes",
    { anyOf: [{ ...text, maxLength: 5 }, whole] },
    { anyOf: [{ ...text, maxLength: 5 }, { ...text, maxLength: 3 }, whole] },
  ],
  ["integer beside number", { type: "number" }, { anyOf: [{ type: "number" }, whole] }],
  ["an alternative that accepts nothing", { anyOf: [a, b] }, { anyOf: [a, b, false] }],
  ["types as alternatives", { type: ["string", "integer"] }, { oneOf: [text, whole] }],
  ["nullable as an alternative", { type: ["string", "null"] }, { anyOf: [text, { type: "null" }] }],
  ["a nullable reference", { anyOf: [Tree, { type: "null" }] }, { oneOf: [{ type: "null" }, Tree] }],
  [
    "anyOf in anyOf",
    { anyOf: [a, b, { ...object, required: ["c"] }] },
    { anyOf: [a, { anyOf: [b, { ...object, required: ["c"] }] }] },
  ],
  ["the type beside alternatives", { oneOf: [a, b] }, { ...object, oneOf: [a, b] }],
  ["the type beside one alternative", a, { ...object, oneOf: [a] }],
  [
    "a member beside alternatives",
    { ...object, properties: { id: text }, oneOf: [a, b] },
    {
      oneOf: [
        { ...a, properties: { ...a.properties, id: text } },
        { ...b, properties: { ...b.properties, id: text } },
      ],
    },
  ],
  [
    "anyOf of types and a choice",
    { anyOf: [a, b, { type: "null" }] },
    { type: ["object", "null"], anyOf: [a, b, { type: "null" }] },
  ],
  [
    "alternatives without names in another order",
    {
      oneOf: [
        { ...object, required: ["x"], properties: { x: { ...text, minLength: 0 } } },
        { ...object, required: ["y"], properties: { y: text } },
      ],
    },
    {
      oneOf: [
        { ...object, required: ["y"], properties: { y: { ...text, minLength: 0 } } },
        { ...object, required: ["x"], properties: { x: text } },
      ],
    },
  ],
];

export const rewrites: readonly Rewrite[] = [...bounds, ...parts, ...lists, ...choices];
