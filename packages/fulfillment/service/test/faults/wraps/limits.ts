// What is to be changed about counting requests -> the parts of a service that counts them otherwise.
import type { ServiceParts } from "../../../src/operation/parts.ts";
import type { RateLimiter, RateState } from "../../../src/rate-limit/limiter.ts";

export function limiting(change: (limiter: RateLimiter) => Partial<RateLimiter>): ServiceParts {
  return { limiter: (limiter) => ({ ...limiter, ...change(limiter) }) };
}

/** Changes the reported budget. */
export function counting(change: (state: RateState) => RateState): ServiceParts {
  return limiting((limiter) => ({
    hit: async (client, budget) => change(await limiter.hit(client, budget)),
    peek: async (client, budget) => change(await limiter.peek(client, budget)),
  }));
}
