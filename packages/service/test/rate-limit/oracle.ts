// The rate limit as naive as it can be: a list of times for each client, filtered for every request.
import type { RateState } from "../../src/rate-limit/limiter.ts";

export class Oracle {
  readonly #windowMs: number;
  readonly #counted: Map<string, number[]> = new Map();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  hit(client: string, budget: number, now: number): RateState {
    const { times, at } = this.#window(client, now);
    const allowed = times.length < budget;
    const after = allowed ? [...times, at] : times;
    this.#counted.set(client, after);
    return this.#state(after, { allowed, budget, now });
  }

  peek(client: string, budget: number, now: number): RateState {
    const { times } = this.#window(client, now);
    this.#counted.set(client, times);
    return this.#state(times, { allowed: times.length < budget, budget, now });
  }

  /** What was counted in (at - window, at]. The clock stands still until it has caught up with what was counted last. */
  #window(client: string, now: number): { times: number[]; at: number } {
    const before = this.#counted.get(client) ?? [];
    const at = Math.max(now, ...before);
    const times = before.filter((time) => time > at - this.#windowMs && time <= at);
    return { times, at: times.length === 0 ? now : at };
  }

  #state(
    times: readonly number[],
    { allowed, budget, now }: { allowed: boolean; budget: number; now: number },
  ): RateState {
    const [oldest] = times;
    const leaves = oldest === undefined ? now : oldest + this.#windowMs;
    return {
      allowed,
      limit: budget,
      remaining: Math.max(0, budget - times.length),
      resetSeconds: Math.ceil((leaves - now) / 1000),
      resetAt: Math.ceil(leaves / 1000),
    };
  }
}

/** The most requests that any window of this length holds. */
export function mostInAWindow(times: readonly number[], windowMs: number): number {
  return Math.max(0, ...times.map((end) => times.filter((time) => time > end - windowMs && time <= end).length));
}
