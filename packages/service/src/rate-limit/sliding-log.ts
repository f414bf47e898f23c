// Turns requests of clients into what each has left: every counted request is remembered until it leaves the window.
import type { RateState } from "./limiter.ts";
import { maxSpan, TimeQueues } from "./time-queues.ts";

/** Clients looked at per request for whether all they had has left the window. More than one, or the sweep falls behind. */
const sweepStep = 2;

/** The longest window that can be kept exactly: 49 days. */
export const maxWindowMs: number = Math.floor(maxSpan / 86_400_000) * 86_400_000;

export function checkWindow(windowMs: number): void {
  if (Number.isSafeInteger(windowMs) && windowMs >= 1 && windowMs <= maxWindowMs) return;
  throw new RangeError(
    `The rate window must be between 1 ms and ${maxWindowMs / 1000} s (${maxWindowMs / 86_400_000} days); it is ${windowMs} ms.`,
  );
}

/**
 * An exact sliding log in memory. Times are whole milliseconds. A clock that goes backwards stands still for a client until it
 * has caught up with that client's last request, so no window ever holds more than the budget.
 */
export class SlidingLog {
  readonly #windowMs: number;
  readonly #queues: TimeQueues = new TimeQueues();
  readonly #queueOf: Map<string, number> = new Map();
  /** The client of each queue; `undefined` when the queue is free. */
  readonly #clients: (string | undefined)[] = [];
  #swept = 0;

  constructor(windowMs: number) {
    checkWindow(windowMs);
    this.#windowMs = windowMs;
  }

  /** Counts a request unless the budget is spent. `counted` hears when it was counted at. */
  hit(client: string, budget: number, now: number, counted?: (client: string, time: number) => void): RateState {
    this.#sweep(now);
    const queue = this.#queueOf.get(client);
    const used = queue === undefined ? 0 : this.#expire(queue, now);
    if (used >= budget) return this.#state(queue, { allowed: false, budget, used, now });
    const own = queue ?? this.#addClient(client);
    const time = used === 0 ? now : Math.max(now, this.#queues.newest(own));
    this.#queues.push(own, time);
    counted?.(client, time);
    return this.#state(own, { allowed: true, budget, used: used + 1, now });
  }

  peek(client: string, budget: number, now: number): RateState {
    const queue = this.#queueOf.get(client);
    const used = queue === undefined ? 0 : this.#expire(queue, now);
    return this.#state(queue, { allowed: used < budget, budget, used, now });
  }

  /** Adds a request that was counted before, without checking the budget. Those of a client come in the order of their times. */
  add(client: string, time: number): void {
    const queue = this.#queueOf.get(client) ?? this.#addClient(client);
    const used = this.#expire(queue, time);
    this.#queues.push(queue, used === 0 ? time : Math.max(time, this.#queues.newest(queue)));
  }

  /** Clients that something is kept for: all that have a request in the window, and some that the sweep has yet to reach. */
  get clients(): number {
    return this.#queueOf.size;
  }

  /** Bytes of the counted requests, without the names of the clients. */
  get bytes(): number {
    return this.#queues.bytes;
  }

  #addClient(client: string): number {
    const queue = this.#queues.create();
    this.#queueOf.set(client, queue);
    this.#clients[queue] = client;
    return queue;
  }

  /** Drops requests that have left the window that ends now, and returns how many are in it. */
  #expire(queue: number, now: number): number {
    const queues = this.#queues;
    while (queues.length(queue) > 0 && queues.oldest(queue) <= now - this.#windowMs) queues.shift(queue);
    return queues.length(queue);
  }

  #sweep(now: number): void {
    for (let step = 0; step < sweepStep; step++) {
      if (this.#swept >= this.#clients.length) this.#swept = 0;
      const queue = this.#swept++;
      const client = this.#clients[queue];
      if (client === undefined || this.#queues.newest(queue) > now - this.#windowMs) continue;
      this.#queues.release(queue);
      this.#queueOf.delete(client);
      this.#clients[queue] = undefined;
    }
  }

  #state(
    queue: number | undefined,
    { allowed, budget, used, now }: { allowed: boolean; budget: number; used: number; now: number },
  ): RateState {
    const leaves = queue === undefined || used === 0 ? now : this.#queues.oldest(queue) + this.#windowMs;
    return rateStateOf({ allowed, budget, used, now, leaves });
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
