// What has been handled, so that an event that comes again is handled once: the interface of such a store, one in memory, and claims.
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

export interface SeenOptions<Event> {
  readonly store: SeenStore;
  /**
   * Whose events these are, such as `"billing"`. Handlers that share a store take each other's events for handled unless each
   * has a namespace of its own.
   */
  readonly namespace?: string | undefined;
  /**
   * Which events are the same; `null` from it: the default. The event's name and a colon are put before what it returns, unless that
   * begins with them.
   */
  readonly key?: ((event: Event) => string | null | Promise<string | null>) | undefined;
  /** How long a handled event is remembered: 3 days unless it is given. */
  readonly retentionSeconds?: number | undefined;
  /** How long an event is one process's to handle: 60 unless it is given. After a crash, a repeat is handled that much later. */
  readonly leaseSeconds?: number | undefined;
  /** How long one call of the store may take before it fails: 5 by default. */
  readonly storeTimeoutSeconds?: number | undefined;
}

export interface SeenSettings<Event> extends Pick<SeenOptions<Event>, "store" | "key"> {
  /** What the keys in the store begin with. */
  readonly prefix: string;
  readonly retentionSeconds: number;
  readonly leaseSeconds: number;
  readonly storeTimeoutSeconds: number;
}

const tenYears = 10 * 365 * 86_400;

/** Throws a `TypeError` for what is no store or no key, and a `RangeError` for a number that cannot be meant, such as `NaN`. */
export function seenSettingsOf<Event>(seen: SeenStore | SeenOptions<Event>): SeenSettings<Event> {
  const options: SeenOptions<Event> = isStore(seen) ? { store: seen } : seen;
  const { namespace, key, retentionSeconds = 3 * 86_400, leaseSeconds = 60, storeTimeoutSeconds = 5 } = options ?? {};
  if (!isStore(options?.store)) {
    throw new TypeError(
      "`seen` has to be a store, or { store }, whose `claim` is a function: see the interface SeenStore.",
    );
  }
  if (namespace !== undefined && (typeof namespace !== "string" || namespace === "")) {
    throw new TypeError(
      "`seen.namespace` has to be a text that is not empty, such as the name of what this handler does.",
    );
  }
  if (key !== undefined && typeof key !== "function") {
    throw new TypeError("`seen.key` has to be a function that takes the event and gives a text.");
  }
  const least = 0.001;
  return {
    store: options.store,
    key,
    prefix: namespace === undefined ? "" : `${namespace}:`,
    retentionSeconds: checkedNumber("seen.retentionSeconds", retentionSeconds, { least, most: tenYears }),
    leaseSeconds: checkedNumber("seen.leaseSeconds", leaseSeconds, { least, most: tenYears }),
    storeTimeoutSeconds: checkedNumber("seen.storeTimeoutSeconds", storeTimeoutSeconds, { least, most: 86_400 }),
  };
}

function isStore(value: unknown): value is SeenStore {
  return typeof value === "object" && value !== null && "claim" in value && typeof value.claim === "function";
}

/** `order.shipped:…`: what `seen.key` returns belongs to the event's name; without it, one order's two events would be the same. */
export function eventKeyOf(event: string, key: unknown): string {
  if (typeof key !== "string" || key === "") {
    throw new TypeError(
      `\`seen.key\` gave no text for ${event}: give one that is the same for what is to be handled once.`,
    );
  }
  return key.startsWith(`${event}:`) ? key : `${event}:${key}`;
}

/** The SHA-256, in hex, of a value as JSON whose members are sorted: the same for every repeat, however it is written. */
export async function fingerprintOf(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(value)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** JSON without white space, the members of every object sorted by name. */
function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/** A claim whose changes reject when the store takes longer than it may: a store that hangs is one that fails. */
export interface HeldClaim {
  complete(): Promise<void>;
  release(): Promise<void>;
}

/** `null`: handled before, or being handled. A claim that arrives too late is released: a repeat should be handled. */
export async function claimKey<Event>(seen: SeenSettings<Event>, key: string): Promise<HeldClaim | null> {
  const { store, prefix, leaseSeconds, retentionSeconds } = seen;
  const claiming = Promise.resolve(store.claim(prefix + key, { leaseSeconds }));
  try {
    const claim = await inTime("claim a key", claiming, seen);
    if (claim === null) return null;
    return {
      complete: async () => inTime("complete a key", claim.complete(retentionSeconds), seen),
      release: async () => inTime("release a key", claim.release(), seen),
    };
  } catch (error) {
    claiming.then((claim) => claim?.release()).catch(() => {});
    throw error;
  }
}

async function inTime<Result, Event>(
  what: string,
  work: Promise<Result>,
  { storeTimeoutSeconds }: SeenSettings<Event>,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const message = `The store of seen events took more than ${storeTimeoutSeconds} seconds to ${what}: is it there?`;
    timer = setTimeout(() => reject(new Error(message)), storeTimeoutSeconds * 1000);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
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
      const claimTerm: Term = { until: now() + leaseSeconds * 1000 };
      forgetOver(leased, now());
      put(leased, key, claimTerm);
      return {
        complete: async (ttlSeconds) => {
          if ((leased.get(key) ?? claimTerm) !== claimTerm || isTaken(handled, key)) return;
          leased.delete(key);
          put(handled, key, { until: now() + ttlSeconds * 1000 });
          forgetOldest(handled, most);
        },
        release: async () => {
          if (leased.get(key) === claimTerm) leased.delete(key);
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
function put(terms: Taken, key: string, term: Term): void {
  terms.delete(key);
  terms.set(key, term);
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
