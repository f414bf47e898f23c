// A reader and an input -> what the whole input and twice of it cost, in a process of its own.
import path from "node:path";
import { endOf } from "../../../scripts/testing/programs.ts";
import type { Cost } from "./cost.ts";
import { readers } from "./readers.ts";

export interface Row {
  readonly reader: string;
  readonly input: string;
  readonly size: number;
}

export interface Measured {
  readonly once: Cost;
  readonly twice: Cost;
  /** How many times as much twice the input takes; 1 where both take next to nothing. */
  readonly growth: number;
  /** The largest resident memory, in MiB. */
  readonly memory: number;
}

export const rows: readonly Row[] = Object.entries(readers).flatMap(([reader, { inputs }]) =>
  Object.entries(inputs).map(([input, { size }]) => ({ reader, input, size })),
);

/** Milliseconds, below which a collection of garbage weighs more than the input. */
const nothing = 100;

export async function measured({ reader, input, size }: Row, share: number): Promise<Measured> {
  const program = path.join(import.meta.dirname, "row.ts");
  const words = [process.execPath, program, reader, input, String(Math.ceil(size / share))] as const;
  const { code, stdout, output } = await endOf(words);
  if (code !== 0) throw new Error(`${reader}, ${input}: ${output}`);
  const { once, twice, memory } = JSON.parse(stdout);
  const growth = Math.max(twice.milliseconds, nothing) / Math.max(once.milliseconds, nothing);
  return { once, twice, growth, memory };
}
