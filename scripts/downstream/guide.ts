// The guide for teams that generate in their own repository, and what its commands printed -> the blocks of it that are not so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isPrinted } from "../quick-start/expected.ts";
import { blocksOfMarkdown } from "../quick-start/page.ts";
import type { Ran } from "./shell.ts";

export const guide: string = join(import.meta.dirname, "../../docs/guides/own-repository.md");

/** Of blocks titled with a command: what the guide says it prints, where no run of it printed that, or there was none. */
export function untrue(ran: readonly Ran[], markdown: string = readFileSync(guide, "utf8")): string[] {
  return blocksOfMarkdown(markdown).flatMap(({ title, text }) => {
    const runs = ran.filter(({ line }) => line === title);
    if (title === "" || runs.some(({ output }) => saysAll(text, output))) return [];
    const printed = runs.map(({ output }) => output.trim()).join("\n---\n");
    return [`the guide says that ${title} prints\n\n${text}\nand it printed\n\n${printed}\n`];
  });
}

/** A line that is only an ellipsis stands for any number of lines, one inside a line for anything in that line. */
function saysAll(expected: string, printed: string): boolean {
  return expected
    .split(/^…\n/m)
    .filter((piece) => piece.trim() !== "")
    .every((piece) => isPrinted(piece, printed));
}
