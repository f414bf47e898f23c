// The output of a script -> the place of docs/benchmarks.md that quotes it, between two marks.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Between `<!-- NAME -->` and `<!-- /NAME -->`. Throws when the page has no such place. */
export function writeQuoted(name: string, text: string, page = "benchmarks.md"): void {
  const file = join(import.meta.dirname, "../../docs", page);
  const current = readFileSync(file, "utf8");
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [current.indexOf(open), current.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/${page} has no ${open} … ${close}`);
  writeFileSync(file, `${current.slice(0, start + open.length)}\n${text}\n${current.slice(end)}`);
}
