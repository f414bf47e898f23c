// Every code of the table, as people read it: one Markdown file for each code, with descriptions and the exact message, or with commands
// and what they print. The pages in docs/errors show them. `vitest run goldens -u` writes what is reported and printed now.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Code, codes } from "../../src/diagnostics/index.ts";
import { Workspace } from "../cli/workspace.ts";
import { readFiles } from "../source/memory-files.ts";
import { transcript } from "./console.ts";
import { type GoldenCase, parseGolden } from "./golden.ts";

const folder = join(import.meta.dirname, "goldens");
const pages = join(import.meta.dirname, "../../../docs/errors");
const files = readdirSync(folder).sort();
// Fields of a later version are of the cases of OpenAPI 3.2; a description that is too deep takes thousands of lines.
const withoutGolden = ["official-schema-warning", "too-deep"];

describe("a golden", () => {
  it.each(files)("has its code, and shows what is reported: %s", async (file) => {
    const markdown = readFileSync(join(folder, file), "utf8");
    let now = markdown;
    for (const one of parseGolden(markdown, file)) {
      const printed = await printedBy(one);
      expect(printed, one.title).toMatch(new RegExp(`\\b(?:error|warning) ${file.replace(/\.md$/, "")}:`));
      now = now.replace(one.expected, () => printed);
    }
    await expect(now).toMatchFileSnapshot(join(folder, file));
  });

  it("is there for each code, and for nothing else", () => {
    const expected = Object.keys(codes).filter((code) => !withoutGolden.includes(code));
    expect(files).toEqual(expected.map((code) => `${code}.md`).sort());
  });
});

async function printedBy({ files: given, expected, isOfCommands }: GoldenCase): Promise<string> {
  if (!isOfCommands) return readFiles(given).messages;
  const workspace = new Workspace(given);
  workspace.install();
  return await transcript(expected, workspace.folder);
}

describe("the table", () => {
  it.each(Object.keys(codes))("has a page for %s", (code) => {
    expect(readFileSync(join(pages, `${code}.md`), "utf8")).toContain(`\n# ${code}\n`);
  });

  it.each(Object.keys(codes) as Code[])("states cause and fix in complete sentences: %s", (code) => {
    const { cause, fix } = codes[code];
    expect([cause, fix]).toEqual([expect.stringMatching(/^[A-Z`"].*\.$/s), expect.stringMatching(/^[A-Z`"].*\.$/s)]);
  });
});
