import { describe, expect, test } from "vitest";
import type { Json } from "waybill/description";
import { strayFields } from "../../src/description/declared-fields.ts";
import { placeOf } from "../../src/description/description.ts";
import { type JsonSchema, openApiOf, opened, type Schemas } from "./opened.ts";

/** `/product_name (productName)`, `/password write-only`. */
function straysOf(It: JsonSchema, value: Json, more: Schemas = {}): string[] {
  const description = opened({ "openapi.yaml": openApiOf({ It, ...more }) });
  const schema = description.schemas.find(({ name }) => name === "It")?.schema;
  if (schema === undefined) throw new Error("there is no It");
  return strayFields(schema, value).map(({ pointer, reason, near }) => {
    return `${pointer}${near === null ? "" : ` (${near})`}${reason === "write-only" ? " write-only" : ""}`;
  });
}

const text = { type: "string" };
const object = (properties: object, more: object = {}): { readonly [keyword: string]: unknown } => ({
  type: "object",
  properties,
  ...more,
});
const base = { type: "object", properties: { id: text } };
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

describe("members that nothing declares", () => {
  test.each<[name: string, schema: JsonSchema, value: Json, ...strays: string[]]>([
    ["one", base, { id: "a", extra: 1 }, "/extra"],
    ["inside a list of lists", { type: "array", items: { type: "array", items: base } }, [[{ x: 1 }]], "/0/0/x"],
    ["behind a tuple", { type: "array", prefixItems: [base], items: text }, [{ x: 1 }, "a"], "/0/x"],
    ["names that are escaped", base, { "a/b~c": 1 }, "/a~1b~0c"],
    ["beside allOf", { allOf: [base], properties: { more: text } }, { id: "a", more: "b", x: 1 }, "/x"],
    ["allOf with a part that says only its type", { allOf: [base, { type: "object" }] }, { x: 1 }, "/x"],
    ["allOf with a part that may be null", { allOf: [base, { type: ["object", "null"] }] }, { x: 1 }, "/x"],
    ["allOf with a part that says nothing", { allOf: [base, {}, { description: "words" }] }, { x: 1 }, "/x"],
    [
      "the branch of oneOf that matches",
      {
        oneOf: [
          { ...base, required: ["id"] },
          { type: "object", required: ["name"], properties: { name: text } },
        ],
      },
      { name: "a", x: 1 },
      "/x",
    ],
    ["a list of unions", { type: "array", items: { anyOf: [base, text] } }, ["a", { x: 1 }], "/1/x"],
    [
      "alternatives that only demand",
      { ...base, anyOf: [{ required: ["id"] }, { required: ["no"] }] },
      { id: "a", x: 1 },
      "/x",
    ],
    [
      "then",
      {
        ...base,
        if: { required: ["id"] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { more: base } },
      },
      { id: "a", more: { x: 1 } },
      "/more/x",
    ],
    [
      "dependentSchemas",
      { ...base, dependentSchemas: { id: { properties: { b: text } } } },
      { id: "a", b: "b", c: "c" },
      "/c",
    ],
    [
      "beside patterns",
      { type: "object", patternProperties: { "^x-": base } },
      { "x-a": { y: 1 }, z: 1 },
      "/x-a/y",
      "/z",
    ],
    ["values of a map", { type: "object", additionalProperties: base }, { one: { x: 1 } }, "/one/x"],
    ["nullable", { type: ["object", "null"], properties: { id: text } }, { x: 1 }, "/x"],
  ])("are found %s", (_name, schema, value, ...strays) => {
    expect(straysOf(schema, value)).toEqual(strays);
  });

  test("a reference, a recursion, and where each is declared", () => {
    const description = opened({
      "openapi.yaml": `
openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    It:
      type: object
      properties:
        next: { $ref: "#/components/schemas/It" }
        productName: { type: string }
        pin:
          type: string
          writeOnly: true
`,
    });
    const [named] = description.schemas;
    const value = { next: { product_name: "a", other: 1, pin: "1" } };
    const found = named === undefined ? [] : strayFields(named.schema, value);
    expect(found.map(({ pointer, at }) => `${pointer} ${placeOf(at)}`)).toEqual([
      "/next/product_name openapi.yaml:11:9",
      "/next/other openapi.yaml:7:5",
      "/next/pin openapi.yaml:12:9",
    ]);
  });
});

