// Schemas of the model as JSON Schema: of each case of the JSON Schema Test Suite, Ajv says what the suite says; where it does not, it
// says the same of the schema that was read.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, it } from "vitest";
import { isLong, oneIn } from "../../../scripts/testing/long.ts";
import { corpusPath } from "../../../scripts/testing/shared-corpus.ts";
import { JsonSchemas } from "../../src/model/analysis/json-schema.ts";
import { type Group, groupFilesOf, readCase, suiteFolder } from "../targets/zod/suite.ts";

const directory = mkdtempSync(path.join(import.meta.dirname, "../../.generated-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What judges values by the JSON Schema that is made of the model; `null` where the suite's schema is refused. */
function judgeOf({ schema }: Group): ((value: unknown) => boolean) | null {
  const { api, report } = readCase(schema, directory);
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

const remotes = corpusPath("json-schema-test-suite/remotes");

/** Whether Ajv is wrong about a test by the schema of the suite, too. */
function ajvErrs({ schema }: Group, { data, valid }: Group["tests"][number]): boolean {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  for (const file of globSync("draft2020-12/**/*.json", { cwd: remotes })) {
    const uri = `http://localhost:1234/${file}`;
    if (ajv.getSchema(uri) === undefined)
      ajv.addSchema(JSON.parse(readFileSync(path.join(remotes, file), "utf8")), uri);
  }
  return ajv.compile(schema)(data) !== valid;
}

it.skipIf(!existsSync(suiteFolder))("the interpreter of the model judges as the JSON Schema Test Suite does", () => {
  const wrong: string[] = [];
  let [right, refused] = [0, 0];
  for (const { keyword, groups } of groupFilesOf(suiteFolder)) {
    for (const group of oneIn(4, groups)) {
      const judge = judgeOf(group);
      if (judge === null) refused += group.tests.length;
      for (const test of judge === null ? [] : group.tests) {
        if (judge?.(test.data) === test.valid) right += 1;
        else if (!ajvErrs(group, test)) wrong.push(`${keyword}: ${group.description}: ${test.description}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBe(0);
  expect(right).toBeGreaterThan(isLong ? 1_200 : 300);
});
