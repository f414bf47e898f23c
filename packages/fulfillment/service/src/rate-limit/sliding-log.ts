// Turns requests of clients into what each has left: every counted request is remembered until it leaves the window.
import type { RateState } from "./limiter.ts";

/** Clients looked at per request for whether all they had has left the window. More than one, or the sweep falls behind. */
const sweepStep = 2;

const dayMs = 86_400_000;

/** 49 days. A longer window is more likely a mistake than meant, and what it counts would hardly ever be forgotten. */
export const maxWindowMs: number = 49 * dayMs;

export function checkWindow(windowMs: number): void {
  if (Number.isSafeInteger(windowMs) && windowMs >= 1 && windowMs <= maxWindowMs) return;
  throw new RangeError(
    `The rate window must be between 1 ms and ${maxWindowMs / 1000} s (${maxWindowMs / dayMs} days); it is ${windowMs} ms.`,
  );
}

/** The counted requests of a client. */
interface Counted {
  readonly client: string;
  /** When each was counted, ascending. */
  readonly times: number[];
  /** How many of the first have left the window. */
  gone: number;
}

/**
 * An exact sliding log in memory. Times are whole milliseconds. When the clock goes backwards, no time has passed since a client
 * asked last, and what was counted moves back with the clock: no window ever holds more than the budget, and no request
 * counts for longer than a window, however far the clock was ahead.
 */
export class SlidingLog {
  readonly #windowMs: number;
  readonly #clients: Map<string, Counted> = new Map();
  #sweep: Iterator<Counted> = this.#clients.values();

  constructor(windowMs: number) {
    checkWindow(windowMs);
    this.#windowMs = windowMs;
  }

  /** Counts a request unless the budget is spent. `counted` is called with the time it was counted at. */
  hit(client: string, budget: number, now: number, counted?: (client: string, time: number) => void): RateState {
    for (let step = 0; step < sweepStep; step += 1) this.#sweepOne(now);
    const clientLog = this.#at(client, now);
    const allowed = clientLog.times.length - clientLog.gone < budget;
    if (allowed) {
      this.#clients.set(client, clientLog);
      clientLog.times.push(now);
      counted?.(client, now);
    }
    return this.#stateOf(clientLog, { allowed, budget, now });
  }

  peek(client: string, budget: number, now: number): RateState {
    const clientLog = this.#at(client, now);
    return this.#stateOf(clientLog, { allowed: clientLog.times.length - clientLog.gone < budget, budget, now });
  }

  /** Adds a request without checking the budget. Those of a client come in the order in which they were counted. */
  add(client: string, time: number): void {
    const clientLog = this.#at(client, time);
    this.#clients.set(client, clientLog);
    clientLog.times.push(time);
  }

  /** Clients that something is kept for: all that have a request in the window, and some that the sweep has yet to reach. */
  get clients(): number {
    return this.#clients.size;
  }

  /** What is counted in the window that ends now. Nothing is kept for a client that has nothing in it. */
  #at(client: string, now: number): Counted {
    const known = this.#clients.get(client);
    if (known === undefined) return { client, times: [], gone: 0 };
    this.#advance(known, now);
    return known;
  }

  #stateOf({ times, gone }: Counted, { allowed, budget, now }: Pick<Reading, "allowed" | "budget" | "now">): RateState {
    const oldest = times[gone];
    const leaves = oldest === undefined ? now : oldest + this.#windowMs;
    return rateStateOf({ allowed, budget, used: times.length - gone, now, leaves });
  }

  /** Drops requests that have left the window that ends now: half of them at a time, since dropping one moves all that follow it. */
  #advance(counted: Counted, now: number): void {
    const { times } = counted;
    const ahead = (times.at(-1) ?? now) - now;
    if (ahead > 0) for (const [index, time] of times.entries()) times[index] = time - ahead;
    while ((times[counted.gone] ?? now) <= now - this.#windowMs) counted.gone += 1;
    if (counted.gone * 2 < times.length) return;
    times.splice(0, counted.gone);
    counted.gone = 0;
  }

  #sweepOne(now: number): void {
    let next = this.#sweep.next();
    if (next.done === true) {
      this.#sweep = this.#clients.values();
      next = this.#sweep.next();
    }
    if (next.done === true) return;
    const { client, times } = next.value;
    if ((times.at(-1) ?? now) <= now - this.#windowMs) this.#clients.delete(client);
  }
}

export interface Reading {
  readonly allowed: boolean;
  readonly budget: number;
  /** Requests counted in the window, this one included. */
  readonly used: number;
  readonly now: number;
  /** When the oldest of them leaves the window; `now` when there is none. */
  readonly leaves: number;
}

/** Milliseconds become the whole seconds of the headers, rounded up: a client that waits for them never comes too early. */
export function rateStateOf({ allowed, budget, used, now, leaves }: Reading): RateState {
  return {
    allowed,
    limit: budget,
    remaining: Math.max(0, budget - used),
    resetSeconds: Math.ceil((leaves - now) / 1000),
    resetAt: Math.ceil(leaves / 1000),
  };
}
