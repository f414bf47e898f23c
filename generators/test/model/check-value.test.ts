// Does a value match? The model's own verdict against the JSON Schema Test Suite, and the reasons it gives. Random schemas and values are in
// test/targets/zod/agreement.slow.test.ts.
import { describe, expect, it } from "vitest";
import { describeWithCorpus } from "../../../scripts/testing/shared-corpus.ts";
import type { Json, NamedSchema } from "../../src/model/schema.ts";
import { failuresOf, isMultiple, matches } from "../../src/model/values/matching.ts";
import { apiOf, readFiles } from "../source/memory-files.ts";
import type { JsonSchema } from "../targets/zod/judges.ts";
import { groupFilesOf, suiteFolder } from "../targets/zod/suite.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;

const documentOf = (schemas: Schemas): string =>
  JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } });

function named(schemas: readonly NamedSchema[], name: string): NamedSchema {
  const found = schemas.find((schema) => schema.name === name);
  if (found === undefined) throw new Error(`no schema ${name}`);
  return found;
}

describeWithCorpus("the JSON Schema Test Suite", () => {
  const files = groupFilesOf(suiteFolder);

  it("gets the expected verdicts, or a documented reason for each difference", () => {
    const wrong: string[] = [];
    const refused = new Set<string>();
    let right = 0;
    for (const { keyword, groups } of files) {
      for (const { schema, tests, description } of groups) {
        const document = documentOf({ Root: { $ref: "case.json" } });
        const { api, report } = readFiles({ "openapi.json": document, "case.json": JSON.stringify(schema) });
        const errors = report
          .list()
          .filter(({ severity, code }) => severity === "error" && !code.startsWith("invalid-e"));
        for (const { code } of errors) refused.add(code);
        if (errors.length > 0) continue;
        const model = named(api?.schemas ?? [], "Root").schema;
        for (const test of tests) {
          if (matches(model, test.data as Json) === test.valid) right += 1;
          else wrong.push(`${keyword}: ${description}: ${test.description}`);
        }
      }
    }
    expect(wrong.filter((line) => !isOptional(line))).toEqual([]);
    expect(right).toBeGreaterThan(1200);
    expect([...refused].sort()).toEqual(["invalid-default", "ref-remote", "unsupported-dialect"]);
  });
});

/** The suite treats formats and unknown keywords as annotations; ajv-formats, the reading users have, asserts formats. */
function isOptional(line: string): boolean {
  return line.startsWith("format:");
}

describe("reasons", () => {
  const { schemas } = apiOf({
    "openapi.yaml": documentOf({
      Order: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "integer", format: "int32" },
          at: { type: "string", format: "date-time" },
          state: { enum: ["open", "closed"] },
          owner: {
            oneOf: [{ type: "null" }, { type: "object", required: ["name"], properties: { name: { type: "string" } } }],
          },
          tags: { type: "array", items: { type: "string", maxLength: 3 }, uniqueItems: true, maxItems: 3 },
        },
        additionalProperties: false,
      },
    }),
  });

  it.each([
    [{}, ['must have "id"']],
    [{ id: 1.5 }, ["id must be an integer, is 1.5", "id must be a valid int32, is 1.5"]],
    [{ id: 2 ** 31 }, ["id must be a valid int32, is 2147483648"]],
    [{ id: 1, more: 1 }, ["more nothing is allowed here"]],
    [{ id: 1, at: "now" }, ['at must be a valid date-time, is "now"']],
    [{ id: 1, state: "lost" }, ['state must be one of "open", "closed", is "lost"']],
    [{ id: 1, owner: {} }, ['owner must have "name"']],
    [{ id: 1, owner: { name: 1 } }, ["owner.name must be a string, is 1"]],
    [{ id: 1, owner: 5 }, ["owner must match one of 2 schemas, all of other types than 5"]],
    [{ id: 1, tags: ["a", "a"] }, ["tags must not contain duplicate values"]],
    [{ id: 1, tags: ["long"] }, ['tags.0 must have at most 3 characters, is "long"']],
    [[], ["must be an object, is []"]],
  ] as const)("say what is wrong with %j", (value, expected) => {
    const found = failuresOf(named(schemas, "Order").schema, value as Json);
    expect(found.map(({ path, reason }) => [...path, ""].join(".").replace(/\.$/, " ").trimStart() + reason)).toEqual(
      expected,
    );
  });

  it.each([
    [0.07, 0.01, true],
    [1e308, 0.1, true],
    [19.99, 0.01, true],
    [0.075, 0.01, false],
    [1e-7, 1e-8, true],
    [-6, 3, true],
    [0, 7, true],
    [5e-324, 1e300, false],
  ])("judge multiples exactly: %d of %d, %s", (value, factor, expected) => {
    expect(isMultiple(value, factor)).toBe(expected);
  });
});

describe("depth", () => {
  const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)]);

  it("is validated up to the maximum nesting of files", () => {
    const files = {
      "openapi.yaml": documentOf({
        Deep: { anyOf: [{ type: "integer" }, { type: "array", items: { $ref: "#/components/schemas/Deep" } }] },
      }),
    };
    expect(matches(named(apiOf(files).schemas, "Deep").schema, nested(490))).toBe(true);
  });

  it("is reported when a schema multiplies it", () => {
    const chain = Object.fromEntries(
      Array.from({ length: 190 }, (_, index) => [
        `A${index}`,
        { allOf: [{ $ref: `#/components/schemas/A${index + 1}` }, true] },
      ]),
    );
    const last = { anyOf: [{ type: "integer" }, { type: "array", items: { $ref: "#/components/schemas/A0" } }] };
    const document = documentOf({ ...chain, A190: { ...last, default: nested(480) } });
    const { report } = readFiles({ "openapi.json": document });
    expect(report.list().map(({ message }) => message)).toEqual([
      "a value nested this deep is not supported: it cannot be compared with its schema",
    ]);
  });
});
