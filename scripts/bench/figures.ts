// Measurements -> tables in the terminal and in docs, and a JSON file.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { dirname, join } from "node:path";

export interface Goal {
  readonly goal: string;
  readonly found: number;
  readonly atLeast: number;
}

/** Of an even number of values, the lower of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

export function machine(): object {
  const [load = 0] = loadavg();
  return { node: process.version, cpu: cpus()[0]?.model ?? null, cpus: availableParallelism(), loadAverage: load };
}

/** The load of the machine at that time is part of every figure. */
export function machineText(): string {
  const [load = 0] = loadavg();
  return `Node ${process.version}, ${availableParallelism()} CPUs (${cpus()[0]?.model ?? "unknown"}), load average before: ${load.toFixed(1)}`;
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(markdownTable(head, rows));
}

/** Padded, so that its columns are aligned in a terminal, too. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, widths.map((width) => "-".repeat(width)), ...rows].map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(" | ")} |`;
  });
  return lines.join("\n");
}

export function printGoals(goals: readonly Goal[], textOf: (value: number) => string): void {
  const rows = goals.map(({ goal, found, atLeast }) => {
    return [goal, textOf(found), textOf(atLeast), found >= atLeast ? "met" : "MISSED"];
  });
  printTable(["goal", "found", "at least", ""], rows);
}

export function writeFigures(file: string, figures: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

/** Between `<!-- NAME -->` and `<!-- /NAME -->` of a page of docs. Throws when the page has no such place. */
export function writeQuoted(name: string, text: string, page = "benchmarks.md"): void {
  const file = join(import.meta.dirname, "../../docs", page);
  const current = readFileSync(file, "utf8");
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [current.indexOf(open), current.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/${page} has no ${open} … ${close}`);
  writeFileSync(file, `${current.slice(0, start + open.length)}\n${text}\n${current.slice(end)}`);
}

/** For tests: that the page quotes this text. With WAYBILL_WRITE=1 it does from then on. */
export function expectQuoted(name: string, text: string, page: string): void {
  if (process.env["WAYBILL_WRITE"] === "1") writeQuoted(name, `\n${text}\n`, page);
  const current = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  if (!current.includes(`<!-- ${name} -->\n\n${text}\n\n<!-- /${name} -->`))
    throw new Error(`docs/${page} quotes another ${name}; WAYBILL_WRITE=1 writes this one:\n${text}`);
}
