// Which run of the tests this is: a test that takes long runs a sample of its cases on each change, and all of them every night
// (`pnpm --filter testing long`).
import { hash } from "node:crypto";

/** Whether this is the run that leaves nothing out. */
export const isLong: boolean = process.env["WAYBILL_LONG"] !== undefined;

/**
 * One of every so many, in their order; in a long run all of them. Which ones depends on what they are, not on where they are in the list:
 * one more changes no other. `textOf`: what tells them apart, where that is not all of it.
 */
export function oneIn<T>(share: number, all: readonly T[], textOf: (one: T) => string = jsonOf): T[] {
  if (isLong) return [...all];
  const ranked = all.map((one, index) => ({ index, rank: hash("sha1", textOf(one)) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const chosen = new Set(ranked.slice(0, Math.ceil(all.length / share)).map(({ index }) => index));
  return all.filter((_, index) => chosen.has(index));
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
