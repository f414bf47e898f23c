// A Markdown file -> cases: files that go in, and what comes out: the text of the diagnostics, or commands and what they print.
import { readFileSync } from "node:fs";
import path from "node:path";

const shared = path.join(import.meta.dirname, "shared");

export interface GoldenCase {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The diagnostics of the files; in a case of commands, these and what they print. */
  readonly expected: string;
  readonly isOfCommands: boolean;
}

/**
 * A case begins with `## Title`. A code block with a file name after its language (three backticks, `yaml openapi.yaml`) is a
 * file; with `from` and a name (`yaml openapi.yaml from orders.yaml`), its text is that file of the folder `shared`. The block `text` is
 * what must be reported, exactly, or the block `console` what commands print. Prose may stand anywhere. Throws on a case that lacks either.
 */
export function parseGolden(markdown: string, name: string): GoldenCase[] {
  const cases = markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => parseCase(section, name));
  if (cases.length === 0) throw new Error(`${name}: no case`);
  return cases;
}

function parseCase(section: string, name: string): GoldenCase {
  const [title = ""] = section.split("\n", 1);
  const files: Record<string, string> = {};
  let expected: Pick<GoldenCase, "expected" | "isOfCommands"> | null = null;
  for (const [, info = "", body = ""] of section.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const [language = "", file, , from] = info.split(" ");
    if (file !== undefined) files[file] = from === undefined ? body : readFileSync(path.join(shared, from), "utf8");
    else if (language === "text" || language === "console")
      expected = { expected: body.replace(/\n$/, ""), isOfCommands: language === "console" };
    else throw new Error(`${name}: "${title}": a code block is neither a file nor the expected text`);
  }
  if (expected === null) throw new Error(`${name}: "${title}" expects nothing`);
  return { title, files, ...expected };
}
