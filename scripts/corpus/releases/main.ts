// `pnpm corpus releases FOLDER [--write]`: the major changes between two releases of GitHub's, Adyen's and DigitalOcean's descriptions, by
// rule, beside the judgement of a person on each rule (judgements.ts). Exits 1 for a rule without a judgement, and where more than 2 %
// of the majors are wrong. FOLDER holds the six descriptions; what they are and where they are published is in `pairs` below.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type DiffResult, diff } from "../../../generators/src/entries/library/diff.ts";
import { markdownTable, writeQuoted } from "../../bench/figures.ts";
import { judgements } from "./judgements.ts";

interface Pair {
  readonly name: string;
  /** Where both are published. */
  readonly from: string;
  /** Relative to the folder. */
  readonly base: string;
  readonly revision: string;
}

const pairs: readonly Pair[] = [
  {
    name: "GitHub",
    from: "npm package @octokit/openapi, generated/api.github.com.json, 22.0.0 and 23.0.2",
    base: "github-22.0.0.json",
    revision: "github-23.0.2.json",
  },
  {
    name: "Adyen Management",
    from: "github.com/Adyen/adyen-openapi, json/ManagementService-v3.json, commits 41bbdb1 and 1e3919b",
    base: "adyen-41bbdb1.json",
    revision: "adyen-1e3919b.json",
  },
  {
    name: "DigitalOcean",
    from: "github.com/digitalocean/openapi, the folder specification, commits 9d34fbad and 7c1300c4",
    base: "digitalocean-9d34fbad/DigitalOcean-public.v2.yaml",
    revision: "digitalocean-7c1300c4/DigitalOcean-public.v2.yaml",
  },
];

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? ".");
const absent = pairs.flatMap(({ from, base, revision }) =>
  [base, revision].filter((file) => !existsSync(join(folder, file))).map((file) => `${file} (${from})`),
);
if (absent.length > 0) {
  console.error(`not in ${folder}:\n${absent.map((each) => `  ${each}\n`).join("")}`);
  process.exit(2);
}

type Change = DiffResult["changes"][number];
const majors = new Map<string, readonly Change[]>();
for (const { name, base, revision } of pairs) {
  const { ok, changes, diagnostics } = await diff({ openapi: base }, { openapi: revision }, { cwd: folder });
  if (!ok) throw new Error(`${name}: ${diagnostics.map(({ message }) => message).join("\n")}`);
  majors.set(
    name,
    changes.filter(({ bump }) => bump === "major"),
  );
}

const all = [...majors.values()].flat();
const unjudged = [...new Set(all.map(({ rule }) => rule))].filter((rule) => judgements[rule] === undefined);
const isWrong = (change: Change): boolean => judgements[change.rule]?.isWrong?.(change) === true;
const rules = [...new Set(all.map(({ rule }) => rule))].sort();
const table = markdownTable(
  ["rule", ...pairs.map(({ name }) => name), "wrong", "why it breaks a consumer"],
  [
    ...rules.map((rule) => [
      `\`${rule}\``,
      ...pairs.map(({ name }) => countOf(ofRule(majors.get(name) ?? [], rule))),
      countOf(ofRule(all, rule).filter(isWrong)),
      judgements[rule]?.reason ?? "",
    ]),
    ["all", ...pairs.map(({ name }) => countOf(majors.get(name) ?? [])), countOf(all.filter(isWrong)), shareOf(all)],
  ],
);
console.log(table);
for (const [name, changes] of majors) console.log(`${name}: ${shareOf(changes)}`);
for (const rule of unjudged) console.log(`${rule} has no judgement`);
const isGood = unjudged.length === 0 && [...majors.values()].every((changes) => wrongShare(changes) < 0.02);
if (values.write && isGood) writeQuoted("diff: releases", `\n${table}\n`, "diff.md");
process.exitCode = isGood ? 0 : 1;

function ofRule(changes: readonly Change[], rule: string): Change[] {
  return changes.filter((change) => change.rule === rule);
}

function countOf(changes: readonly Change[]): string {
  return changes.length === 0 ? "" : String(changes.length);
}

function wrongShare(changes: readonly Change[]): number {
  return changes.filter(isWrong).length / Math.max(1, changes.length);
}

function shareOf(changes: readonly Change[]): string {
  return `${(100 * wrongShare(changes)).toFixed(1)} % wrong`;
}
