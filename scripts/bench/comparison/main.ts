// `pnpm bench comparison [--write] [--only NAME]…`: six generators on the same description and on the JSON Schema Test Suite, in one run:
// the figures of docs/comparison.md. They are installed by npm into a folder for temporary files. Without the corpus it is skipped.
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { suiteFolder } from "../../../generators/test/targets/zod/suite.ts";
import { esbuildBundle } from "../consumer/bundles.ts";
import { machineText, markdownTable, writeFigures, writeQuoted } from "../figures.ts";
import { descriptionGiven } from "../peers/given.ts";
import { typeErrorsIn } from "../peers/type-check.ts";
import { run } from "./run.ts";
import { homeOf, type Tool, tools } from "./tools.ts";
import { casesOf, type Verdicts, verdictsOf } from "./verdicts.ts";

const { values } = parseArgs({
  options: {
    /** Puts the table into docs/comparison.md. */
    write: { type: "boolean", default: false },
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
  /** Why it failed: a line of its output. */
  readonly reason: string | null;
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
  const timed: Omit<Row, "verdicts">[] = [];
  for (const tool of chosen) {
    timed.push(await rowOf(tool, github.file));
    console.log(JSON.stringify(timed.at(-1)));
  }
  // Last, since nothing is timed here, and some tools need a run for every schema that they refuse.
  const rows: Row[] = [];
  for (const [at, row] of timed.entries()) {
    const tool = chosen[at];
    rows.push({ ...row, verdicts: tool === undefined ? null : await verdictsOf(tool, casesOf()) });
    console.log(JSON.stringify(rows.at(-1)));
  }
  const cases = casesOf().reduce((sum, { tests }) => sum + tests.length, 0);
  const caption = `GitHub's description (${date()}); of the suite, the ${cases} required cases that need no other document. ${text}.`;
  const table = markdownTable(head, rows.map(cellsOf));
  const failures = rows.flatMap(({ name, reason }) => (reason === null ? [] : [`${name} fails: \`${reason}\`.`]));
  const figures = [caption, table, ...failures].join("\n\n");
  console.log(`\n${figures}`);
  writeFigures(join(import.meta.dirname, "../../../.reports/bench/comparison.json"), { rows });
  if (values.write) writeQuoted("figures", `\n${figures}\n`, "comparison.md");
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

async function rowOf(tool: Tool, file: string): Promise<Omit<Row, "verdicts">> {
  const home = await homeOf(tool);
  const out = join(home, "github");
  rmSync(out, { recursive: true, force: true });
  const { code, seconds, output } = await run(tool, { file, out });
  const written = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const isDone = code === 0;
  const isWritten = written.length > 0;
  return {
    name: tool.name,
    seconds: isDone ? seconds : null,
    files: written.length,
    bytes: written.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0),
    reason: isDone ? null : reasonIn(output),
    typeErrors: isWritten ? await typeErrorsIn(out, home, "5.9") : null,
    call: isWritten ? await callOf(tool, out) : null,
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

/** Its first line that speaks of a failure, without colours. */
function reasonIn(output: string): string {
  const lines = stripVTControlCharacters(output).split("\n");
  const line = lines.find((one) => /🛑|error|cannot/i.test(one)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*🛑/u, "").trim();
}
