// `pnpm corpus oasdiff FOLDER [--write]`: what the tests of oasdiff's rules expect of pairs of descriptions, beside what `waybill diff` says.
// FOLDER is a checkout of github.com/oasdiff/oasdiff. Exits 1 for another verdict without a reason in oasdiff-differences.ts.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { load } from "js-yaml";
import { type DiffResult, type DiffSettings, diff } from "../../../generators/src/entries/library/diff.ts";
import { markdownTable, writeQuoted } from "../../bench/figures.ts";
import { applyEdit } from "./go-edits.ts";
import { type Difference, differences } from "./oasdiff-differences.ts";
import { ownPairs } from "./oasdiff-own.ts";
import { type Case, type Level, readCases } from "./oasdiff-tests.ts";

/** What is compared: a test or several of one pair, or a pair of our own. */
interface Verdict {
  readonly names: readonly string[];
  readonly level: Level;
  readonly result: DiffResult;
}

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? ".");
if (!existsSync(join(folder, "checker/rules.go"))) {
  console.error(`there is no ${folder}/checker/rules.go: name a checkout of github.com/oasdiff/oasdiff`);
  process.exit(2);
}

const { cases, skipped, rules } = readCases(folder);
const merged = mergedCases(cases);
const scratch = mkdtempSync(join(tmpdir(), "waybill-oasdiff-"));
const verdicts: Verdict[] = [];
const unread: string[] = [];
for (const each of merged) {
  const result = await resultOf(each);
  if (result === null) unread.push(...each.tests);
  else verdicts.push({ names: each.tests, level: highest([...each.expected.values()]), result });
}
const own: Verdict[] = [];
for (const { rule, level, base, revision } of ownPairs) {
  const files = [base, revision].map((document, side) => written(document, side));
  own.push({ names: [rule], level, result: await compared(files, policyOf(rule)) });
}
rmSync(scratch, { recursive: true });

const differing = [...verdicts, ...own].filter((verdict) => !agrees(verdict));
const unexplained = differing.filter((verdict) => reasonOf(verdict) === undefined);
const unused = differences
  .flatMap(({ of }) => of)
  .filter((name) => !differing.some(({ names }) => names.includes(name)));
const stale = ownPairs.filter(({ rule, level }) => rules.get(rule) !== level);
const covered = new Set([
  ...merged.flatMap(({ expected }) => [...expected.keys()]),
  ...ownPairs.map(({ rule }) => rule),
]);
const missing = [...rules.keys()].filter((rule) => !covered.has(rule));
const warnings = [...verdicts, ...own].filter(({ level }) => level === "WARN");

const table = markdownTable(
  ["pairs", "oasdiff", "`waybill diff`", "why"],
  differences.flatMap((difference) => rowsOf(difference)),
);
const shown = new Set(merged.flatMap(({ expected }) => [...expected.keys()]));
const major = warnings.filter(({ result }) => result.bump === "major").length;
const summary =
  `Its tests state ${verdicts.length} pairs for ${shown.size} of its ${rules.size} rules: ${countOfAgreeing(verdicts)} agree. Of ${own.length} pairs of our own, for ` +
  `rules that those do not show, ${countOfAgreeing(own)} agree, and ${missing.length} rules are left without a pair. Of the ${warnings.length} pairs that it ` +
  `only warns about, ${major} are major here.`;
console.log(table);
console.log(summary);
for (const [reason, count] of skipped) console.log(`not read: ${count} tests: ${reason}`);
for (const test of unread) console.log(`not read: ${test} edits what is not there`);
for (const rule of missing) console.log(`without a pair: ${rule}`);
for (const verdict of unexplained) console.log(`no reason: ${wordsOf(verdict)}`);
for (const name of unused) console.log(`a reason without a difference: ${name}`);
for (const { rule } of stale) console.log(`not its level in oasdiff: ${rule}`);
const isGood = unexplained.length + unused.length + stale.length === 0;
if (values.write && isGood) writeQuoted("diff: oasdiff", `\n${summary}\n\n${table}\n`, "diff.md");
process.exitCode = isGood ? 0 : 1;

/** Several tests of one pair are one, that expects what all of them expect. */
function mergedCases(all: readonly Case[]): (Case & { readonly tests: readonly string[] })[] {
  const groups = Map.groupBy(all, ({ base, revision, edits }) => JSON.stringify([base, revision, edits]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const expected = new Map(group.flatMap((each) => [...each.expected]));
    return first === undefined ? [] : [{ ...first, expected, tests: group.map(({ test }) => test) }];
  });
}

async function resultOf({ base, revision, edits }: Case): Promise<DiffResult | null> {
  const files: string[] = [];
  for (const [side, file] of [base, revision].entries()) {
    const ownEdits = edits.filter((edit) => edit.side === side);
    const document: unknown = ownEdits.length === 0 ? null : load(readFileSync(join(folder, file), "utf8"));
    if (!ownEdits.every((edit) => applyEdit(document, edit))) return null;
    files.push(ownEdits.length === 0 ? join(folder, file) : written(document, side));
  }
  return compared(files, /deprecation|stability/.test(base) ? { deprecation: {} } : {});
}

function written(document: unknown, side: number): string {
  const file = join(scratch, `${side}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** oasdiff has a policy for deprecations without being asked. */
function policyOf(rule: string): DiffSettings {
  if (/sunset/.test(rule)) return { deprecation: { days: 30 } };
  return /stability|with-deprecation/.test(rule) ? { deprecation: {} } : {};
}

function compared([base = "", revision = ""]: readonly string[], settings: DiffSettings): Promise<DiffResult> {
  return diff({ openapi: base }, { openapi: revision }, settings);
}

function highest(levels: readonly Level[]): Level {
  return levels.includes("ERR") ? "ERR" : levels.includes("WARN") ? "WARN" : "INFO";
}

/** Its warnings are about what may break, and agree with either. */
function agrees({ level, result }: Verdict): boolean {
  return result.ok && (level === "WARN" || (level === "ERR") === (result.bump === "major"));
}

function reasonOf({ names }: Verdict): Difference | undefined {
  return differences.find(({ of }) => names.some((name) => of.includes(name)));
}

function rowsOf(difference: Difference): string[][] {
  const those = differing.filter((verdict) => reasonOf(verdict) === difference);
  const kinds = Map.groupBy(
    those,
    ({ level, result }) => `${level} ${result.ok ? (result.bump ?? "nothing") : "error"}`,
  );
  return [...kinds].map(([kind, group]) => {
    const [level = "", bump = ""] = kind.split(" ");
    const found = new Set(group.flatMap(({ result }) => rulesOf(result)));
    const shown = [bump, ...[...found].slice(0, 3).map((rule) => `\`${rule}\``)].join(" ");
    return [String(group.length), level === "ERR" ? "breaking" : "not breaking", shown, difference.reason];
  });
}

function rulesOf({ bump, changes }: DiffResult): string[] {
  return bump === "major" ? changes.filter((change) => change.bump === "major").map(({ rule }) => rule) : [];
}

function countOfAgreeing(all: readonly Verdict[]): number {
  return all.filter(agrees).length;
}

function wordsOf({ names, level, result }: Verdict): string {
  return `${names.join(", ")}: ${level} there, ${result.ok ? (result.bump ?? "nothing") : "error"} here ${rulesOf(result).join(" ")}`;
}
