// Which schemas are the same: annotations and locations make no difference, any other keyword does.
import { describe, expect, it } from "vitest";
import { Sameness } from "../../src/model/analysis/discrimination.ts";
import { readFiles } from "../source/memory-files.ts";

const named = { $ref: "#/components/schemas/Named" };
const text = { type: "string" };

/** Each accepts other values. */
const different: readonly unknown[] = [
  true,
  false,
  { type: "null" },
  { type: "boolean" },
  { type: "number" },
  { type: "integer" },
  ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"].map((bound) => ({
    type: "number",
    [bound]: 3,
  })),
  { type: "number", format: "int32" },
  text,
  { ...text, minLength: 3 },
  { ...text, maxLength: 3 },
  { ...text, pattern: "^a" },
  { ...text, format: "date" },
  { ...text, contentEncoding: "base64" },
  { ...text, contentMediaType: "image/png" },
  { enum: ["a"] },
  { enum: ["a", null] },
  { enum: [{ a: null }] },
  { enum: [{}] },
  { enum: [false] },
  { type: "array" },
  { type: "array", items: text },
  { type: "array", prefixItems: [text] },
  { type: "array", contains: text },
  { type: "array", contains: text, minContains: 2 },
  { type: "array", contains: text, maxContains: 2 },
  { type: "array", minItems: 2 },
  { type: "array", maxItems: 2 },
  { type: "array", uniqueItems: true },
  { type: "object" },
  { type: "object", properties: { a: text } },
  { type: "object", properties: { b: text } },
  { type: "object", properties: { a: text }, required: ["a"] },
  { type: "object", required: ["a"] },
  { type: "object", patternProperties: { "^a": text } },
  { type: "object", additionalProperties: text },
  { type: "object", additionalProperties: false },
  { type: "object", propertyNames: { pattern: "^a" } },
  { type: "object", minProperties: 2 },
  { type: "object", maxProperties: 2 },
  { type: "object", dependentRequired: { a: ["b"] } },
  { type: "object", dependentSchemas: { a: named } },
  named,
  { $ref: "#/components/schemas/Other" },
  { anyOf: [text, named] },
  { oneOf: [text, named] },
  { allOf: [named, { $ref: "#/components/schemas/Other" }] },
  { not: named },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  { if: named, then: text },
  { if: named, else: text },
  { allOf: [named], unevaluatedProperties: false },
];

/** The same at another location and with other annotations. */
function retold(schema: unknown): unknown {
  return typeof schema === "boolean" || "$ref" in Object(schema) ? schema : { ...Object(schema), title: "Retold" };
}

describe("the number of a schema", () => {
  const entries = different.flatMap((schema, index) => [
    [`a${index}`, schema],
    [`b${index}`, retold(schema)],
  ]);
  const schemas = {
    Named: { type: "object", properties: { x: text } },
    Other: { type: "object", properties: { x: text } },
    All: { type: "object", properties: Object.fromEntries(entries) },
  };
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
  const all = api?.schemas.find(({ name }) => name === "All")?.schema;
  const members = all?.kind === "object" ? all.properties : [];
  const sameness = new Sameness();
  const numbers = members.map(({ name, schema }) => [name, sameness.of(schema)] as const);

  it("ignores annotations", () => {
    const first = numbers.filter(([name]) => name.startsWith("a")).map(([, number]) => number);
    const second = numbers.filter(([name]) => name.startsWith("b")).map(([, number]) => number);
    expect(second).toEqual(first);
  });

  it("differs for schemas that accept other values", () => {
    expect(new Set(numbers.map(([, number]) => number)).size).toBe(different.length);
  });

  it("is the same for a mapping of the same values at any location", () => {
    const union = (value: string): object => ({
      oneOf: ["A", "B"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      discriminator: { propertyName: "kind", mapping: { [value]: "#/components/schemas/A" } },
    });
    const member = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
    const schemas = { A: member, B: member, One: union("a"), Same: union("a"), Other: union("b") };
    const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
    const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
    const sameness = new Sameness();
    const [one, same, other] = ["One", "Same", "Other"].map((name) => {
      const found = api?.schemas.find((schema) => schema.name === name);
      return found === undefined ? null : sameness.of(found.schema);
    });
    expect(one).not.toBeNull();
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});
