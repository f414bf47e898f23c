// The rules of `waybill diff` -> the tables of docs/diff.md, between their marks.
import type { AnyKind } from "../../generators/src/diff/change.ts";
import { ruleGroups } from "../../generators/src/diff/rules/all-rules.ts";

const marks = ["<!-- rules: made by scripts/derived/diff-rules.ts -->\n", "<!-- /rules -->\n"] as const;

/** `text`: the page before. */
export function withRuleTables(text: string): string {
  const [before = "", rest = ""] = text.split(marks[0]);
  const [, after = ""] = rest.split(marks[1]);
  return `${before}${marks[0]}${ruleGroups.map(tableOf).join("")}\n${marks[1]}${after}`;
}

function tableOf({ title, kinds }: (typeof ruleGroups)[number]): string {
  const rows = kinds.map(rowOf);
  return `\n### ${title}\n\n| rule | request | response | event | not mirrored, because |\n|---|---|---|---|---|\n${rows.join("")}`;
}

function rowOf({ id, request, response, event, uneven }: AnyKind): string {
  return `| \`${id}\` | ${request} | ${response} | ${event ?? response} | ${uneven ?? ""} |\n`;
}
