// What the README shows, from a real run and the tables of the docs: the picture of a terminal, a description and what is generated from
// it, a diagnostic, the comparison.
import { steady } from "../../testing/printed.ts";
import { type FirstRun, firstRun } from "./first-run.ts";
import { drawTerminal } from "./terminal.ts";

/** The text of a file, or `null`. */
type Read = (file: string) => string | null;

const picture = "docs/terminal.svg";

/** By file. */
export async function readmeTexts(read: Read): Promise<ReadonlyMap<string, string>> {
  const run = await firstRun();
  const readme = withBlocks(read("README.md") ?? "", {
    example: exampleOf(run),
    diagnostic: fenced("text", run.diagnostic.split("\n\n")[0] ?? ""),
    comparison: comparisonOf(read("docs/comparison.md") ?? ""),
  });
  const drawn = drawTerminal("A first run of Waybill, and a typo", run.terminal);
  const before = read(picture);
  // Its times are those of the run it was drawn from.
  const isSame = before !== null && steady(before) === steady(drawn);
  return new Map([
    ["README.md", readme],
    [picture, isSame ? before : drawn],
  ]);
}

/** Throws when the page lacks the marks of a block. */
function withBlocks(text: string, blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks).reduce((page, [name, block]) => {
    const [start, end] = [`<!-- ${name}: made by scripts/derived/readme -->\n`, `<!-- /${name} -->`];
    const [before = "", rest] = page.split(start);
    const [, after] = rest?.split(end) ?? [];
    if (after === undefined) throw new Error(`README.md has no block between ${start.trim()} and ${end}`);
    return `${before}${start}\n${block}\n\n${end}${after}`;
  }, text);
}

function exampleOf({ description, generated, call }: FirstRun): string {
  const types = declarationOf(generated.types, "export type Order =");
  const zod = declarationOf(generated.zod, "export const OrderSchema");
  return [
    fenced("yaml", description.slice(description.indexOf("    Order:\n")).replaceAll(/^ {4}/gm, "").trimEnd()),
    "becomes a type and a schema,",
    fenced("ts", `${types}\n\n${zod}`),
    "and its operations become calls:",
    fenced("ts", call.trimEnd()),
  ].join("\n\n");
}

/** From its first line to the end of the statement. */
function declarationOf(text: string, start: string): string {
  const from = text.indexOf(start);
  const end = /^\S*;$/m.exec(text.slice(from));
  if (from < 0 || end === null) throw new Error(`nothing generated starts with ${start}`);
  return text.slice(from, from + end.index + end[0].length);
}

/** The rows of the generators that write types, schemas and a client. */
function comparisonOf(page: string): string {
  const rows = page
    .split("<!-- figures -->")[1]
    ?.split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [head, , ...body] = rows ?? [];
  if (head === undefined || body.length < 5) throw new Error("docs/comparison.md has no table of figures");
  const columns = ["", "time, s", "type errors", "one call, kB", "verdicts right"].map((name) => head.indexOf(name));
  const line = (row: readonly string[]): string => `| ${columns.map((at) => row[at] ?? "").join(" | ")} |`;
  return [
    line(["generator", ...head.slice(1)]),
    `|${columns.map(() => "---|").join("")}`,
    ...body.slice(0, 5).map(line),
  ].join("\n");
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
