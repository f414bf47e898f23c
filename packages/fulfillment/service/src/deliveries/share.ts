// How full the dispatcher is to how much more one account, and one subscription of it, may start.

/** What is held, free or granted: deliveries, and the bytes of their bodies. */
export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

/** An account gets at most this part of the capacity, while the others need nothing. */
const accountParts = 4;

/** A subscription gets at most this part of what its account gets, while the account's others need nothing. */
const subscriptionParts = 2;

/**
 * Dynamic thresholds (Choudhury and Hahne, 1998), by account first: an account may hold up to 1/3 of what is free, so one
 * whose receivers all hang ends at 1/4 of the capacity however many subscriptions it has, and a newcomer finds its share of
 * the rest. When n such accounts hang, 3/(3+n) of the capacity is free in the long run.
 * Every account may have one delivery under way as long as anything is free.
 *
 * @param free What is left of the capacity.
 * @param held What the account holds of it already.
 */
export function accountRoom(free: Amount, held: Amount): Amount {
  return roomIn(free, held, accountParts);
}

/**
 * The same within the account: a subscription may hold as much as is left to its account, so one that hangs ends at 1/8 of
 * the capacity, and every subscription may have one under way as long as its account has room.
 *
 * @param room What `accountRoom` grants the account.
 * @param held What the subscription holds already.
 */
export function subscriptionRoom(room: Amount, held: Amount): Amount {
  return roomIn(room, held, subscriptionParts);
}

function roomIn(free: Amount, held: Amount, parts: number): Amount {
  // Of the bytes, too: an account or a subscription that holds nothing may start one delivery.
  const least = held.count === 0 ? 1 : 0;
  return {
    count: roomOf(free.count, held.count, parts, least),
    bytes: roomOf(free.bytes, held.bytes, parts, least),
  };
}

function roomOf(free: number, held: number, parts: number, least: number): number {
  if (free <= 0) return 0;
  // The largest k with held + k <= (free - k) / (parts - 1): each one more also leaves less free.
  return Math.max(Math.floor((free - (parts - 1) * held) / parts), least);
}