describe("members that are allowed", () => {
  test.each<[string, JsonSchema, Json]>([
    ["in an object that lists nothing", { type: "object" }, { x: { y: 1 } }],
    ["where nothing is said", true, { x: 1 }],
    ["where more is allowed in words", { ...base, additionalProperties: true }, { x: { y: 1 } }],
    [
      "where an inner part allows more",
      { allOf: [{ ...base, additionalProperties: {} }], properties: { a: text } },
      { x: 1 },
    ],
    ["where an outer part allows more", { allOf: [base], additionalProperties: {} }, { x: 1 }],
    ["in a branch without form", { anyOf: [base, { type: "object" }] }, { x: 1 }],
    ["in a branch that takes anything", { oneOf: [{ ...base, required: ["id"] }, {}] }, { x: 1 }],
    ["in either branch that matches", { anyOf: [base, { properties: { b: text } }] }, { id: "a", b: "b" }],
    ["demanded without being listed", { ...base, required: ["extra"] }, { extra: 1 }],
    ["demanded by another member", { ...base, dependentRequired: { id: ["extra"] } }, { id: "a", extra: 1 }],
    ["named by a pattern for names", { ...base, propertyNames: { pattern: "^[a-z]+$" } }, { other: 1 }],
    ["in values that are listed as a whole", object({ a: text }, { enum: [{ a: "a", b: 1 }] }), { a: "a", b: 1 }],
    ["called as members of every object are", object({ constructor: text }), { constructor: "a" }],
  ])("are not reported: %s", (_name, schema, value) => {
    expect(straysOf(schema, value)).toEqual([]);
  });

  test("deep values without a schema", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
    expect(straysOf(object({ a: {} }), { a: deep })).toEqual([]);
  });
});

describe("declared members in another spelling", () => {
  const names = object({ productName: text, on_hand: text });
  test.each<[name: string, schema: JsonSchema, value: Json, ...strays: string[]]>([
    ["with underscores", names, { product_name: "a" }, "/product_name (productName)"],
    ["without them", names, { onHand: "a" }, "/onHand (on_hand)"],
    [
      "in an object that may have anything",
      { ...names, additionalProperties: true },
      { "Product-Name": "a" },
      "/Product-Name (productName)",
    ],
    ["beside the member itself", { ...names, additionalProperties: true }, { product_name: "a", productName: "b" }],
    ["both are declared", object({ id: text, ID: text }), { ID: "a" }],
    ["keys of a map", object({ default: text }, { additionalProperties: text }), { DEFAULT: "a" }],
    ["what a pattern names", { ...names, patternProperties: { "^product_": text } }, { product_name: "a" }],
    ["names in other scripts", object({ имя: text }, { additionalProperties: true }), { фамилия: "a" }],
    ["other scripts in capitals", object({ имя: text }), { ИМЯ: "a" }, "/ИМЯ (имя)"],
    ["signs that mean something", object({ "+1": {} }, { additionalProperties: true }), { "-1": 3 }],
    ["nothing but separators", object({ "-": {} }, { additionalProperties: true }), { _: 3 }],
  ])("are named %s", (_name, schema, value, ...strays) => {
    expect(straysOf(schema, value)).toEqual(strays);
  });
});

describe("members for requests only", () => {
  test.each<[name: string, schema: JsonSchema, value: Json, ...strays: string[]]>([
    ["said of the member", { ...text, writeOnly: true }, "a", "/pin write-only"],
    ["said behind a reference", ref("Pin"), "a", "/pin write-only"],
    ["said in a part", { allOf: [text, { writeOnly: true }] }, "a", "/pin write-only"],
    ["empty", { type: ["string", "null"], writeOnly: true }, null],
    ["for responses only", { ...text, readOnly: true }, "a"],
  ])("are found in responses: %s", (_name, pin, value, ...strays) => {
    const found = straysOf(object({ pin }), { pin: value }, { Pin: { ...text, writeOnly: true } });
    expect(found).toEqual(strays);
  });
});
