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
    ...(row.tolerated === undefined
      ? []
      : [
          `\`--tolerate ${code}\` continues despite this error. Unless the output states otherwise, it then assumes: ${row.tolerated}.`,
          "",
        ]),
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

function indexPage(): string {
  const rows = Object.entries<CodeRow<never>>(codes).map(
    ([code, row]) => `| [${code}](${code}.md) | ${row.severity} | ${row.cause} | ${row.tolerated ?? ""} |`,
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
