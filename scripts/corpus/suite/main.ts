// `pnpm corpus suite`: the verdicts of generated Zod schemas on the JSON Schema Test Suite (draft 2020-12); those for zod/mini have to be the
// same; whether the code compiles. Prints what is not right, and exits 1 on any wrong verdict, for a refusal without a place, and below
// 99 % of the required tests and 95 % of those of formats.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { compilerErrorsOf } from "../../../generators/test/scenarios/compile.ts";
import { temporaryDirectory } from "../../../generators/test/scenarios/generation.ts";
import { groupFilesOf, type Score, scoreOf, suiteFolder } from "../../../generators/test/targets/zod/suite.ts";

interface Part {
  readonly name: string;
  readonly folder: string;
  readonly formats: "annotate" | "assert";
  /** The share of tests that has to be right. */
  readonly goal: number;
}

const parts: readonly Part[] = [
  { name: "required", folder: suiteFolder, formats: "annotate", goal: 0.99 },
  { name: "formats", folder: join(suiteFolder, "optional/format"), formats: "assert", goal: 0.95 },
];

if (existsSync(suiteFolder)) {
  const { directory, dispose } = temporaryDirectory();
  try {
    const problems: string[] = [];
    for (const part of parts) problems.push(...(await problemsOf(part, directory)));
    const complaints = await compilerErrorsOf("typescript-7.0", directory, ["**/*.gen.ts"]);
    console.log(complaints === "" ? "all of the generated code compiles" : complaints);
    for (const problem of problems) console.log(problem);
    process.exitCode = complaints === "" && problems.length === 0 ? 0 : 1;
  } finally {
    dispose();
  }
} else {
  console.log(
    `skipped: there is no JSON Schema Test Suite at ${suiteFolder}; set WAYBILL_SHARED to the folder that has the corpus`,
  );
}

async function problemsOf({ name, folder, formats, goal }: Part, directory: string): Promise<string[]> {
  const scores: Score[] = [];
  for (const file of groupFilesOf(folder))
    scores.push(await scoreOf(file, join(directory, name), { types: true, mini: true, formats }));
  const sum = (pick: (score: Score) => number): number => scores.reduce((all, score) => all + pick(score), 0);
  const [right, refused] = [sum((score) => score.right), sum((score) => score.refused)];
  const all = right + refused + sum((score) => score.wrong.length);
  const refusals = scores.flatMap((score) => score.refusals);
  console.log(`${name}: ${right} of ${all} tests in ${scores.length} files are right, ${refused} refused`);
  for (const refusal of refusals) console.log(`  refused: ${refusal}`);
  return [
    ...scores.flatMap(({ keyword, wrong }) => wrong.map((test) => `wrong: ${name}: ${keyword}: ${test}`)),
    ...refusals.filter((text) => !placed.test(text)).map((text) => `refused without a place: ${text}`),
    ...(right < goal * all ? [`${name}: less than ${goal * 100} % of the tests are right`] : []),
  ];
}

const placed = /(case|openapi)\.json:\d+:\d+ error [a-z-]+: /;
