// What has been handled, so that an event that comes again is handled once: the interface of such a store, and one in memory.
import { checkedNumber } from "./number-option.ts";

/** Remembers the keys of handled events, and leases a key while its event is being handled. */
export interface SeenStore {
  /**
   * Takes the key for `leaseSeconds`; atomically, however many ask at once. `null`: it has been handled, or is being handled. A
   * key that is neither completed nor released, as after a crash, is free again when the lease runs out.
   */
  claim(key: string, options: { readonly leaseSeconds: number }): Promise<Claim | null>;
}

/** A key that is being handled. A claim whose lease has run out and whose key other code has taken changes nothing. */
export interface Claim {
  /** Handled: the key is taken for this long. */
  complete(ttlSeconds: number): Promise<void>;
  /** Not handled: the key is free at once. */
  release(): Promise<void>;
}

export interface MemorySeenStoreOptions {
  /**
   * 100,000 unless it is given. Beyond, the keys that were handled longest ago are forgotten early. Keys that are being handled
   * are kept besides: to forget one would have its event handled twice at once.
   */
  readonly maxKeys?: number | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/**
 * For one process and for tests: a restart forgets everything, and other processes know nothing of it. Throws a `RangeError` when
 * `maxKeys` is no number, or less than 1.
 */
export function memorySeenStore({ maxKeys = 100_000, now = Date.now }: MemorySeenStoreOptions = {}): SeenStore {
  const most = checkedNumber("maxKeys", maxKeys, { least: 1 });
  const leased: Taken = new Map();
  const handled: Taken = new Map();
  const isTaken = (keys: Taken, key: string): boolean => (keys.get(key)?.until ?? 0) > now();
  return {
    claim: async (key, { leaseSeconds }) => {
      if (isTaken(leased, key) || isTaken(handled, key)) return null;
      const own: Term = { until: now() + leaseSeconds * 1000 };
      forgetOver(leased, now());
      put(leased, key, own);
      return {
        complete: async (ttlSeconds) => {
          if ((leased.get(key) ?? own) !== own || isTaken(handled, key)) return;
          leased.delete(key);
          put(handled, key, { until: now() + ttlSeconds * 1000 });
          forgetOldest(handled, most);
        },
        release: async () => {
          if (leased.get(key) === own) leased.delete(key);
        },
      };
    },
  };
}

/** Keys in the order they were taken. */
type Taken = Map<string, Term>;

/** Which of two claims it is, is which object it is. */
interface Term {
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** At the end of the map, which keeps its keys in the order they were put. */
function put(taken: Taken, key: string, term: Term): void {
  taken.delete(key);
  taken.set(key, term);
}

/** Expired claims, up to the first that is still running: with one length of lease, all of them. */
function forgetOver(leased: Taken, time: number): void {
  for (const [key, { until }] of leased) {
    if (until > time) return;
    leased.delete(key);
  }
}

/** Keys whose time is over stay until then: what is kept is bounded either way. */
function forgetOldest(handled: Taken, most: number): void {
  for (const key of handled.keys()) {
    if (handled.size <= most) return;
    handled.delete(key);
  }
}
