// How full the dispatcher is to how many more deliveries one subscription may start.

/** One subscription gets at most this part of the capacity, while the others need nothing. */
const parts = 8;

/**
 * Dynamic thresholds (Choudhury and Hahne, 1998): a subscription may hold up to 1/7 of what is free, so one that hangs
 * ends at 1/8 of the capacity, and a newcomer finds its share of the rest. When n hang, 7/(7+n) of the capacity is free
 * in the long run; at first, each having filled its share before the next came, (7/8)^n.
 * Every subscription may have one delivery under way as long as anything is free.
 *
 * @param free What is left of the capacity.
 * @param held What the subscription holds of it already.
 */
export function roomOf(free: number, held: number): number {
  if (free <= 0) return 0;
  // The largest k with held + k <= (free - k) / 7: each one more also leaves less free.
  const room = Math.floor((free - (parts - 1) * held) / parts);
  return Math.max(room, held === 0 ? 1 : 0);
}
