// Schemas of the model as JSON Schema: of each case of the JSON Schema Test Suite, Ajv says what the suite says; where it does not, it
// says the same of the schema that was read.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, it } from "vitest";
import { ajvScoreOf } from "../../../scripts/corpus/suite/ajv-score.ts";
import { isLong, oneIn } from "../../../scripts/testing/long.ts";
import { corpusPath } from "../../../scripts/testing/shared-corpus.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report } from "../../src/diagnostics/index.ts";
import { JsonSchemas } from "../../src/model/analysis/json-schema.ts";
import { type Group, groupFilesOf, suiteFolder } from "../targets/zod/suite.ts";

const directory = mkdtempSync(path.join(import.meta.dirname, "../../.generated-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What judges values by the JSON Schema that is made of the model; `null` where the suite's schema is refused. */
function judgeOf({ schema }: Group): ((value: unknown) => boolean) | null {
  const document = {
    openapi: "3.1.1",
    info: { title: "Test", version: "1" },
    paths: {},
    components: { schemas: { Case: { $ref: "./case.json" } } },
  };
  writeFileSync(path.join(directory, "openapi.json"), JSON.stringify(document));
  writeFileSync(path.join(directory, "case.json"), JSON.stringify(schema));
  const report = new Report();
  const map = new Map([["http://localhost:1234/", corpusPath("json-schema-test-suite/remotes")]]);
  const { api } = readApi({ cwd: directory, openapi: "openapi.json", map }, report);
  const [named] = api?.schemas ?? [];
  if (named === undefined || report.hasErrors) return null;
  const schemas = new JsonSchemas();
  const written = schemas.of(named.schema);
  const whole = { ...written, ...schemas.definitions };
  if (draft.validateSchema(whole) !== true) throw new Error(draft.errorsText());
  return new Ajv2020({ strict: false, validateFormats: false, validateSchema: false }).compile(whole);
}

/** Compiles the schema of schemas once. What it compiles beside that stays in it, under names that other cases have as well. */
const draft = new Ajv2020({ strict: false, validateFormats: false });

it.skipIf(!existsSync(suiteFolder))("the interpreter of the model judges as the JSON Schema Test Suite does", () => {
  const wrong: string[] = [];
  let [right, refused] = [0, 0];
  for (const file of groupFilesOf(suiteFolder)) {
    const { keyword, groups } = file;
    let ajvFails: readonly string[] | undefined;
    for (const group of oneIn(4, groups)) {
      const judge = judgeOf(group);
      if (judge === null) refused += group.tests.length;
      for (const test of judge === null ? [] : group.tests) {
        if (judge?.(test.data) === test.valid) right += 1;
        else {
          ajvFails ??= ajvScoreOf(file, { assertFormats: false }).wrong;
          if (!ajvFails.some((row) => row.startsWith(`${group.description}: ${test.description}: `)))
            wrong.push(`${keyword}: ${group.description}: ${test.description}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBe(0);
  expect(right).toBeGreaterThan(isLong ? 1_200 : 300);
});
