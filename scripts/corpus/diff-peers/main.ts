// `pnpm corpus peers FOLDER [--write]`: the verdicts that the tests of OpenAPITools/openapi-diff expect, beside those of `waybill diff`, for
// each pair of descriptions they compare. FOLDER is a checkout of github.com/OpenAPITools/openapi-diff. Exits 1 for a difference without a
// reason in differences.ts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { diff } from "../../../generators/src/entries/library/diff.ts";
import { markdownTable, writeQuoted } from "../../bench/figures.ts";
import { differences } from "./differences.ts";

type Verdict = "incompatible" | "compatible" | "unchanged" | "error";

interface Pair {
  readonly base: string;
  readonly revision: string;
  readonly expected: Verdict;
}

const verdictOfAssertion: Readonly<Record<string, Verdict>> = {
  assertOpenApiBackwardIncompatible: "incompatible",
  assertOpenApiBackwardCompatible: "compatible",
  assertSpecChangedButCompatible: "compatible",
  assertSpecIncompatible: "incompatible",
  assertOpenApiAreEquals: "unchanged",
  assertSpecUnchanged: "unchanged",
};

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const tests = join(resolve(positionals[0] ?? "."), "core/src/test");
if (!existsSync(tests)) {
  console.error(`there is no ${tests}: name a checkout of github.com/OpenAPITools/openapi-diff`);
  process.exit(2);
}
const resources = join(tests, "resources");
const pairs = readdirSync(join(tests, "java"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("Test.java"))
  .sort()
  .flatMap((file) => pairsIn(readFileSync(join(tests, "java", file), "utf8")));

const rows: string[][] = [];
const unexplained: string[] = [];
for (const { base, revision, expected } of pairs) {
  const { ok, bump, changes } = await diff({ openapi: base }, { openapi: revision }, { cwd: resources });
  const found = ok ? verdictOf(bump) : "error";
  // A patch changes nothing for programs, which their tests call unchanged or compatible.
  if (found === expected || (bump === "patch" && expected === "unchanged")) continue;
  const reason = differences[revision];
  if (reason === undefined) unexplained.push(`${base} ${revision}: ${expected} there, ${found} here`);
  const rules = [...new Set(changes.filter((change) => change.bump === bump).map(({ rule }) => `\`${rule}\``))];
  rows.push([`\`${revision}\``, expected, [found, ...rules].join(" "), reason ?? ""]);
}
const table = markdownTable(["revision", "openapi-diff", "`waybill diff`", "why"], rows);
console.log(table);
console.log(`${pairs.length} verdicts, ${pairs.length - rows.length} agree`);
for (const line of unexplained) console.log(`no reason: ${line}`);
if (values.write && unexplained.length === 0)
  writeQuoted(
    "diff: openapi-diff",
    `\n${pairs.length} verdicts, ${pairs.length - rows.length} agree.\n\n${table}\n`,
    "diff.md",
  );
process.exitCode = unexplained.length === 0 ? 0 : 1;

function pairsIn(text: string): Pair[] {
  const constants = new Map(
    [...text.matchAll(/String (\w+)\s*=\s*"([^"]+)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const fileOf = (word: string): string => (word.startsWith('"') ? word.slice(1, -1) : (constants.get(word) ?? ""));
  const isThere = (file: string): boolean => file !== "" && existsSync(join(resources, file));
  return [...text.matchAll(/(assert\w+)\(\s*([\w"./-]+),\s*([\w"./-]+)\)/g)].flatMap(
    ([, assertion = "", one = "", other = ""]) => {
      const [base, revision, expected] = [fileOf(one), fileOf(other), verdictOfAssertion[assertion]];
      return expected !== undefined && isThere(base) && isThere(revision) ? [{ base, revision, expected }] : [];
    },
  );
}

function verdictOf(bump: string | null): Verdict {
  if (bump === null) return "unchanged";
  return bump === "major" ? "incompatible" : "compatible";
}
