// Milliseconds -> a wait that the caller can abort, and the delay before a retry.

import { throwIfAborted, within } from "./deadline.ts";

/** Waits; rejects with the signal's reason when it aborts meanwhile. */
export async function pause(milliseconds: number, caller: AbortSignal | undefined): Promise<void> {
  const work = (): Promise<never> => new Promise(() => {});
  await within(milliseconds, caller, () => null, work).catch(() => throwIfAborted(caller));
}

/** The outcome of `work`, which goes on when the signal aborts: only this wait for it then rejects, with the signal's reason. */
export async function unlessAborted<Value>(work: Promise<Value>, caller: AbortSignal | undefined): Promise<Value> {
  return within(
    Infinity,
    caller,
    () => null,
    () => work,
  );
}

/** Milliseconds, at random up to 0.5, 1, 2, 4, 8 s: clients that failed together do not retry together. */
export function backoffOf(attempt: number): number {
  return 1 + Math.random() * Math.min(8000, 250 * 2 ** attempt);
}
