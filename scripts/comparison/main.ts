// `pnpm comparison [--only NAME]…`: six generators on the same description and on the JSON Schema Test Suite, in one run. They are
// installed by npm into a folder for temporary files. Without the corpus it is skipped.
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { suiteFolder } from "../../generators/test/zod/suite.ts";
import { esbuildBundle } from "../bench/consumer/bundles.ts";
import { machineText, markdownTable, writeFigures } from "../bench/figures.ts";
import { descriptionGiven } from "../bench/peers/given.ts";
import { typeErrorsIn } from "../bench/peers/type-check.ts";
import { run } from "./run.ts";
import { homeOf, type Tool, tools } from "./tools.ts";
import { casesOf, type Verdicts, verdictsOf } from "./verdicts.ts";

const { values } = parseArgs({
  options: {
    /** Beginnings of names. */
    only: { type: "string", multiple: true, default: [] },
  },
});

const head = [
  "",
  "time, s",
  "files",
  "MB",
  "type errors",
  "one call, kB",
  "verdicts right",
  "wrong",
  "nothing written",
];

interface Row {
  readonly name: string;
  readonly seconds: number | null;
  readonly files: number;
  readonly bytes: number;
  readonly typeErrors: number | null;
  /** Of one call, minified and compressed. */
  readonly call: number | null;
  readonly verdicts: Verdicts | null;
}

const github = descriptionGiven(undefined, []);
if (github === null || !existsSync(suiteFolder)) {
  console.log("skipped: there is no corpus; set WAYBILL_SHARED to the folder that has it");
} else {
  const text = machineText();
  const chosen = tools.filter(
    ({ name }) => values.only.length === 0 || values.only.some((one) => name.startsWith(one)),
  );
  const rows: Row[] = [];
  for (const tool of chosen) {
    rows.push(await rowOf(tool, github.file));
    console.log(JSON.stringify(rows.at(-1)));
  }
  const cases = casesOf().reduce((sum, { tests }) => sum + tests.length, 0);
  const caption = `GitHub's description (${date()}); of the suite, the ${cases} required cases that need no other document. ${text}.`;
  const table = markdownTable(head, rows.map(cellsOf));
  console.log(`\n${caption}\n\n${table}`);
  writeFigures(join(import.meta.dirname, "../../.reports/bench/comparison.json"), { rows });
}

function date(): string {
  return new Date().toISOString().slice(0, 10);
}

function cellsOf({ name, seconds, files, bytes, typeErrors, call, verdicts }: Row): string[] {
  const orFailed = (value: number | null, digits = 0): string => (value === null ? "fails" : value.toFixed(digits));
  const counted = verdicts === null ? ["-", "-", "-"] : [verdicts.right, verdicts.wrong, verdicts.none].map(String);
  return [
    name,
    orFailed(seconds, 1),
    String(files),
    (bytes / 1e6).toFixed(1),
    orFailed(typeErrors),
    orFailed(call === null ? null : call / 1000, 1),
    ...counted,
  ];
}

async function rowOf(tool: Tool, file: string): Promise<Row> {
  const home = await homeOf(tool);
  const out = join(home, "github");
  rmSync(out, { recursive: true, force: true });
  const { code, seconds } = await run(tool, { file, out });
  const written = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const isDone = code === 0;
  return {
    name: tool.name,
    seconds: isDone ? seconds : null,
    files: written.length,
    bytes: written.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0),
    typeErrors: isDone ? await typeErrorsIn(out, home, "5.9") : null,
    call: written.length > 0 ? await callOf(tool, out) : null,
    verdicts: await verdictsOf(tool, casesOf()),
  };
}

async function callOf(tool: Tool, out: string): Promise<number | null> {
  const entry = join(out, "one-call.ts");
  writeFileSync(entry, tool.call);
  try {
    return (await esbuildBundle(entry)).compressed;
  } catch (error) {
    console.error(`${tool.name}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
