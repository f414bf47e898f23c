// `pnpm stories drifts [--guards-passed] [id ...]`: makes each deliberate drift in a copy of the checkout, and fails when the check that
// should report it does not, or reports no place. `additions` adds to the API instead, and fails when that takes more than the few
// files it should. `--guards-passed`: `pnpm check` and `pnpm test` have just run the checks without any drift.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { atOnce } from "../../testing/at-once.ts";
import { RestorableCopy } from "../harness/checkout-copy.ts";
import { tryAdditions } from "./additions.ts";
import { additions, apply, commandOf, type Drift, drifts, type Guard } from "./drifts.ts";
import { indented, type Outcome, outcomeOf, report, secondsSince } from "./run.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const running = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "guards-passed": { type: "boolean", default: false } },
});
const wanted = positionals.flatMap((id) => (id === "additions" ? additions.map((one) => one.id) : [id]));
const all: readonly { readonly id: string }[] = [...drifts, ...additions];
const unknown = wanted.filter((id) => !all.some((one) => one.id === id));
if (unknown.length > 0) {
  console.error(`no drift ${unknown.join(", ")}; there are: additions, ${all.map(({ id }) => id).join(", ")}`);
  process.exit(2);
}
const isWanted = ({ id }: { readonly id: string }): boolean => wanted.length === 0 || wanted.includes(id);
const selected = drifts.filter(isWanted);
const selectedAdditions = additions.filter(isWanted);
const folder = mkdtempSync(path.join(tmpdir(), "drifts-"));
/** Of those that are in use, each has one drift. They are used again, with what vitest has transformed there. */
const free: RestorableCopy[] = [];
try {
  const added = selectedAdditions.length === 0 || (await inCopy((copy) => tryAdditions(selectedAdditions, copy)));
  const found = selected.length === 0 || ((await guardsPass()) && (await allFound(selected)));
  process.exitCode = added && found ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function inCopy<T>(work: (copy: string) => Promise<T>): Promise<T> {
  const copy = free.pop() ?? new RestorableCopy(root, mkdtempSync(path.join(folder, "copy-")));
  const result = await work(copy.path);
  copy.restore();
  free.push(copy);
  return result;
}

/** A guard that fails without any drift proves nothing. */
async function guardsPass(): Promise<boolean> {
  return values["guards-passed"] || (await inCopy((unchanged) => allPass(selected, unchanged)));
}

async function allPass(drifts: readonly Drift[], unchanged: string): Promise<boolean> {
  const passed = await atOnce(running, drifts, async ({ guard }) => {
    const { code, output, seconds } = await run(guard, unchanged);
    report(code === 0 ? "passes" : "FAILS", commandOf(guard), `${seconds} s, nothing changed`);
    if (code !== 0) console.log(indented(output));
    return code === 0;
  });
  return passed.every(Boolean);
}

async function allFound(all: readonly Drift[]): Promise<boolean> {
  const started = performance.now();
  const found = await atOnce(running, all, (drift) => inCopy((copy) => tryDrift(drift, copy)));
  const missed = found.filter((one) => !one).length;
  const seconds = secondsSince(started);
  console.log(
    missed === 0
      ? `drifts: all ${all.length} were found, in ${seconds} s`
      : `drifts: ${missed} of ${all.length} were missed`,
  );
  return missed === 0;
}

async function tryDrift({ id, what, edits, generates, guard, says }: Drift, copy: string): Promise<boolean> {
  for (const edit of edits) apply(edit, copy);
  if (generates) await generate(copy);
  const { code, output, seconds } = await run(guard, copy);
  const said = says.exec(output)?.[0];
  const isFound = code !== 0 && said !== undefined;
  report(
    isFound ? "found" : "MISSED",
    id,
    `${seconds} s, ${commandOf(guard)}: ${said?.split("\n")[0]?.trim() ?? what}`,
  );
  if (!isFound) console.log(indented(`${what}\nexpected exit code 1 and ${says}, got ${code} and:\n${output}`));
  return isFound;
}

async function generate(copy: string): Promise<void> {
  const { code, output } = await outcomeOf(["node", "generators/bin/waybill.js", "generate"], copy);
  if (code !== 0) throw new Error(`the changed description cannot be generated from:\n${output}`);
}

function run([kind, what, name]: Guard, copy: string): Promise<Outcome> {
  if (kind === "check") return outcomeOf(["node", "scripts/checks/check.ts", what], copy);
  return outcomeOf(["vitest", "run", what, ...(name === undefined ? [] : ["-t", name])], copy);
}
