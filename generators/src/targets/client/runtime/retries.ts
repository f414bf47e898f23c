// A function that sends once -> one that sends reads again, and waits for the rate limit.

import type { Exchange } from "./errors.ts";
import { ApiError, NetworkError, TimeoutError } from "./errors.ts";
import type { Operation } from "./runtime.ts";
import type { CallOptions, FetchSend } from "./send.ts";
import { backoffOf, pause } from "./waits.ts";

/** How long to go on. */
export interface Patience {
  /** How often a read is sent again after a network error or a 5xx; nothing else ever is. Default 2. */
  readonly retries?: number | undefined;
  /** Milliseconds that a call may spend on waiting when it is answered 429. When it would need more, it fails at once. Default 0. */
  readonly maxRateLimitWait?: number | undefined;
}

/** What one call sets for itself, patience included. */
export type PatientCallOptions = CallOptions & Patience;

/** `patience` is what calls have that say nothing else. */
export function withRetries(send: FetchSend, patience: Patience = {}): FetchSend<PatientCallOptions> {
  return async (operation, request, options = {}) => {
    const waitAfter = createWaits(operation, {
      retries: options.retries ?? patience.retries ?? 2,
      maxRateLimitWait: options.maxRateLimitWait ?? patience.maxRateLimitWait ?? 0,
    });
    for (;;) {
      let wait = 0;
      try {
        const answer = await send(operation, request, options);
        wait = waitAfter(answer);
        if (wait === 0) return answer;
      } catch (error) {
        wait = error instanceof ApiError ? waitAfter(error) : 0;
        if (wait === 0) throw error;
      }
      await pause(wait, options.signal);
    }
  };
}

/** Milliseconds until another attempt; 0 when there shall be none. */
function createWaits(
  { safe }: Operation,
  { retries, maxRateLimitWait }: { readonly retries: number; readonly maxRateLimitWait: number },
): (outcome: Exchange) => number {
  let left = maxRateLimitWait;
  let failures = 0;
  return (outcome) => {
    const status = outcome.status ?? 0;
    // Its status is there when only the body was late.
    if (outcome instanceof TimeoutError) return 0;
    if (status === 429) {
      // A refused request had no effect, so that even a create may be sent again.
      const seconds = outcome.rateLimit?.reset ?? Number(outcome.response?.headers.get("retry-after") ?? "-");
      const wait = 1000 * Math.max(1, seconds);
      left -= wait;
      // Not a number, when the answer does not say, or says a date.
      return left >= 0 ? wait : 0;
    }
    failures += 1;
    const mayHelp = status >= 500 || outcome instanceof NetworkError;
    return safe && mayHelp && failures <= retries ? backoffOf(failures) : 0;
  };
}
