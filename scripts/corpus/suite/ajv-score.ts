// The JSON Schema Test Suite -> verdicts of Ajv, set up as its users do, for the column beside ours.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Group, GroupFile, Score } from "../../../generators/test/targets/zod/suite.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";

/** A schema that Ajv does not compile has no verdict. */
export function ajvScoreOf({ keyword, groups }: GroupFile, { assertFormats }: { assertFormats: boolean }): Score {
  const score: Score = { keyword, right: 0, wrong: [], refused: 0, refusals: [] };
  for (const group of groups) {
    const validate = validatorOf(group, assertFormats);
    for (const test of group.tests) {
      const verdict = validate === null ? null : verdictOf(validate, test.data);
      if (verdict === null) score.refused += 1;
      else if (verdict === test.valid) score.right += 1;
      else score.wrong.push(`${group.description}: ${test.description}: wrong ${test.valid ? "reject" : "accept"}`);
    }
  }
  return score;
}

function validatorOf({ schema }: Group, assertFormats: boolean): ((value: unknown) => boolean) | null {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: assertFormats });
  formats.default(ajv);
  for (const [uri, remote] of remotes()) if (ajv.getSchema(uri) === undefined) ajv.addSchema(remote, uri);
  try {
    const validate = ajv.compile(schema);
    return (value) => validate(value);
  } catch {
    return null;
  }
}

function verdictOf(validate: (value: unknown) => boolean, value: unknown): boolean | null {
  try {
    return validate(value);
  } catch {
    return null;
  }
}

/** The documents that the suite expects at http://localhost:1234. */
function remotes(): [string, Record<string, unknown>][] {
  const folder = corpusPath("json-schema-test-suite/remotes/draft2020-12");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  return names.map((name) => [
    `http://localhost:1234/draft2020-12/${name.replaceAll("\\", "/")}`,
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  ]);
}
