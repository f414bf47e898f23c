// The code table of the toolkit -> docs/errors/<code>.md, one page a code, and their index. `--check` writes nothing and
// exits 1 when a page is stale.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type CodeRow, codes } from "../../generators/src/diagnostics/index.ts";

const folder = path.join(import.meta.dirname, "../../docs/errors");
const header =
  "<!-- Made from generators/src/diagnostics/codes-*.ts by scripts/docs/error-pages.ts: edit the table, not this page. -->\n";

const pages = new Map<string, string>([["README.md", indexPage()], ...Object.entries(codes).map(page)]);
const existing = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".md"));
const stale = [...pages].filter(
  ([name, text]) => !existing.includes(name) || readFileSync(path.join(folder, name), "utf8") !== text,
);
const orphans = existing.filter((name) => !pages.has(name));

if (process.argv.includes("--check")) {
  for (const name of [...stale.map(([file]) => file), ...orphans]) {
    console.error(`docs/errors/${name} is out of date: run pnpm generate`);
  }
  process.exitCode = stale.length + orphans.length === 0 ? 0 : 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of stale) writeFileSync(path.join(folder, name), text);
  for (const name of orphans) rmSync(path.join(folder, name));
  console.log(`errors    ${pages.size} pages, ${stale.length} written`);
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
  return [`${code}.md`, text.join("\n")];
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
