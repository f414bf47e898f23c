// A process -> the processor time it has used so far: the cost of a request, independent of the load of the machine.
import { readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second here, independently of its own ticks. */
const microsecondsPerTick = 10_000;

/** Microseconds of user and system time of all its threads; `null` where there is no `/proc`. */
export function processorTime(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses, which may contain anything; the third comes after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[14 - 3]) + Number(fields[15 - 3])) * microsecondsPerTick;
}
