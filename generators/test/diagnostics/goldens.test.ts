// Every code of the table, as people read it: one Markdown file for each code, with the input and the exact message.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputCodes } from "../../src/diagnostics/codes-output.ts";
import { type Code, codes } from "../../src/diagnostics/index.ts";
import { readFiles } from "../source/memory-files.ts";
import { parseGolden } from "./golden.ts";

const folder = join(import.meta.dirname, "goldens");
const pages = join(import.meta.dirname, "../../../docs/errors");
const goldens = readdirSync(folder).map((file) => ({
  code: file.replace(/\.md$/, ""),
  cases: parseGolden(readFileSync(join(folder, file), "utf8"), file),
}));

describe.each(goldens)("the code $code", ({ code, cases }) => {
  it.each(cases)("is reported as its golden shows: $title", ({ files, expected }) => {
    const { messages, report } = readFiles(files);
    expect(messages).toBe(expected);
    expect(report.list().map((diagnostic) => diagnostic.code)).toContain(code);
  });
});

describe("the table", () => {
  // What is left on disk, and what the official parsers say, is reported by the command line: runs.test.ts has it.
  const expected = Object.keys(codes).filter((code) => !Object.hasOwn(outputCodes, code));

  it("has a golden for each code, and no golden is for anything else", () => {
    expect(goldens.map(({ code }) => code).sort()).toEqual(expected.sort());
  });

  it.each(Object.keys(codes))("has a page for %s", (code) => {
    expect(readFileSync(join(pages, `${code}.md`), "utf8")).toContain(`\n# ${code}\n`);
  });

  it.each(Object.keys(codes) as Code[])("states cause and fix in complete sentences: %s", (code) => {
    const { cause, fix } = codes[code];
    expect([cause, fix]).toEqual([expect.stringMatching(/^[A-Z`"].*\.$/s), expect.stringMatching(/^[A-Z`"].*\.$/s)]);
  });
});
