// The code table of the toolkit -> docs/errors/<code>.md, one page a code, and their index.
import { type CodeRow, codes } from "../../generators/src/diagnostics/index.ts";

const header =
  "<!-- Made from generators/src/diagnostics/codes-*.ts by scripts/docs/error-pages.ts: edit the table, not this page. -->\n";

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
    ...toleranceOf(code, row),
    "## Why",
    "",
    row.cause,
    "",
    "## What to do",
    "",
    row.fix,
    "",
  ];
  return [`docs/errors/${code}.md`, text.join("\n")];
}

/** What `--tolerate` does with the code, as a paragraph; nothing if it cannot be tolerated. */
function toleranceOf(code: string, { tolerated, confined }: CodeRow<never>): string[] {
  if (tolerated !== undefined)
    return [
      `\`--tolerate ${code}\` continues despite this error. Unless the output states otherwise, it then assumes: ${tolerated}.`,
      "",
    ];
  if (confined === undefined) return [];
  return [
    `\`--tolerate ${code}\` continues without what contains this error, which the output names: an operation, a path, a webhook, the response of an error status, a link, an example, a message or a channel. Elsewhere, and where nothing would be left, it remains an error.`,
    "",
  ];
}

function indexPage(): string {
  const rows = Object.entries<CodeRow<never>>(codes).map(
    ([code, row]) =>
      `| [${code}](${code}.md) | ${row.severity} | ${row.cause} | ${row.tolerated ?? (row.confined === undefined ? "" : "what contains it is left out")} |`,
  );
  return [
    header,
    "# Diagnostics",
    "",
    "| code | severity | why | `--tolerate` assumes |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
