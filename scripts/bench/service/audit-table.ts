// The checks of a run -> a table, the first few faults of each, and whether there were any.
import { printTable } from "../figures.ts";
import type { Check } from "./audit.ts";
import { count } from "./report.ts";

const shown = 5;

/** Whether everything was as it should be. */
export function printChecks(checks: readonly Check[]): boolean {
  printTable(
    ["check", "asked", "wrong"],
    checks.map(({ name, asked, faults }) => [name, count(asked), count(faults.length)]),
  );
  for (const { name, faults } of checks.filter((one) => one.faults.length > 0)) {
    console.log(`\n${name}: ${faults.length} wrong`);
    for (const fault of faults.slice(0, shown)) console.log(`  ${fault}`);
    if (faults.length > shown) console.log(`  and ${faults.length - shown} more`);
  }
  return checks.every(({ faults }) => faults.length === 0);
}

/** For the JSON: the figures, and the faults that were shown. */
export function checksForReport(checks: readonly Check[]): object[] {
  return checks.map(({ name, asked, faults }) => ({
    name,
    asked,
    wrong: faults.length,
    faults: faults.slice(0, shown),
  }));
}
