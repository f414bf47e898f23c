// The guide to verifying -> the same with the programs in it as their files are: "```python file=verify/python.py" says which one a
// block shows.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const guidesFolder: string = join(import.meta.dirname, "../../../docs/guides");
export const guideFile: string = join(guidesFolder, "verifying.md");

/** Only the text between such a line and the end of its block is changed. */
export function withPrograms(markdown: string, textOf: (file: string) => string = textOfProgram): string {
  return markdown.replace(/^(```\w+ file=(\S+).*\n)[\s\S]*?^```$/gm, (_, start: string, file: string) => {
    return `${start}${textOf(file).trimEnd()}\n\`\`\``;
  });
}

/** The files that blocks show, as they are named there: `verify/python.py`. */
export function programsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^```\w+ file=(\S+)/gm)].map(([, file = ""]) => file);
}

function textOfProgram(file: string): string {
  return readFileSync(join(guidesFolder, file), "utf8");
}
