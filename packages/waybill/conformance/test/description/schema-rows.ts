// Schemas of the dialects of OpenAPI, with values that they accept and values that they do not.
import type { JsonSchema, Schemas } from "./opened.ts";

export interface Row {
  readonly It: JsonSchema;
  readonly more?: Schemas;
  readonly accepts: readonly unknown[];
  readonly rejects: readonly unknown[];
}

const cup: Schemas = { Cup: { type: "object", required: ["id"], properties: { id: { type: "string" } } } };
const toCup = { $ref: "#/components/schemas/Cup" };

export const openApi30: Readonly<Record<string, Row>> = {
  "nullable beside a type": { It: { type: "string", nullable: true }, accepts: ["a", null], rejects: [1] },
  "nullable and an enum that lists null": {
    It: { type: "string", nullable: true, enum: ["a", null] },
    accepts: ["a", null],
    rejects: ["b"],
  },
  "nullable and an enum that does not": {
    It: { type: "string", nullable: true, enum: ["a"] },
    accepts: ["a"],
    rejects: [null],
  },
  "nullable without a type says nothing": {
    It: { nullable: true, allOf: [toCup] },
    more: cup,
    accepts: [{ id: "a" }],
    rejects: [null, {}],
  },
  "nullable: false without a type": { It: { nullable: false }, accepts: [1, null], rejects: [] },
  "nullable in a member beside $ref says nothing": {
    It: { type: "object", properties: { cup: { ...toCup, nullable: true, maxProperties: 0 } } },
    more: cup,
    accepts: [{ cup: { id: "a" } }],
    rejects: [{ cup: null }],
  },
  "bounds made exclusive by a flag": {
    It: { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
    accepts: [1.5, 2],
    rejects: [1, 2.5],
  },
  "a flag without a bound": { It: { type: "number", exclusiveMaximum: true }, accepts: [1e9], rejects: ["1"] },
  "members called as keywords": {
    It: {
      type: "object",
      properties: {
        nullable: { type: "boolean" },
        exclusiveMinimum: { type: "boolean" },
        type: { type: "string", nullable: true },
        $ref: { type: "string" },
        example: { type: "string", nullable: true },
        enum: { type: "integer" },
      },
    },
    accepts: [{ nullable: true, exclusiveMinimum: false, type: null, $ref: "a", example: null, enum: 1 }],
    rejects: [{ nullable: "x" }, { $ref: 1 }, { example: 1 }, { enum: "1" }, { exclusiveMinimum: 1 }],
  },
  "values that look like schemas": {
    It: { enum: [{ $ref: "a", type: "string", nullable: true }, { items: [1, 2] }] },
    accepts: [{ $ref: "a", type: "string", nullable: true }, { items: [1, 2] }],
    rejects: [{ $ref: "a" }, { prefixItems: [1, 2] }],
  },
  "keywords that it does not have": {
    It: { type: "string", id: "old", $async: true },
    accepts: ["a"],
    rejects: [1],
  },
};

export const openApi31: Readonly<Record<string, Row>> = {
  "keywords beside $ref": {
    It: { ...toCup, maxProperties: 1 },
    more: cup,
    accepts: [{ id: "a" }],
    rejects: [{ id: "a", b: 1 }],
  },
  "members called as keywords": {
    It: {
      type: "object",
      properties: {
        items: { type: "array", items: { type: "string" } },
        dependencies: { type: "object", additionalProperties: { type: "string" } },
        properties: { type: "object", properties: { $id: { type: "integer" } } },
        $id: { type: "string" },
        $anchor: { type: "string" },
        constructor: { type: "string" },
      },
      additionalProperties: false,
    },
    accepts: [
      { items: ["a"], dependencies: { a: "b" }, $id: "x", $anchor: "y", properties: { $id: 1 }, constructor: "z" },
    ],
    rejects: [{ items: [1] }, { dependencies: { a: 1 } }, { $id: 1 }, { properties: { $id: "1" } }, { other: 1 }],
  },
  "examples and defaults with ids and references in them": {
    It: {
      type: "object",
      example: { $id: "other", $ref: "#/nowhere" },
      examples: [{ $id: "other" }],
      default: { $id: "other" },
      "x-sample": { $id: "other", $anchor: "a" },
      properties: { a: { const: { $ref: "b", items: [1] } } },
    },
    accepts: [{ a: { $ref: "b", items: [1] } }],
    rejects: [{ a: { $ref: "b" } }],
  },
  recursion: {
    It: { type: "object", properties: { next: { $ref: "#/components/schemas/It" }, id: { type: "integer" } } },
    accepts: [{ next: { next: { id: 1 } } }],
    rejects: [{ next: { next: { id: "1" } } }],
  },
  "recursion through several": {
    It: { type: "array", items: { $ref: "#/components/schemas/Node" } },
    more: { Node: { type: "object", properties: { children: { $ref: "#/components/schemas/It" } } } },
    accepts: [[{ children: [{ children: [] }] }]],
    rejects: [[{ children: [{ children: {} }] }], [{ children: [1] }]],
  },
  "names with all sorts of characters": {
    It: {
      type: "object",
      properties: {
        a: { $ref: "#/components/schemas/A.b-c_1" },
        b: { $ref: "#/components/schemas/It/properties/with%20%7Bbraces%7D%20~1%20~0%20%22quotes%22%20%C3%A9" },
        'with {braces} / ~ "quotes" é': { type: "string" },
      },
    },
    more: { "A.b-c_1": { type: "integer" } },
    accepts: [{ a: 1, b: "x" }],
    rejects: [{ a: "1" }, { b: 1 }, { 'with {braces} / ~ "quotes" é': 1 }],
  },
  "boolean schemas": {
    It: { type: "object", properties: { any: true, none: false } },
    accepts: [{ any: 1 }],
    rejects: [{ none: 1 }],
  },
  "members that are for requests only are not demanded": {
    It: {
      type: "object",
      required: ["id", "password", "pin", "token"],
      properties: {
        id: { type: "string", readOnly: true },
        password: { type: "string", writeOnly: true },
        pin: { $ref: "#/components/schemas/Pin" },
      },
      allOf: [{ required: ["password"] }, { properties: { token: { allOf: [{ writeOnly: true }] } } }],
    },
    more: { Pin: { type: "string", writeOnly: true } },
    accepts: [{ id: "a" }, { id: "a", password: "b" }],
    rejects: [{}, { id: "a", password: 1 }],
  },
  "names of members": {
    It: { type: "object", propertyNames: { pattern: "^[a-z]+$" } },
    accepts: [{ a: 1 }],
    rejects: [{ A: 1 }],
  },
};

export const formats: Readonly<Record<string, Row>> = Object.fromEntries(
  (
    [
      ["string", "colour-of-the-day", ["anything"], []],
      ["integer", "int32", [2147483647, -2147483648], [2147483648]],
      ["integer", "int64", [2 ** 53], [1.5]],
      ["number", "float", [1.5], []],
      ["number", "double", [1.5e300], []],
      ["string", "byte", ["aGk="], ["a b"]],
      ["string", "binary", ["\u0000"], []],
      ["string", "password", ["x"], []],
      ["string", "date-time", ["2024-01-02T03:04:05Z"], ["2024-01-02"]],
      ["string", "uuid", ["123e4567-e89b-12d3-a456-426614174000"], ["123"]],
    ] as const
  ).map(([type, format, accepts, rejects]) => [format, { It: { type, format }, accepts, rejects }]),
);
