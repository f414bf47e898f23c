// A recorder or a ledger -> nothing, or an AssertionError that lists all problems.
import { AssertionError } from "node:assert";
import { type Excuse, staleExcuses } from "../ledger/excuses.ts";
import { holesIn, type Ledger } from "../ledger/ledger.ts";
import type { Recorder } from "../recorder.ts";
import { textOfFindings } from "../report/text.ts";

/** Throws an `AssertionError` that lists the findings, if there are any. */
export function assertConforms({ findings }: Pick<Recorder, "findings">): void {
  if (findings.length === 0) return;
  const title = `${findings.length === 1 ? "one response or delivery is" : `${findings.length} things are`} not as described`;
  fail(`${title}:\n\n${textOfFindings(findings)}`, assertConforms);
}

/**
 * Throws an `AssertionError` that lists what is declared, was not seen and is not excused, and the excuses that excuse
 * nothing.
 */
export function assertComplete(ledger: Pick<Ledger, "rows">, excuses: readonly Excuse[] = []): void {
  const rows = ledger.rows(excuses);
  const holes = holesIn(rows).map(({ id, where }) => `  ${id}  ${where}`);
  const stale = staleExcuses(rows, excuses).map((line) => `  ${line}`);
  const parts = [
    ...(holes.length === 0 ? [] : [`declared but never seen; cover or excuse them:\n${holes.join("\n")}`]),
    ...(stale.length === 0 ? [] : [`stale excuses, remove them:\n${stale.join("\n")}`]),
  ];
  if (parts.length > 0) fail(parts.join("\n\n"), assertComplete);
}

/** The stack starts at the test, not here. */
function fail(message: string, stackStartFn: (...parameters: never[]) => void): never {
  throw new AssertionError({ message, stackStartFn });
}
