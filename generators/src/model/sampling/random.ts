// A seed -> the same numbers every time, on every machine (mulberry32).

export interface Random {
  /** From 0 up to 1, which it never is. */
  readonly next: () => number;
  /** An integer, both bounds included. */
  readonly between: (least: number, most: number) => number;
  /** `undefined` for none at all. */
  readonly one: <T>(items: readonly T[]) => T | undefined;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return { next, between, one: (items) => items[between(0, items.length - 1)] };
}
