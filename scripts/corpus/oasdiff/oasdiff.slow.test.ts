// What the tests of oasdiff state for pairs of descriptions, and pairs of our own for its other rules, beside `waybill diff`. The pairs are from
// github.com/oasdiff/oasdiff (Apache-2.0) at 4553c69d, of 2026-08-08: oasdiff.json.gz.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { type DiffResult, type DiffSettings, diff } from "../../../generators/src/entries/library/diff.ts";
import { expectQuoted, markdownTable } from "../../bench/figures.ts";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";

test("a verdict of oasdiff that waybill diff does not share has a reason", { timeout: 300_000 }, async () => {
  const verdicts = await readVerdicts();
  const { table, unexplained } = explain(verdicts.filter((verdict) => !agrees(verdict)));
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

interface Pair {
  /** Of tests, or of a rule. */
  readonly names: readonly string[];
  /** In the words of the other diff. */
  readonly level: string;
  readonly base: string;
  readonly revision: string;
  readonly deprecation?: NonNullable<DiffSettings["deprecation"]>;
}

interface Verdict extends Pair {
  readonly result: DiffResult;
}

interface Difference {
  readonly reason: string;
  readonly of: readonly string[];
}

/** oasdiff.json.gz: descriptions by path, and the pairs of them that its tests compare. */
async function readVerdicts(): Promise<readonly Verdict[]> {
  const packed = readFileSync(join(import.meta.dirname, "oasdiff.json.gz"));
  const { files, pairs }: { files: Readonly<Record<string, string>>; pairs: readonly Pair[] } = JSON.parse(
    gunzipSync(packed).toString(),
  );
  using folder = freshFolder("verdicts");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), text);
  }
  const verdicts: Verdict[] = [];
  for (const pair of pairs) {
    const { base, revision, deprecation } = pair;
    const settings = { cwd: folder.path, ...(deprecation === undefined ? {} : { deprecation }) };
    verdicts.push({ ...pair, result: await diff({ openapi: base }, { openapi: revision }, settings) });
  }
  return verdicts;
}

/** Those of oasdiff.yaml, with what differs; and what differs without a reason, or does not differ although there is one. */
function explain(differing: readonly Verdict[]): { table: string; unexplained: string[] } {
  const differences = load(readFileSync(join(import.meta.dirname, "oasdiff.yaml"), "utf8")) as readonly Difference[];
  const reasonOf = ({ names }: Verdict) => differences.find(({ of }) => names.some((one) => of.includes(one)));
  const groups = Map.groupBy(differing, (each) => [each.level, bumpOf(each), reasonOf(each)?.reason].join(" | "));
  const rows = [...groups].map(([key, group]) => {
    const [level = "", bump = "", reason = ""] = key.split(" | ");
    const rules = new Set(group.flatMap(majorsOf).map((rule) => `\`${rule}\``));
    return [String(group.length), level, [bump, ...[...rules].sort().slice(0, 3)].join(" "), reason];
  });
  const unused = differences
    .flatMap(({ of }) => of)
    .filter((one) => !differing.some(({ names }) => names.includes(one)))
    .map((one) => `${one}: a reason without a difference`);
  const without = differing
    .filter((verdict) => reasonOf(verdict) === undefined)
    .map(
      (verdict) =>
        `${verdict.names.join(", ")}: ${verdict.level} there, here ${bumpOf(verdict)} ${majorsOf(verdict).join(" ")}`,
    );
  return {
    table: markdownTable(["pairs", "there", "`waybill diff`", "why"], rows),
    unexplained: [...without, ...unused],
  };
}

function bumpOf({ result: { ok, bump } }: Verdict): string {
  return ok ? (bump ?? "nothing") : "error";
}

/** The rules by which it is major. */
function majorsOf({ result: { changes } }: Verdict): string[] {
  return changes.flatMap(({ bump, rule }) => (bump === "major" ? [rule] : []));
}
