// The JSON Schema Test Suite -> verdicts of the generated Zod schemas, or the located reason why there are none.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { corpusPath } from "../../../../scripts/testing/shared-corpus.ts";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import type { FormatRule } from "../../../src/model/api-options.ts";
import { builtInTargetOf } from "../../../src/targets/built-in-targets.ts";
import { contextOf, emitAll, filesOf } from "../../scenarios/generation.ts";
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
