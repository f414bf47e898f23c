// What `spec/` and the toolkit's tables say -> the files that say it again: values and event names, signatures of examples, tables, error
// pages, programs in guides, and what the README shows of a first run. `--check` writes nothing and exits 1 when one is stale.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { errorPages } from "./error-pages.ts";
import { derivedTexts } from "./events.ts";
import { readmeTexts } from "./readme/readme.ts";
import { cliReference } from "./reference/cli.ts";
import { configurationReference } from "./reference/configuration.ts";
import { modelReference } from "./reference/model.ts";
import { withRuleTables, withScenarios } from "./tables.ts";
import { targetPages } from "./targets/targets.ts";
import { rewritten, specOf, stated } from "./values.ts";

const root = path.join(import.meta.dirname, "../..");
const written = new Map<string, string>();
const problems: string[] = [];

for (const [file, phrases] of Object.entries(stated)) {
  const { text, missing } = rewritten(read(file), phrases, specOf(root));
  written.set(file, text);
  for (const phrase of missing)
    problems.push(`${file} has no "${phrase}": correct its row in scripts/derived/values.ts`);
}
for (const [file, text] of [...derivedTexts(read), ...errorPages()]) written.set(file, text);
const guides = ["docs/guides/frameworks.md", "docs/guides/react.md", "docs/guides/verifying.md"];
for (const file of [...guides, "packages/waybill/channels/README.md"]) written.set(file, withPrograms(read(file)));
written.set("docs/diff.md", withRuleTables(read("docs/diff.md")));
for (const [file, text] of await targetPages(read)) written.set(file, text);
written.set("docs/upgrading.md", withScenarios(read("docs/upgrading.md")));
for (const [file, text] of await readmeTexts(current)) written.set(file, text);
written.set("docs/cli.md", cliReference());
written.set("docs/configuration.md", configurationReference());
written.set("docs/model.md", modelReference());

const stale = [...written].filter(([file, text]) => text !== current(file));
const orphans = globSync("docs/errors/*.md", { cwd: root }).filter((file) => !written.has(file));
if (process.argv.includes("--check")) {
  const lines = stale.map(([file, text]) => `${file}:${lineOfChange(current(file) ?? "", text)}`);
  problems.push(...[...lines, ...orphans].map((place) => `${place} is out of date: run pnpm generate`));
} else {
  for (const [file, text] of stale) writeFileSync(path.join(root, file), text);
  for (const file of orphans) rmSync(path.join(root, file));
  console.log(`derived   ${written.size} files, ${stale.length} written`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** One text may get values and a table. */
function read(file: string): string {
  return written.get(file) ?? readFileSync(path.join(root, file), "utf8");
}

function current(file: string): string | null {
  return existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : null;
}

function lineOfChange(before: string, after: string): number {
  const other = after.split("\n");
  return before.split("\n").findIndex((line, at) => line !== other[at]) + 1;
}

/** "```python file=verify/python.py" says which file a block shows. */
function withPrograms(markdown: string): string {
  return markdown.replace(/^(```\w+ file=(\S+).*\n)[\s\S]*?^```$/gm, (_, start: string, file: string) => {
    return `${start}${readFileSync(path.join(root, "docs/guides", file), "utf8").trimEnd()}\n\`\`\``;
  });
}
