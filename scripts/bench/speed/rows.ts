// What was measured -> the rows of one table: seconds, ratios to waybill, and goals.
import { markdownTable } from "../figures.ts";

export interface Row {
  /** Rows of the same task are compared. */
  readonly task: string;
  readonly tool: string;
  /** `null` where it fails. */
  readonly seconds: number | null;
  readonly processorSeconds: number | null;
  readonly bytes: number | null;
  /** Seconds; the slowest of several, where it has to be below the goal. */
  readonly goal?: { readonly seconds: number; readonly found: number };
}

export function tableOf(rows: readonly Row[]): string {
  return markdownTable(
    ["", "", "wall", "to ours", "processor", "to ours", "MB written", "goal"],
    rows.map((row) => {
      const ours = rows.find(({ task, tool }) => task === row.task && tool === "waybill") ?? row;
      return [
        row.task,
        row.tool,
        row.seconds === null ? "fails" : secondsText(row.seconds),
        ratio(row.seconds, ours.seconds),
        row.processorSeconds === null ? "" : secondsText(row.processorSeconds),
        ratio(row.processorSeconds, ours.processorSeconds),
        row.bytes === null || row.bytes === 0 ? "" : (row.bytes / 1e6).toFixed(1),
        goalText(row),
      ];
    }),
  );
}

function goalText({ goal, seconds }: Row): string {
  if (goal === undefined) return "";
  const text = secondsText(goal.seconds) + (goal.found === seconds ? "" : `, slowest ${secondsText(goal.found)}`);
  return goal.found <= goal.seconds ? text : `**missed**: ${text}`;
}

function secondsText(value: number): string {
  return value < 0.995 ? `${(value * 1000).toFixed(0)} ms` : `${value.toFixed(2)} s`;
}

function ratio(value: number | null, ours: number | null): string {
  return value === null || ours === null ? "" : `${(value / ours).toFixed(2)}x`;
}
