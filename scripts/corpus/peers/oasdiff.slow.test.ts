// What the tests of oasdiff state for pairs of descriptions, and pairs of our own for its other rules, beside `waybill diff`. The pairs are from
// github.com/oasdiff/oasdiff (Apache-2.0) at 4553c69d, of 2026-08-08: oasdiff.json.gz.
import { expect, test } from "vitest";
import { expectQuoted } from "../../bench/figures.ts";
import { explain, readVerdicts, type Verdict } from "./verdicts.ts";

test("a verdict of oasdiff that waybill diff does not share has a reason", { timeout: 300_000 }, async () => {
  const verdicts = await readVerdicts("oasdiff");
  const { table, unexplained } = explain(
    "oasdiff",
    verdicts.filter((verdict) => !agrees(verdict)),
  );
  expect(unexplained).toEqual([]);
  const [own, theirs] = [verdicts.filter(isOurs), verdicts.filter((verdict) => !isOurs(verdict))];
  const warnings = verdicts.filter(({ level }) => level === "WARN");
  const major = warnings.filter(({ result }) => result.bump === "major");
  const summary = [
    `Its tests state ${theirs.length} pairs: ${theirs.filter(agrees).length} agree. Of ${own.length} pairs of our own, for rules that those do not show,`,
    `${own.filter(agrees).length} agree. Of the ${warnings.length} pairs that it only warns about, ${major.length} are major here.`,
  ].join("\n");
  expectQuoted("diff: oasdiff", `${summary}\n\n${table}`, "diff.md");
});

/** Its warnings are about what may break, and agree with either. */
function agrees({ level, result }: Verdict): boolean {
  return result.ok && (level === "WARN" || (level === "ERR") === (result.bump === "major"));
}

/** Named after a rule, not after tests. */
function isOurs({ names }: Verdict): boolean {
  return names.every((name) => !name.startsWith("Test"));
}
