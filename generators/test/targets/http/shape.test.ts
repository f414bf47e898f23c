// How the text of a parameter is parsed, by its schema.

import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import { readHeader } from "../../../src/targets/http/runtime/values.ts";
import { shapeOf } from "../../../src/targets/http/shape.ts";

describe("the shape of a schema", () => {
  it.each([
    ["{}", "any"],
    ["{ minLength: 1 }", "any"],
    ["{ type: string, format: date }", "string"],
    ["{ type: integer, maximum: 100 }", "integer"],
    ["{ type: number }", "number"],
    ["{ type: boolean }", "boolean"],
    ["{ type: 'null' }", "null"],
    ["{ type: [string, 'null'] }", { kind: "union", members: ["null", "string"] }],
    ["{ type: [string, integer, number] }", { kind: "union", members: ["number", "string"] }],
    ["{ enum: [a, b] }", "string"],
    ["{ enum: [1, 2] }", "integer"],
    ["{ const: 0.5 }", "number"],
    ["{ enum: [1, '1', null] }", { kind: "enum", values: [1, "1", null] }],
    ["{ type: string, enum: [a] }", "string"],
    ["{ type: array, items: { type: integer } }", { kind: "array", items: "integer" }],
    [
      "{ type: array, prefixItems: [{ type: string }], items: { type: integer } }",
      { kind: "array", items: "integer", prefix: ["string"] },
    ],
    [
      "{ type: object, properties: { a: { type: integer } }, additionalProperties: false }",
      { kind: "object", properties: { a: "integer" }, additional: null },
    ],
    [
      "{ type: object, additionalProperties: { type: boolean } }",
      { kind: "object", properties: {}, additional: "boolean" },
    ],
    [
      "{ type: object, patternProperties: { '^x-': { type: number } } }",
      { kind: "object", properties: {}, additional: "any", patterns: [{ pattern: "^x-", shape: "number" }] },
    ],
    ["{ $ref: '#/components/schemas/Named' }", "integer"],
    ["{ allOf: [{ $ref: '#/components/schemas/Named' }, { minimum: 1 }] }", "integer"],
    ["{ allOf: [{ type: number }, { type: integer }] }", "integer"],
    ["{ type: [string, integer], allOf: [{ type: [integer, 'null'] }] }", "integer"],
    ["{ anyOf: [{ type: string, format: uuid }, { type: string, format: date }] }", "string"],
    [
      "{ oneOf: [{ type: array, items: { type: string } }, { type: string }] }",
      { kind: "union", members: [{ kind: "array", items: "string" }, "string"] },
    ],
    ["{ type: string, not: { const: x } }", "string"],
    [
      "{ if: { const: 1 }, then: { type: integer }, else: { type: string } }",
      { kind: "union", members: ["integer", "string"] },
    ],
    [
      "{ allOf: [{ type: object, properties: { a: { type: integer } } }, { type: object, properties: { b: { type: boolean } } }] }",
      { kind: "object", properties: { a: "integer", b: "boolean" }, additional: "any" },
    ],
    [
      "{ $ref: '#/components/schemas/Tree' }",
      { kind: "object", properties: { name: "string", children: { kind: "array", items: "any" } }, additional: "any" },
    ],
  ])("is derived from %s", (schema, expected) => {
    expect(shapeOf(schemaOf(schema))).toEqual(expected);
  });
});

describe("the value of a header", () => {
  it.each([
    ["1000", "integer", 1000],
    ["a, b", "string", "a, b"],
    ["", { kind: "array", items: "integer" }, []],
    ["1, 2 ,3", { kind: "array", items: "integer" }, [1, 2, 3]],
    ["R,1,G,x", { kind: "object", properties: { R: "integer" }, additional: "any" }, { R: 1, G: "x" }],
    ["R,1,G", { kind: "object", properties: { R: "integer" }, additional: "any" }, "R,1,G"],
  ] as const)("is read as its shape says: %j as %j", (text, shape, expected) => {
    expect(readHeader(text, shape)).toEqual(expected);
  });
});

function schemaOf(yaml: string): Parameters<typeof shapeOf>[0] {
  const document = {
    openapi: "3.1.1",
    info: { title: "Shapes", version: "1" },
    paths: {
      "/": {
        get: {
          operationId: "get",
          parameters: [{ name: "p", in: "query", schema: load(yaml) }],
          responses: { 200: { description: "Fine." } },
        },
      },
    },
    components: {
      schemas: {
        Named: { type: "integer" },
        Tree: {
          type: "object",
          properties: {
            name: { type: "string" },
            children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
          },
        },
      },
    },
  };
  const report = new Report();
  const { api } = readApi({ cwd: "/", openapi: "openapi.json", readText: () => JSON.stringify(document) }, report);
  const schema = api?.http?.operations[0]?.parameters[0]?.schema;
  if (schema === undefined || report.hasErrors) throw new Error(report.list().map(textOf).join("\n\n"));
  return schema;
}
