// Codes of targets, generated files and rules across documents, as people meet them: commands and what they print, in one Markdown file
// for each code. The pages in docs/errors show them. `vitest run -u` of this file writes what the commands print now.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputCodes } from "../../src/diagnostics/codes-output.ts";
import { Workspace } from "../cli/workspace.ts";
import { transcript } from "./console.ts";
import { parseGolden } from "./golden.ts";

const folder = join(import.meta.dirname, "runs");
const files = readdirSync(folder).sort();
// The official parser warns of nothing that reading has not refused; a description that is too deep takes thousands of lines.
const withoutRun = ["official-schema-warning", "too-deep"];

describe("commands and what they print", () => {
  it.each(files)("are shown as they are in %s", async (file) => {
    const markdown = readFileSync(join(folder, file), "utf8");
    let now = markdown;
    for (const { files, expected } of parseGolden(markdown, file)) {
      const workspace = new Workspace(files);
      workspace.install();
      const printed = await transcript(expected, workspace.folder);
      expect(printed).toMatch(new RegExp(`\\b(?:error|warning) ${file.replace(/\.md$/, "")}:`));
      now = now.replace(expected, () => printed);
    }
    await expect(now).toMatchFileSnapshot(join(folder, file));
  });

  it("show each code of the output", () => {
    const codes = Object.keys(outputCodes).filter((code) => !withoutRun.includes(code));
    expect(files).toEqual(codes.sort().map((code) => `${code}.md`));
  });
});
