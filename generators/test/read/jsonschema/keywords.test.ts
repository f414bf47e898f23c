// What each keyword means in each dialect: a schema as YAML, and the model it becomes.
import { describe, expect, it } from "vitest";
import type { Dialect } from "../../../src/read/jsonschema/index.ts";
import { apiOf, type Files, readFiles } from "../../source/memory-files.ts";
import { print } from "./print.ts";

const anyType = "null | boolean | number | string | [...any] | { ... }";

const documents: Readonly<Record<Dialect, (schemas: string) => Files>> = {
  "2020-12": (schemas) => ({
    "openapi.yaml": `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\n${schemas}`,
  }),
  "openapi-3.0": (schemas) => ({
    "openapi.yaml": `openapi: 3.0.4\ninfo: { title: T, version: "1" }\npaths: {}\n${schemas}`,
  }),
  asyncapi: (schemas) => ({ "asyncapi.yaml": `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n${schemas}` }),
};

function filesOf(dialect: Dialect, schema: string): Files {
  return documents[dialect](`components: { schemas: { Case: ${schema}, Other: { type: object } } }\n`);
}

function meaningOf(dialect: Dialect, schema: string): string {
  const found = apiOf(filesOf(dialect, schema)).schemas.find(({ name }) => name === "Case");
  if (found === undefined) throw new Error("no schema Case");
  return print(found.schema);
}

describe("every dialect", () => {
  const dialects = Object.keys(documents) as Dialect[];
  it.each([
    ["{}", "any"],
    ["{ description: Words. }", "any"],
    ["{ type: boolean }", "boolean"],
    ["{ type: string, minLength: 1, maxLength: 5 }", "string(minLength 1, maxLength 5)"],
    ["{ type: string, pattern: ^a, format: uuid }", "string(pattern ^a, format uuid)"],
    ["{ type: integer, minimum: 1, maximum: 9, multipleOf: 2 }", "integer(>= 1, <= 9, multipleOf 2)"],
    ["{ type: integer, maximum: 9223372036854775807 }", "integer(<= 9223372036854775000)"],
    ["{ type: integer, minimum: -9223372036854775809 }", "integer(>= -9223372036854776000)"],
    ["{ type: number, format: double }", "number(format double)"],
    ["{ type: string, enum: [a, b] }", '"a" / "b"'],
    ["{ enum: [a, 1, null] }", '"a" / 1 / null'],
    ["{ type: string, maxLength: 1, enum: [a, bb] }", '(string(maxLength 1) & "a" / "bb")'],
    ["{ type: integer, enum: [1.0, 2] }", "1 / 2"],
    ["{ type: array, items: { type: string } }", "[...string]"],
    [
      "{ type: array, items: {}, minItems: 1, maxItems: 2, uniqueItems: true }",
      "[...any](minItems 1, maxItems 2, uniqueItems)",
    ],
    ["{ type: object }", "{ ... }"],
    ["{ type: object, additionalProperties: false }", "{ ...never }"],
    ["{ type: object, additionalProperties: true }", "{ ...any }"],
    ["{ type: object, additionalProperties: { type: string } }", "{ ...string }"],
    [
      "{ type: object, required: [a, z], properties: { a: { type: string }, b: {} } }",
      "{ a: string, b?: any, required z, ... }",
    ],
    ["{ type: object, minProperties: 1, maxProperties: 2 }", "{ ... }(minProperties 1, maxProperties 2)"],
    ["{ $ref: '#/components/schemas/Other' }", "-> Other"],
    ["{ allOf: [{ type: string }] }", "string"],
    [
      "{ allOf: [{ type: string }, { maxLength: 5 }] }",
      `(string & ${anyType.replace("string", "string(maxLength 5)")})`,
    ],
    ["{ anyOf: [{ type: string }, { type: boolean }] }", "anyOf(string, boolean)"],
    ["{ oneOf: [{ type: string }, { type: boolean }] }", "oneOf(string, boolean)"],
    ["{ oneOf: [{ type: string }] }", "string"],
    ["{ not: { type: string } }", "not string"],
    ["{ type: string, not: { enum: [a] } }", '(string & not "a")'],
    ["{ maxLength: 5 }", anyType.replace("string", "string(maxLength 5)")],
    ["{ format: date }", anyType.replace("string", "string(format date)").replace("number", "number(format date)")],
    [
      "{ properties: { constructor: { type: string }, __proto__: { type: boolean } } }",
      anyType.replace("{ ... }", "{ constructor?: string, __proto__?: boolean, ... }"),
    ],
    ["{ type: object, properties: { x-a: { type: string } }, x-b: 1 }", "{ x-a?: string, ... }"],
  ])("reads %s", (schema, meaning) => {
    for (const dialect of dialects)
      expect({ dialect, meaning: meaningOf(dialect, schema) }).toEqual({ dialect, meaning });
  });
});

