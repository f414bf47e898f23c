// The code table of the toolkit, and the tests of each code -> docs/errors/<code>.md, one page a code, and their index.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CodeRow, codes } from "../../generators/src/diagnostics/index.ts";
import { targetsFor } from "../../generators/src/targets/built-in-targets.ts";
import { parseGolden } from "../../generators/test/diagnostics/golden.ts";

const goldens = path.join(import.meta.dirname, "../../generators/test/diagnostics/goldens");

const header =
  "<!-- Made from generators/src/diagnostics/codes-*.ts by scripts/derived/error-pages.ts: edit the table, not this page. -->\n";

/** By path. */
export function errorPages(): [file: string, text: string][] {
  return [["docs/errors/README.md", indexPage()], ...Object.entries(codes).map(page)];
}

function page([code, row]: [string, CodeRow<never>]): [string, string] {
  const text = [
    header,
    `# ${code}`,
    "",
    `Severity: ${row.severity}`,
    "",
    ...stopsOf(row),
    ...toleranceOf(code, row),
    "## Why",
    "",
    row.cause,
    "",
    "## What to do",
    "",
    row.fix,
    "",
    ...exampleOf(code),
  ];
  return [`docs/errors/${code}.md`, text.join("\n")];
}

/** The first case of the tests: its files, and what is printed. A few codes have none: they take thousands of lines, or none is known. */
function exampleOf(code: string): string[] {
  const file = path.join(goldens, `${code}.md`);
  if (!existsSync(file)) return [];
  const [example] = parseGolden(readFileSync(file, "utf8"), file);
  if (example === undefined) return [];
  const { title, files, expected, isOfCommands: commands } = example;
  const sources = Object.entries(files).flatMap(([name, text]) => [
    `\`\`\`${languageOf(name)} title="${name}"`,
    ...text.trimEnd().split("\n"),
    "```",
    "",
  ]);
  return [
    "## Example",
    "",
    `${title}:`,
    "",
    ...sources,
    ...(commands ? [] : ["The report:", ""]),
    commands ? "```console wrap" : "```text wrap",
    ...expected.split("\n"),
    "```",
    "",
  ];
}

function languageOf(file: string): string {
  return path.extname(file).slice(1);
}

/** The targets that the error stops, as a paragraph; nothing for a warning. */
function stopsOf({ severity, stops }: CodeRow<never>): string[] {
  if (severity === "warning") return [];
  if (stops === undefined)
    return ["This error stops every target of the API. If it stops fewer, the output lists them.", ""];
  if (stops === "own") return ["This error stops the target that the message names, and the targets that need it.", ""];
  if (stops === "run") return ["This error stops the whole run: nothing is written.", ""];
  if (stops.length === 0)
    return [
      "No generated code depends on this error: it fails `lint`, and is a warning in `generate` and `check`.",
      "",
    ];
  return [
    `This error stops ${listed(targetsFor(stops))}, and the targets that need ${stops.length === 1 ? "it" : "them"}. If you generate none of these, it is a warning. If it stops other targets, the output lists them.`,
    "",
  ];
}

/** The same as a cell of the index. */
function stopsCell({ severity, stops }: CodeRow<never>): string {
  if (severity === "warning") return "nothing";
  if (stops === undefined) return "all targets";
  if (stops === "own") return "the target named";
  if (stops === "run") return "the run";
  return stops.length === 0 ? "only `lint`" : listed(targetsFor(stops));
}

function listed(targets: readonly string[]): string {
  return targets.map((target) => `\`${target}\``).join(" and ");
}

/** What `--tolerate` does with the code, as a paragraph; nothing if it cannot be tolerated. */
function toleranceOf(code: string, row: CodeRow<never>): string[] {
  return [...acceptanceOf(code, row), ...(row.onlyNamed === true ? [named, ""] : [])];
}

const named =
  "Even in third-party descriptions, it is tolerated only if you name it, because it is more likely a mistake in the command.";

function acceptanceOf(code: string, { tolerated, confined }: Pick<CodeRow<never>, "tolerated" | "confined">): string[] {
  if (tolerated !== undefined)
    return [
      `\`--tolerate ${code}\` continues despite this error, with this interpretation unless the output states another: ${tolerated}.`,
      "",
    ];
  if (confined === undefined) return [];
  return [
    `\`--tolerate ${code}\` leaves out the element that contains this error, and the output names it: an operation, a path, a webhook, the response of an error status, a link, an example, a message or a channel. Elsewhere, or if nothing would be left, it remains an error.`,
    "",
  ];
}

function toleratedCell({ tolerated, confined, onlyNamed }: CodeRow<never>): string {
  const meaning = tolerated ?? (confined === undefined ? "" : "the element that contains it is left out");
  return onlyNamed === true ? `${meaning} (only if named)` : meaning;
}

function indexPage(): string {
  const rows = Object.entries<CodeRow<never>>(codes).map(
    ([code, row]) =>
      `| [${code}](${code}.md) | ${row.severity} | ${stopsCell(row)} | ${row.cause} | ${toleratedCell(row)} |`,
  );
  return [
    header,
    "# Diagnostics",
    "",
    "An error stops the targets whose output would be wrong, and the targets that need them. The others are generated, and the exit code is 1.",
    "In descriptions from flags, a URL or a package, errors with an interpretation are tolerated unless you pass `--strict`. In your own",
    "descriptions, only the codes in `tolerate` of the configuration or in `--tolerate` are tolerated. `lint` tolerates only codes that you name.",
    "",
    "| code | severity | stops | why | if tolerated |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
