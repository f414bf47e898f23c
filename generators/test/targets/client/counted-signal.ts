// A caller's signal -> how many of the listeners it was given it still has.
import { vi } from "vitest";

export interface CountedSignal {
  readonly signal: AbortSignal;
  readonly abort: (reason?: unknown) => void;
  /** All listeners it was ever given. */
  readonly added: () => number;
  /** Those that were not removed. */
  readonly left: () => number;
}

export function countedSignal(): CountedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const add = vi.spyOn(signal, "addEventListener");
  const remove = vi.spyOn(signal, "removeEventListener");
  const listenersOf = (spy: typeof add | typeof remove): unknown[] =>
    spy.mock.calls.filter(([type]) => type === "abort").map(([, listener]) => listener);
  return {
    signal,
    abort: (reason) => controller.abort(reason),
    added: () => listenersOf(add).length,
    left: () => listenersOf(add).filter((listener) => !listenersOf(remove).includes(listener)).length,
  };
}
