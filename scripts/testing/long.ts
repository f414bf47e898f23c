// Which run of the tests this is: what a test that takes long does on each change, and every night (`pnpm --filter testing long`), when it leaves
// nothing out.

/** Whether this is the run that leaves nothing out. */
export const isLong: boolean = process.env["WAYBILL_LONG"] !== undefined;

/** Whether this is the run of the slow tests, which `pnpm test` leaves out (`pnpm --filter testing slow`, on each change in CI). */
export const isSlow: boolean = process.env["WAYBILL_SLOW"] !== undefined;

/** The first of every so many, spread over the list; in a long run all of them. */
export function oneIn<T>(share: number, all: readonly T[]): T[] {
  return all.filter((_, index) => isLong || index % share === 0);
}
