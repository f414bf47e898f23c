// Pieces of work that each hold the event loop for some milliseconds -> one in each turn of it: everyone else is served in between.
import { setImmediate } from "node:timers/promises";

/** Resolves when it is the turn of the caller, in the order of the calls. */
export type NextTurn = () => Promise<void>;

export function onePerTurn(): NextTurn {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
