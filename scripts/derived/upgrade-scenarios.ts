// The scenarios of `waybill upgrade` -> the table of docs/upgrading.md, between its marks.
import { readScenarios, type Scenario } from "../../generators/test/upgrade/scenarios.ts";

const marks = ["<!-- scenarios: made by scripts/derived/upgrade-scenarios.ts -->\n", "<!-- /scenarios -->\n"] as const;

/** `text`: the page before. */
export function withScenarios(text: string): string {
  const scenarios = readScenarios();
  const [before = "", rest = ""] = text.split(marks[0]);
  const [, after = ""] = rest.split(marks[1]);
  const compiled = scenarios.filter(({ left }) => left.length === 0).length;
  const lines = [
    `${scenarios.length} scenarios. After ${compiled} of them, nothing is left to do.\n`,
    "| change | a line before | a line after | left for you |",
    "|---|---|---|---|",
    ...scenarios.map(rowOf),
  ];
  return `${before}${marks[0]}${lines.join("\n")}\n${marks[1]}${after}`;
}

function rowOf(scenario: Scenario): string {
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
