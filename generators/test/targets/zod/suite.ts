// The JSON Schema Test Suite -> verdicts of the generated Zod schemas, or the located reason why there are none.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { corpusPath } from "../../../../scripts/testing/shared-corpus.ts";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import type { Api } from "../../../src/model/api.ts";
import type { FormatRule } from "../../../src/model/api-options.ts";
import { contextOf, emitAll } from "../../scenarios/generation.ts";
import { type JsonSchema, load, loadGuards, miniSchemasOf, write } from "./judges.ts";

/** Where the suite lies, if there is a corpus. */
export const suiteFolder: string = corpusPath("json-schema-test-suite/draft2020-12");

export interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

export interface GroupFile {
  readonly keyword: string;
  readonly groups: readonly Group[];
}

export function groupFilesOf(folder: string): GroupFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({
      keyword: path.basename(name, ".json"),
      groups: JSON.parse(readFileSync(path.join(folder, name), "utf8")),
    }));
}

export interface Score {
  readonly keyword: string;
  right: number;
  /** Verdicts against the suite, worded. */
  readonly wrong: string[];
  refused: number;
  /** The first line of each refusal. */
  readonly refusals: string[];
}

export interface SuiteOptions {
  /** Whether formats are checked. Default: all that are known are. */
  readonly formats?: FormatRule;
  /** Writes the types as well, so that the code compiles. */
  readonly types?: boolean;
  /** Writes the schemas for `zod/mini` as well, whose verdicts must be the same. */
  readonly mini?: boolean;
}

/** The verdicts on every test of a file. `directory`: where generated code may be written and find Zod. */
export async function scoreOf(
  { keyword, groups }: GroupFile,
  directory: string,
  options: SuiteOptions,
): Promise<Score> {
  const score: Score = { keyword, right: 0, wrong: [], refused: 0, refusals: [] };
  for (const [index, group] of groups.entries()) {
    const validate = await validatorOf(group, path.join(directory, keyword, String(index)), options);
    if (typeof validate === "string") {
      score.refused += group.tests.length;
      score.refusals.push(`${group.description}: ${validate}`);
      continue;
    }
    for (const test of group.tests) {
      if (validate(test.data) === test.valid) score.right += 1;
      else
        score.wrong.push(
          `${keyword}: ${group.description}: ${test.description}: wrong ${test.valid ? "reject" : "accept"}`,
        );
    }
  }
  return score;
}

/** A schema of the suite, as the schema `Case` of a description in the folder. */
export function readCase(schema: unknown, directory: string): { readonly api: Api | null; readonly report: Report } {
  const document = {
    openapi: "3.1.1",
    info: { title: "Test", version: "1" },
    paths: {},
    components: { schemas: { Case: { $ref: "./case.json" } } },
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, "openapi.json"), JSON.stringify(document));
  writeFileSync(path.join(directory, "case.json"), JSON.stringify(schema));
  const report = new Report();
  const map = new Map([["http://localhost:1234/", corpusPath("json-schema-test-suite/remotes")]]);
  return { api: readApi({ cwd: directory, openapi: "openapi.json", map }, report).api, report };
}

/** What judges a value, or the first diagnostic. */
async function validatorOf(
  { schema }: Group,
  directory: string,
  { types, mini, ...options }: SuiteOptions,
): Promise<((value: unknown) => boolean) | string> {
  const { api, report } = readCase(schema, directory);
  if (api === null || report.hasErrors) {
    const [first] = report.list().filter(({ severity }) => severity === "error");
    return first === undefined ? "no model and no error" : (textOf(first).split("\n")[0] ?? "");
  }
  write(await emitAll(api, types === true ? ["zod", "types"] : ["zod"], contextOf(null, options)), directory);
  const zod = (await load(directory, "zod/schemas.gen.ts"))("CaseSchema");
  const guard = (await loadGuards(directory, "zod/guards.gen.ts"))("isCase");
  const functions = mini === true ? await miniSchemasOf(api, path.join(directory, "mini"), options) : null;
  return (value) => {
    const verdict = zod.safeParse(value).success;
    if (guard(value) !== verdict) throw new Error(`${JSON.stringify(value)}: the guard says ${!verdict}`);
    if (functions !== null && functions("CaseSchema").safeParse(value).success !== verdict)
      throw new Error(`${JSON.stringify(value)}: with zod/mini the verdict is ${!verdict}`);
    return verdict;
  };
}
