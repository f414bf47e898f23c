// A Markdown file -> cases: files that go in, and what comes out: the text of the diagnostics, or commands and what they print.

export interface GoldenCase {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The diagnostics of the files; in a case of commands, these and what they print. */
  readonly expected: string;
  readonly isOfCommands: boolean;
}

/**
 * A case begins with `## Title`. A code block with a file name after its language (three backticks, `yaml openapi.yaml`) is a
 * file; the block `text` is what must be reported, exactly, or the block `console` what commands print. Prose may stand anywhere. Throws
 * on a case that lacks either.
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
    const [language = "", file] = info.split(" ");
    if (file !== undefined) files[file] = body;
    else if (language === "text" || language === "console")
      expected = { expected: body.replace(/\n$/, ""), isOfCommands: language === "console" };
    else throw new Error(`${name}: "${title}": a code block is neither a file nor the expected text`);
  }
  if (expected === null) throw new Error(`${name}: "${title}" expects nothing`);
  return { title, files, ...expected };
}
