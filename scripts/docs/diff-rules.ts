// The rules of `waybill diff` -> the tables of docs/diff.md, between their marks. `--check` writes nothing and exits 1 when they are stale.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AnyKind } from "../../generators/src/diff/change.ts";
import { ruleGroups } from "../../generators/src/diff/rules/all-rules.ts";

const file = path.join(import.meta.dirname, "../../docs/diff.md");
const marks = ["<!-- rules: made by scripts/docs/diff-rules.ts -->\n", "<!-- /rules -->\n"] as const;

const text = readFileSync(file, "utf8");
const [before = "", rest = ""] = text.split(marks[0]);
const [, after = ""] = rest.split(marks[1]);
const made = `${before}${marks[0]}${ruleGroups.map(tableOf).join("")}\n${marks[1]}${after}`;

if (process.argv.includes("--check")) {
  if (made !== text) console.error("docs/diff.md is out of date: run pnpm generate");
  process.exitCode = made === text ? 0 : 1;
} else if (made !== text) writeFileSync(file, made);

function tableOf({ title, kinds }: (typeof ruleGroups)[number]): string {
  const rows = kinds.map(rowOf);
  return `\n### ${title}\n\n| rule | request | response | event | not mirrored, because |\n|---|---|---|---|---|\n${rows.join("")}`;
}

function rowOf({ id, request, response, event, uneven }: AnyKind): string {
  return `| \`${id}\` | ${request} | ${response} | ${event ?? response} | ${uneven ?? ""} |\n`;
}
