// The rules of `waybill diff` and the scenarios of `waybill upgrade` -> the tables of docs/diff.md and docs/upgrading.md, between their marks.
import type { AnyKind } from "../../generators/src/diff/change.ts";
import { ruleGroups } from "../../generators/src/diff/rules/all-rules.ts";
import { readScenarios, type Scenario } from "../../generators/test/upgrade/scenarios.ts";

const ruleMarks = ["<!-- rules: made by scripts/derived/tables.ts -->\n", "<!-- /rules -->\n"] as const;
const scenarioMarks = ["<!-- scenarios: made by scripts/derived/tables.ts -->\n", "<!-- /scenarios -->\n"] as const;

/** `text`: the page before. */
export function withRuleTables(text: string): string {
  return withTable(text, ruleMarks, ruleGroups.map(tableOf).join(""));
}

function tableOf({ title, kinds }: (typeof ruleGroups)[number]): string {
  const rows = kinds.map(ruleRow);
  return `\n### ${title}\n\n| rule | request | response | event | not mirrored, because |\n|---|---|---|---|---|\n${rows.join("")}`;
}

function ruleRow({ id, request, response, event, uneven }: AnyKind): string {
  return `| \`${id}\` | ${request} | ${response} | ${event ?? response} | ${uneven ?? ""} |\n`;
}

/** `text`: the page before. */
export function withScenarios(text: string): string {
  const scenarios = readScenarios();
  const compiled = scenarios.filter(({ left }) => left.length === 0).length;
  const lines = [
    `${scenarios.length} scenarios. After ${compiled} of them, nothing is left to do.\n`,
    "| change | a line before | a line after | left for you |",
    "|---|---|---|---|",
    ...scenarios.map(scenarioRow),
  ];
  return withTable(text, scenarioMarks, lines.join("\n"));
}

function scenarioRow(scenario: Scenario): string {
  const { name, title, left } = scenario;
  const [before, after] = firstChange(scenario);
  const file = `../generators/test/upgrade/scenarios/${name}.md`;
  const places = left.length === 0 ? "" : left.length === 1 ? "1 place" : `${left.length} places`;
  return `| [${title}](${file}) | ${codeOf(before)} | ${codeOf(after)} | ${places} |`;
}

/** The first line that is not an import, or else the first one; a mark is shown with what it marks. */
function firstChange({ before, after }: Scenario): readonly [string, string] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const gone = old.filter((line) => !now.includes(line));
  const added = now.filter((line) => !old.includes(line));
  const index = Math.max(
    0,
    gone.findIndex((line) => !line.startsWith("import")),
  );
  return gone.length === added.length ? [gone[index] ?? "", added[index] ?? ""] : [gone[0] ?? "", added[0] ?? ""];
}

/** In a table, which has no lines and no other bars. */
function codeOf(line: string): string {
  const text = line.trim().replaceAll("|", "\\|");
  const short = text.length > 90 ? `${text.slice(0, 88)} …` : text;
  return short === "" ? "" : short.includes("`") ? `\`\` ${short} \`\`` : `\`${short}\``;
}

function withTable(text: string, [start, end]: readonly [string, string], table: string): string {
  const [before = "", rest = ""] = text.split(start);
  const [, after = ""] = rest.split(end);
  return `${before}${start}${table}\n${end}${after}`;
}
