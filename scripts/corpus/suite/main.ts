// `pnpm corpus suite [--write]`: the verdicts of generated Zod schemas on the JSON Schema Test Suite (draft 2020-12), by file, and Ajv's
// beside them; those for zod/mini have to be the same; whether the code compiles. Exits 1 on any wrong verdict, below 99 % of the required tests and 95 % of those of
// formats. --write puts the tables into docs/json-schema.md.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compilerErrorsOf } from "../../../generators/test/scenarios/compile.ts";
import { temporaryDirectory } from "../../../generators/test/scenarios/generation.ts";
import { groupFilesOf, type Score, scoreOf, suiteFolder } from "../../../generators/test/targets/zod/suite.ts";
import { writeQuoted } from "../../bench/figures.ts";
import { ajvScoreOf } from "./ajv-score.ts";
import { isMet, type Part, summaryOf, tableOf } from "./table.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

if (existsSync(suiteFolder)) {
  const { directory, dispose } = temporaryDirectory();
  try {
    process.exitCode = (await judge(directory)) ? 0 : 1;
  } finally {
    dispose();
  }
} else {
  console.log(
    `skipped: there is no JSON Schema Test Suite at ${suiteFolder}; set WAYBILL_SHARED to the folder that has the corpus`,
  );
}

async function judge(directory: string): Promise<boolean> {
  const parts = [
    await partOf("required", { folder: suiteFolder, goal: 0.99, directory }),
    await partOf("formats", { folder: join(suiteFolder, "optional/format"), goal: 0.95, directory }),
  ];
  for (const part of parts) {
    console.log(`\n${tableOf(part)}\n\n${summaryOf(part)}`);
    for (const { wrong, refusals } of part.rows.map(({ own }) => own)) {
      for (const row of wrong) console.log(`  wrong: ${row}`);
      for (const refusal of refusals) console.log(`  refused: ${refusal}`);
    }
  }
  const complaints = await compilerErrorsOf("typescript-7.0", directory, ["**/*.gen.ts"]);
  console.log(complaints === "" ? "\nall of the generated code compiles" : `\n${complaints}`);
  for (const part of values.write ? parts : [])
    writeQuoted(
      `suite: ${part.name}`,
      `\n\`\`\`text\n${tableOf(part)}\n\n${summaryOf(part)}\n\`\`\`\n`,
      "json-schema.md",
    );
  const refusals = parts.flatMap(({ rows }) => rows.flatMap(({ own }) => own.refusals));
  const unplaced = refusals.filter((text) => !/(case|openapi)\.json:\d+:\d+ error [a-z-]+: /.test(text));
  for (const text of unplaced) console.log(`refused without a place: ${text}`);
  return complaints === "" && unplaced.length === 0 && parts.every(isMet);
}

interface Place {
  readonly folder: string;
  readonly goal: number;
  readonly directory: string;
}

async function partOf(name: Part["name"], { folder, goal, directory }: Place): Promise<Part> {
  const rows: { own: Score; ajv: Score }[] = [];
  const assertFormats = name === "formats";
  for (const file of groupFilesOf(folder)) {
    const options = { types: true, mini: true, formats: assertFormats ? "assert" : "annotate" } as const;
    const own = await scoreOf(file, join(directory, name), options);
    rows.push({ own, ajv: ajvScoreOf(file, { assertFormats }) });
  }
  return { name, goal, rows };
}
