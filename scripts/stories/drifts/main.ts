// `pnpm stories drifts [--guards-passed] [id ...]`: makes each deliberate drift in a copy of the checkout, and fails when the check that
// should report it does not, or reports no place: drifts.yaml. `--guards-passed`: `pnpm check` and `pnpm test` have just run the checks without any drift.
// Without an id a third of them, every night all (scripts/testing/long.ts).
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { load } from "js-yaml";
import { z } from "zod";
import { atOnce } from "../../testing/at-once.ts";
import { oneIn } from "../../testing/long.ts";
import { type Ended, endOf } from "../../testing/programs.ts";
import { RestorableCopy } from "../harness/checkout-copy.ts";

type Drift = z.infer<typeof drift>;

const edit = z.union([
  z.strictObject({ file: z.string(), from: z.string(), to: z.string() }),
  z.strictObject({ file: z.string(), content: z.string() }),
  /** `file` may be a pattern. */
  z.strictObject({ file: z.string(), removed: z.literal(true) }),
]);
const drift = z.strictObject({
  id: z.string(),
  /** The drift, in words. */
  what: z.string(),
  edits: z.array(edit),
  generates: z.boolean().default(false),
  /** The narrowest part of `pnpm check` or `pnpm test`, and of a test file the part of a name. */
  guard: z.tuple([z.enum(["check", "test"]), z.string(), z.string().optional()]),
  says: z.string().transform((text) => new RegExp(text)),
});

const root = path.resolve(import.meta.dirname, "../../..");
const running = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "guards-passed": { type: "boolean", default: false } },
});
const drifts = z.array(drift).parse(load(readFileSync(path.join(import.meta.dirname, "drifts.yaml"), "utf8")));
const unknown = positionals.filter((id) => !drifts.some((one) => one.id === id));
if (unknown.length > 0) {
  console.error(`no drift ${unknown.join(", ")}; there are: ${drifts.map(({ id }) => id).join(", ")}`);
  process.exit(2);
}
const named = drifts.filter(({ id }) => positionals.includes(id));
const selected = named.length > 0 ? named : oneIn(3, drifts, ({ id }) => id);
const folder = mkdtempSync(path.join(tmpdir(), "drifts-"));
/** Of those that are in use, each has one drift. They are used again, with what vitest has transformed there. */
const free: RestorableCopy[] = [];
try {
  // A guard that fails without any drift proves nothing.
  const passed = values["guards-passed"] || (await every((drift, copy) => guardPasses(drift, copy)));
  process.exitCode = passed && (await every(tryDrift)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function every(work: (drift: Drift, copy: string) => Promise<boolean>): Promise<boolean> {
  const outcomes = await atOnce(running, selected, async (drift) => {
    const copy = free.pop() ?? new RestorableCopy(root, mkdtempSync(path.join(folder, "copy-")));
    const outcome = await work(drift, copy.path);
    copy.restore();
    free.push(copy);
    return outcome;
  });
  console.log(`drifts: ${outcomes.filter(Boolean).length} of ${outcomes.length}`);
  return outcomes.every(Boolean);
}

async function guardPasses({ id, guard }: Drift, copy: string): Promise<boolean> {
  const { code, output } = await run(guard, copy);
  console.log(`${code === 0 ? "passes" : "FAILS "}  ${id}: nothing changed${code === 0 ? "" : `\n${output}`}`);
  return code === 0;
}

async function tryDrift({ id, what, edits, generates, guard, says }: Drift, copy: string): Promise<boolean> {
  for (const edit of edits) apply(edit, copy);
  if (generates) {
    const { code, output } = await runIn(copy, "node", "generators/bin/waybill.js", "generate");
    if (code !== 0) throw new Error(`the changed description cannot be generated from:\n${output}`);
  }
  const { code, output } = await run(guard, copy);
  const said = says.exec(output)?.[0];
  const isFound = code !== 0 && said !== undefined;
  console.log(`${isFound ? "found " : "MISSED"}  ${id.padEnd(26)} ${said?.split("\n")[0]?.trim() ?? what}`);
  if (!isFound) console.log(`expected exit code 1 and ${says}, got ${code} and:\n${output}`);
  return isFound;
}

function run([kind, what, name]: Drift["guard"], copy: string): Promise<Ended> {
  if (kind === "check") return runIn(copy, "node", "scripts/checks/check.ts", what);
  return runIn(copy, "vitest", "run", what, ...(name === undefined ? [] : ["-t", name]));
}

/** A program of the workspace, without variables that change the output of tools. */
function runIn(copy: string, program: string, ...args: readonly string[]): Promise<Ended> {
  const { GITHUB_ACTIONS: _annotations, FORCE_COLOR: _colour, ...others } = process.env;
  const programs = path.join(copy, "node_modules/.bin");
  const env = { ...others, NO_COLOR: "1", PATH: [programs, process.env["PATH"]].join(path.delimiter) };
  return endOf([path.join(programs, program), ...args], { cwd: copy, env });
}

/** Throws when the text to be replaced is not there, or there more than once: the row has to follow the file. */
function apply(edit: Drift["edits"][number], folder: string): void {
  const file = path.join(folder, edit.file);
  if ("removed" in edit) for (const one of globSync(edit.file, { cwd: folder })) rmSync(path.join(folder, one));
  else if ("content" in edit) writeFileSync(file, edit.content);
  else {
    const parts = readFileSync(file, "utf8").split(edit.from);
    if (parts.length !== 2)
      throw new Error(`${edit.file} has ${JSON.stringify(edit.from)} ${parts.length - 1} times: fix the row`);
    writeFileSync(file, parts.join(edit.to));
  }
}
