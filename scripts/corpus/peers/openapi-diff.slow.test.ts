// What the tests of openapi-diff state for pairs of descriptions, beside `waybill diff`. The pairs are from
// github.com/OpenAPITools/openapi-diff (Apache-2.0) at 6ca25f4f, of 2026-05-13: openapi-diff.json.gz.
import { expect, test } from "vitest";
import { expectQuoted } from "../../bench/figures.ts";
import { explain, readVerdicts, type Verdict } from "./verdicts.ts";

test("a verdict of openapi-diff that waybill diff does not share has a reason", { timeout: 300_000 }, async () => {
  const verdicts = await readVerdicts("openapi-diff");
  const differing = verdicts.filter((verdict) => !agrees(verdict));
  const { table, unexplained } = explain("openapi-diff", differing);
  expect(unexplained).toEqual([]);
  const summary = `${verdicts.length} verdicts, ${verdicts.length - differing.length} agree.`;
  expectQuoted("diff: openapi-diff", `${summary}\n\n${table}`, "diff.md");
});

/** A patch changes nothing for programs, which its tests call unchanged or compatible. */
function agrees({ level, result: { ok, bump } }: Verdict): boolean {
  if (!ok) return false;
  if (level === "incompatible") return bump === "major";
  return bump === null ? level === "unchanged" : bump === "patch" || (bump === "minor" && level === "compatible");
}
