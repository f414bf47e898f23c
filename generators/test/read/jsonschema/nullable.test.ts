// `nullable: true` where OpenAPI 3.0 ignores it: what each rule makes of it, in the model, in the validators and in the report.
import { describe, expect, it, test } from "vitest";
import type { Meaning } from "../../../src/model/api-options.ts";
import type { Json } from "../../../src/model/schema.ts";
import { matches } from "../../../src/model/values/matching.ts";
import { diffDescriptions } from "../../../src/run/compare/diff-descriptions.ts";
import { cwd, type Files, readerOf, readFiles } from "../../source/memory-files.ts";
import { print } from "./print.ts";

function filesOf(schema: string, version = "3.0.3"): Files {
  return {
    "openapi.yaml": `openapi: ${version}
info: { title: T, version: "1" }
paths:
  /a: { get: { responses: { "200": { description: D., content: { application/json: { schema: { $ref: "#/components/schemas/Name" } } } } } } }
components:
  schemas:
    Name: ${schema}
    Other: { type: string }
`,
  };
}

interface Reading {
  readonly nullable?: Meaning;
  readonly isForeign?: () => boolean;
}

function read(schema: string, { nullable, isForeign }: Reading = {}) {
  const options = nullable === undefined ? {} : { nullable };
  const { api, report } = readFiles(filesOf(schema), { openapi: "openapi.yaml", options, isForeign });
  const named = api?.schemas.find(({ name }) => name === "Name");
  if (named === undefined) throw new Error("no schema");
  return {
    meaning: print(named.schema),
    accepts: (value: Json): boolean => matches(named.schema, value),
    lines: report.list().map(({ severity, code, message }) => `${severity} ${code}: ${message}`),
  };
}

/** Whether null is accepted by the letter of 3.0.3; and whether `nullable` is all that one of several schemas of the value says. */
const cases: readonly (readonly [
  schema: string,
  value: Json,
  letter: boolean,
  author: string,
  beside: string | null,
  isPart: boolean,
])[] = [
  ["{ $ref: '#/components/schemas/Other', nullable: true }", "a", false, "anyOf(-> Other, null)", "$ref", false],
  [
    "{ allOf: [{ $ref: '#/components/schemas/Other' }], nullable: true }",
    "a",
    false,
    "anyOf(-> Other, null)",
    "allOf",
    false,
  ],
  [
    "{ oneOf: [{ type: string }, { type: integer }], nullable: true }",
    1,
    false,
    "anyOf(oneOf(string, integer), null)",
    "oneOf",
    false,
  ],
  [
    "{ anyOf: [{ type: string }, { type: integer }], nullable: true }",
    1,
    false,
    "anyOf(anyOf(string, integer), null)",
    "anyOf",
    false,
  ],
  ["{ enum: [a, b], nullable: true }", "a", false, 'anyOf("a" / "b", null)', "enum", false],
  ["{ type: string, enum: [a, b], nullable: true }", "a", false, 'anyOf("a" / "b", null)', "enum", false],
  [
    "{ type: object, allOf: [{ type: object }], nullable: true }",
    {},
    false,
    "anyOf(({ ... } & { ... }), null)",
    "allOf",
    false,
  ],
  [
    "{ anyOf: [{ $ref: '#/components/schemas/Other' }, { nullable: true }] }",
    "a",
    true,
    "anyOf(-> Other, null)",
    null,
    true,
  ],
  [
    "{ anyOf: [{ type: string, maxLength: 2 }, { type: integer }, { nullable: true, description: None., x-a: 1 }] }",
    1,
    true,
    "anyOf(string(maxLength 2), integer, null)",
    null,
    true,
  ],
  [
    "{ allOf: [{ $ref: '#/components/schemas/Other' }, { nullable: true }] }",
    "a",
    false,
    "anyOf((-> Other & any), null)",
    null,
    true,
  ],
  ["{ type: string, nullable: true }", "a", true, "null | string", null, false],
  ["{ type: string, enum: [a, null], nullable: true }", "a", true, '"a" / null', null, false],
  ["{ nullable: true, description: Anything. }", 1, true, "any", null, false],
  [
    "{ nullable: true, maxLength: 2 }",
    "a",
    true,
    "null | boolean | number | string(maxLength 2) | [...any] | { ... }",
    null,
    false,
  ],
];

