// The rate limit as naive as it can be: a list of times for each client, filtered for every request.
import type { RateState } from "../../src/rate-limit/limiter.ts";

export class Oracle {
  readonly #windowMs: number;
  readonly #counted: Map<string, number[]> = new Map();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  hit(client: string, budget: number, now: number): RateState {
    const times = this.#window(client, now);
    const allowed = times.length < budget;
    const after = allowed ? [...times, now] : times;
    this.#counted.set(client, after);
    return this.#state(after, { allowed, budget, now });
  }

  peek(client: string, budget: number, now: number): RateState {
    const times = this.#window(client, now);
    this.#counted.set(client, times);
    return this.#state(times, { allowed: times.length < budget, budget, now });
  }

  /** What was counted in (now - window, now]. No time has passed since the last of it when the clock has gone backwards. */
  #window(client: string, now: number): number[] {
    const before = this.#counted.get(client) ?? [];
    const ahead = Math.max(0, ...before.map((time) => time - now));
    return before.map((time) => time - ahead).filter((time) => time > now - this.#windowMs);
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
