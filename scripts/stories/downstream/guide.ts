// The guide for teams that generate in their own repository, and the output of its commands -> the blocks that differ.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isPrinted } from "../harness/expected.ts";
import { blocksOfMarkdown } from "../harness/page.ts";
import type { Ran } from "../harness/shell.ts";

const guide: string = join(import.meta.dirname, "../../../docs/guides/own-repository.md");

/** Of blocks titled with a command: what the guide says it prints, where no run of it printed that, or there was none. */
export function untrue(ran: readonly Ran[], markdown: string = readFileSync(guide, "utf8")): string[] {
  return blocksOfMarkdown(markdown).flatMap(({ title, text }) => {
    const runs = ran.filter(({ line }) => line === title);
    if (title === "" || runs.some(({ output }) => saysAll(text, output))) return [];
    const printed = runs.map(({ output }) => output.trim()).join("\n---\n");
    return [`the guide says that ${title} prints\n\n${text}\nand it printed\n\n${printed}\n`];
  });
}

/**
 * A line that is only an ellipsis matches any number of lines; an ellipsis inside a line matches any text of that line. How far a
 * column is indented depends on how long a run takes, so any number of spaces from two is the same.
 */
function saysAll(expected: string, printed: string): boolean {
  return spaced(expected)
    .split(/^…\n/m)
    .filter((piece) => piece.trim() !== "")
    .every((piece) => isPrinted(piece, spaced(printed)));
}

function spaced(text: string): string {
  return text.replaceAll(/(?<=\S) {2,}/g, "  ");
}