describe.each(cases)("the schema %s", (schema, value, letter, author, beside, isPart) => {
  it("has its effect by the letter in one's own description", () => {
    for (const reading of [{}, { nullable: "letter", isForeign: () => true }] as const) {
      const { accepts, lines } = read(schema, reading);
      expect([accepts(null), accepts(value)]).toEqual([letter, true]);
      expect(lines.filter((line) => line.includes("assumed-nullable"))).toEqual([]);
    }
  });

  it("accepts null as its author means, without a word", () => {
    for (const isForeign of [() => true, () => false]) {
      const { meaning, accepts, lines } = read(schema, { nullable: "author", isForeign });
      expect(meaning).toBe(author);
      expect([accepts(null), accepts(value)]).toEqual([true, true]);
      expect(lines).toEqual([]);
    }
  });

  it("accepts null in a description of others, and reports what is assumed", () => {
    const { meaning, lines } = read(schema, { isForeign: () => true });
    expect(meaning).toBe(author);
    expect(lines).toEqual(
      beside === null && !isPart
        ? []
        : [
            `warning assumed-nullable: null is accepted here, although OpenAPI 3.0 ignores "nullable" ${isPart ? 'without "type"' : `next to ${JSON.stringify(beside)}`}`,
          ],
    );
  });
});

test("nullable alone is an alternative of null in OpenAPI 3.1 too, once it is tolerated", () => {
  const files = filesOf("{ anyOf: [{ $ref: '#/components/schemas/Other' }, { nullable: true }] }", "3.1.1");
  const { api, report } = readFiles(files);
  expect(report.list().map(({ code }) => code)).toEqual(["foreign-keyword"]);
  expect(api?.schemas.map(({ schema }) => print(schema))).toContain("anyOf(-> Other, null)");
});

test("nullable: false beside a reference accepts no null", () => {
  const { accepts } = read("{ allOf: [{ $ref: '#/components/schemas/Other' }], nullable: false }", {
    nullable: "author",
  });
  expect(accepts(null)).toBe(false);
});

test("a default of null agrees with the schema once its author's meaning counts", () => {
  const schema = "{ allOf: [{ $ref: '#/components/schemas/Other' }], nullable: true, default: null }";
  expect(read(schema).lines.join("\n")).toContain("error invalid-default");
  expect(read(schema, { nullable: "author" }).lines).toEqual([]);
});

describe("a comparison", () => {
  const files = { "old/openapi.yaml": "", "new/openapi.yaml": "" };
  const schema = "{ type: object, properties: { a: { $ref: '#/components/schemas/Other', nullable: true } } }";
  const compare = (base: Reading, revision: Reading, revised = schema) => {
    const texts = {
      ...files,
      "old/openapi.yaml": filesOf(schema)["openapi.yaml"] ?? "",
      "new/openapi.yaml": filesOf(revised)["openapi.yaml"] ?? "",
    };
    const side = (folder: string, { nullable, isForeign }: Reading) => ({
      cwd,
      openapi: `${folder}/openapi.yaml`,
      readText: readerOf(texts),
      isForeign,
      options: nullable === undefined ? {} : { nullable },
    });
    return diffDescriptions(side("old", base), side("new", revision)).changes?.map(({ message }) => message);
  };

  it("reads both sides by one rule", () => {
    expect(compare({ isForeign: () => true }, {})).toEqual([]);
    expect(compare({ nullable: "author" }, {})).toEqual([]);
  });

  it("sees null as what the rule says", () => {
    const explicit = schema.replace(
      "$ref: '#/components/schemas/Other', nullable: true",
      "type: string, nullable: true",
    );
    expect(compare({ isForeign: () => true }, { isForeign: () => true }, explicit)).toEqual([]);
    expect(compare({}, {}, explicit)).not.toEqual([]);
  });
});
