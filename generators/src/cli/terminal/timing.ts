// What a run took, by stage -> the table and the JSON of `--timing`.
import { type Stage, type Stopwatch, stages } from "../../source/stopwatch.ts";
import type { Terminal } from "./terminal.ts";

export interface TimingJson {
  /** From the start of the process. */
  readonly milliseconds: number;
  /** The most memory the process has held so far, in megabytes (2^20 bytes). */
  readonly peakMegabytes: number;
  readonly stages: readonly TimedStage[];
}

export interface TimedStage {
  readonly stage: Stage;
  readonly milliseconds: number;
  /** Of the whole, 0 to 1. */
  readonly share: number;
}

export function timingOf(stopwatch: Stopwatch, { peakMemory }: Terminal): TimingJson {
  const spent = [...stopwatch.stages()];
  const total = spent.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const round = (value: number, digits: number): number => Number(value.toFixed(digits));
  return {
    milliseconds: round(total, 1),
    peakMegabytes: round(peakMemory() / 2 ** 20, 1),
    stages: spent
      .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([stage, milliseconds]) => ({
        stage,
        milliseconds: round(milliseconds, 1),
        share: total === 0 ? 0 : round(milliseconds / total, 4),
      })),
  };
}

/** One line for each stage: `parse                   201 ms   9.8 %`. */
export function timingLines({ milliseconds, peakMegabytes, stages: timed }: TimingJson): string[] {
  const width = Math.max(...timed.map(({ stage }) => stage.length));
  const rows = timed.map(
    ({ stage, milliseconds: own, share }) =>
      `${stage.padEnd(width)}  ${own.toFixed(0).padStart(6)} ms  ${(share * 100).toFixed(1).padStart(5)} %`,
  );
  return [
    ...rows,
    `${"total".padEnd(width)}  ${milliseconds.toFixed(0).padStart(6)} ms`,
    `${"peak memory".padEnd(width)}  ${peakMegabytes.toFixed(0).padStart(6)} MB`,
  ];
}

function rankOf(stage: Stage): number {
  const names: readonly string[] = stages;
  const rank = names.indexOf(stage);
  return rank === -1 ? stages.indexOf("compare") - 0.5 : rank;
}