describe.each([["2020-12"], ["asyncapi"]] as const)("JSON Schema: %s", (dialect) => {
  it.each([
    ["true", "any"],
    ["false", "never"],
    ['{ type: "null" }', "null"],
    ['{ type: [string, "null"] }', "null | string"],
    ["{ type: [string] }", "string"],
    ["{ type: [integer, number], minimum: 1 }", "number(>= 1)"],
    ['{ type: [string, "null"], maxLength: 5 }', "null | string(maxLength 5)"],
    ['{ type: [string, "null"], enum: [a, null] }', '"a" / null'],
    ["{ type: number, exclusiveMinimum: 1, exclusiveMaximum: 9 }", "number(> 1, < 9)"],
    ["{ type: number, minimum: 1, exclusiveMinimum: 1 }", "number(>= 1, > 1)"],
    ["{ const: a }", '"a"'],
    ["{ const: null }", "null"],
    ["{ type: string, const: a }", '"a"'],
    ["{ const: { a: [1] } }", '{"a":[1]}'],
    ["{ type: array, contains: { type: string } }", "[...any](contains string 1..)"],
    ["{ type: object, properties: { a: {} }, unevaluatedProperties: false }", "{ a?: any, ...never }"],
    ["{ type: array, prefixItems: [true], unevaluatedItems: false }", "[any, ...never]"],
    [
      "{ allOf: [{ $ref: '#/components/schemas/Other' }], unevaluatedProperties: { type: string } }",
      "left by -> Other(other members string)",
    ],
    [
      "{ type: array, contains: { type: string }, unevaluatedItems: false }",
      "left by [...any](contains string 1..)(other elements never)",
    ],
    ["{ type: array, contains: {}, minContains: 0, maxContains: 2 }", "[...any](contains any 0..2)"],
    ["{ type: array, prefixItems: [{ type: string }] }", "[string, ...any]"],
    ["{ type: array, prefixItems: [true], items: false }", "[any, ...never]"],
    [
      "{ type: object, patternProperties: { ^a: { type: string } }, additionalProperties: false }",
      "{ /^a/: string, ...never }",
    ],
    [
      "{ type: object, propertyNames: { maxLength: 3 } }",
      `{ ... }(names ${anyType.replace("string", "string(maxLength 3)")})`,
    ],
    ["{ type: object, dependentRequired: { a: [b, c] } }", "{ a requires b c, ... }"],
    [
      "{ type: object, dependentSchemas: { a: { type: object, required: [b] } } }",
      "{ a implies { required b, ... }, ... }",
    ],
    [
      "{ if: { type: string }, then: { maxLength: 5 } }",
      `if string then ${anyType.replace("string", "string(maxLength 5)")} else any`,
    ],
    ["{ if: { type: string }, else: false }", "if string then any else never"],
    [
      "{ type: string, contentEncoding: base64, contentMediaType: image/png }",
      "string(contentEncoding base64, contentMediaType image/png)",
    ],
  ])("reads %s", (schema, meaning) => {
    expect(meaningOf(dialect, schema)).toBe(meaning);
  });
});

describe("JSON Schema 2020-12 in OpenAPI", () => {
  it.each([
    ["{ $ref: '#/components/schemas/Other', description: Words. }", "-> Other"],
    ["{ $ref: '#/components/schemas/Other', minProperties: 1, type: object }", "(-> Other & { ... }(minProperties 1))"],
    ["{ $ref: '#/components/schemas/Other', anyOf: [true, false] }", "(-> Other & anyOf(any, never))"],
  ])("reads %s", (schema, meaning) => {
    expect(meaningOf("2020-12", schema)).toBe(meaning);
  });
});

