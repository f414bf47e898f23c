// Turns vitest's JSON report into one plain line: N passed, N failed, N skipped.
import { readFileSync } from "node:fs";

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const [file = ".reports/vitest.json"] = process.argv.slice(2);
const { passed, failed, skipped } = countsOf(JSON.parse(readFileSync(file, "utf8")));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

function countsOf(report: unknown): Counts {
  return {
    passed: numberAt(report, "numPassedTests"),
    failed: Math.max(numberAt(report, "numFailedTests"), numberAt(report, "numFailedTestSuites") > 0 ? 1 : 0),
    skipped: numberAt(report, "numPendingTests") + numberAt(report, "numTodoTests"),
  };
}

function numberAt(report: unknown, key: string): number {
  const value: unknown = typeof report === "object" && report !== null ? Reflect.get(report, key) : undefined;
  if (typeof value !== "number") throw new Error(`${file} has no number at ${key}: not a vitest report`);
  return value;
}
