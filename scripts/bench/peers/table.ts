// The results of all contenders -> the table that is printed and quoted.
import { markdownTable } from "../figures.ts";
import type { Found } from "./entrant.ts";
import type { Compiler } from "./type-check.ts";

export interface Judged {
  readonly compilers: readonly Compiler[];
  /** Seconds for a file that imports Zod and nothing else, by compiler. */
  readonly empty: readonly (number | null)[];
}

/** Ratios are to the first row. */
export function tableOf(found: readonly Found[], { compilers, empty }: Judged): string {
  const versions = compilers.join(" / ");
  const head = ["tool", "outputs", "wall", "to ours", "processor", "to ours", "peak memory", "files", "MB"];
  const judged = [`type errors, ${versions}`, `tsc ${versions} on a file that imports a schema`];
  const [ours] = found;
  const rows = found.map((one) => [
    one.name,
    one.failure === null ? one.outputs : `${one.outputs}: **${one.failure.replaceAll("|", "\\|")}**`,
    seconds(one.seconds),
    ratio(one.seconds, ours?.seconds),
    seconds(one.processorSeconds),
    ratio(one.processorSeconds, ours?.processorSeconds),
    one.peakMegabytes === null ? "-" : `${one.peakMegabytes.toFixed(0)} MB`,
    one.files.toLocaleString("en"),
    (one.bytes / 1e6).toFixed(1),
    ...(compilers.length === 0 ? [] : [counts(one.typeErrors), times(one.consumerSeconds)]),
  ]);
  const nothing = ["(only Zod)", ...Array.from({ length: 9 }, () => ""), times(empty)];
  if (compilers.length === 0) return markdownTable(head, rows);
  return markdownTable([...head, ...judged], [...rows, nothing]);
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

function ratio(value: number, ours = Number.NaN): string {
  return `${(value / ours).toFixed(1)}x`;
}

function counts(values: readonly (number | null)[]): string {
  return known(values, String);
}

function times(values: readonly (number | null)[]): string {
  return known(values, (value) => `${value.toFixed(1)} s`);
}

function known(values: readonly (number | null)[], textOf: (value: number) => string): string {
  if (values.every((value) => value === null)) return "-";
  return values.map((value) => (value === null ? "-" : textOf(value))).join(" / ");
}