describe("AsyncAPI, which is draft 07", () => {
  it.each([
    ["{ type: array, items: [{ type: string }] }", "[string, ...any]"],
    ["{ type: array, items: [{ type: string }], additionalItems: false }", "[string, ...never]"],
    [
      "{ type: array, items: [{ type: string }, true], additionalItems: { type: boolean } }",
      "[string, any, ...boolean]",
    ],
    [
      "{ type: object, dependencies: { a: [b], x-c: { required: [d] } } }",
      `{ a requires b, x-c implies ${anyType.replace("{ ... }", "{ required d, ... }")}, ... }`,
    ],
    ["{ $schema: 'http://json-schema.org/draft-07/schema#', type: string }", "string"],
    ["{ $ref: '#/components/schemas/Other', description: Words. }", "-> Other"],
    ["{ schemaFormat: application/schema+json;version=draft-07, schema: { type: string } }", "string"],
    [
      "{ schemaFormat: application/vnd.oai.openapi;version=3.0.0, schema: { type: string, nullable: true } }",
      "null | string",
    ],
  ])("reads %s", (schema, meaning) => {
    expect(meaningOf("asyncapi", schema)).toBe(meaning);
  });
});

describe("OpenAPI 3.0", () => {
  it.each([
    ["{ type: string, nullable: true }", "null | string"],
    ["{ type: string, nullable: false }", "string"],
    ["{ type: string, nullable: true, enum: [a, null] }", '"a" / null'],
    ["{ type: object, nullable: true, properties: { a: { type: string } } }", "null | { a?: string, ... }"],
    ["{ type: number, minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }", "number(> 1, <= 9)"],
    ["{ type: number, exclusiveMaximum: true }", "number"],
  ])("reads %s", (schema, meaning) => {
    expect(meaningOf("openapi-3.0", schema)).toBe(meaning);
  });

  it("ignores what is beside a reference", () => {
    const { api } = readFiles(filesOf("openapi-3.0", "{ $ref: '#/components/schemas/Other', minProperties: 1 }"));
    expect(print(api?.schemas[0]?.schema ?? expect.unreachable())).toBe("-> Other");
  });
});

describe("an enum value of another type", () => {
  it.each([
    ["2020-12", "{ type: string, enum: [a, 1, null] }", ["1", "null"], '"a"'],
    ["2020-12", "{ type: integer, enum: [1.0, 1.5] }", ["1.5"], "1"],
    ["openapi-3.0", "{ type: string, enum: [a, null] }", ["null"], '"a"'],
  ] as const)("can never match, which is reported (%s): %s", (dialect, schema, values, meaning) => {
    const { api, report } = readFiles(filesOf(dialect, schema));
    expect(report.list().map(({ severity, message }) => `${severity} ${message.split(":")[0]}`)).toEqual(
      values.map((value) => `warning the enum value ${value} has no effect`),
    );
    expect(api?.schemas.map((named) => print(named.schema))).toEqual([meaning, "{ ... }"]);
  });
});

describe("an unknown type", () => {
  it.each(["strng", "[strng]", "5", "[]"])("is an error and accepts nothing: %s", (type) => {
    const { api, report } = readFiles(filesOf("2020-12", `{ type: ${type}, maxLength: 5, examples: [1] }`));
    expect(report.list()).toHaveLength(1);
    expect(report.hasErrors).toBe(true);
    expect(api?.schemas.map(({ schema }) => print(schema))).toEqual([
      anyType.replace("string", "string(maxLength 5)"),
      "{ ... }",
    ]);
  });
});

describe("a discriminator", () => {
  const document = (mapping: string): Files => ({
    "openapi.yaml": `openapi: 3.1.1
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    Cat: { $ref: cat.yaml }
    Dog: { type: object, required: [kind], properties: { kind: { enum: [rex, Dog] } } }
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
      discriminator: { propertyName: kind${mapping} }
`,
    "cat.yaml": "type: object\nrequired: [kind]\nproperties: { kind: { enum: [Cat, tom, tabby] } }\n",
  });
  const petOf = (mapping: string): string => {
    const pet = apiOf(document(mapping)).schemas.find(({ name }) => name === "Pet");
    return pet === undefined ? "" : print(pet.schema);
  };

  it.each([
    ["", "Cat=0 Dog=1"],
    [", mapping: { tom: Cat }", "tom=0 Dog=1"],
    [', mapping: { tom: "#/components/schemas/Cat", rex: Dog }', "tom=0 rex=1"],
    [", mapping: { tom: cat.yaml, tabby: Cat }", "tom=0 tabby=0 Dog=1"],
  ])("selects: %s", (mapping, meaning) => {
    expect(petOf(mapping)).toMatch(new RegExp(` by kind ${meaning}$`));
  });
});
