// A function that sends once -> one that retries reads, and waits for the rate limit.

import type { Exchange } from "./errors.ts";
import { ApiError, NetworkError, TimeoutError } from "./errors.ts";
import { isRepeatable } from "./repeatable.ts";
import type { Operation } from "./runtime.ts";
import type { CallOptions, FetchSend } from "./send.ts";
import { backoffOf, pause } from "./waits.ts";

/** Milliseconds that a read waits after a 503 that states when to come back: as long as a call takes by default. */
const maxRetryAfter = 30_000;

/** When to retry. */
export interface Patience {
  /**
   * How often a read is retried after a network error or a 5xx; nothing else is retried. After a 503 it waits as `Retry-After` says, up to
   * 30 seconds or `maxRateLimitWait`; where that is longer, the call fails at once. Default 2.
   */
  readonly retries?: number | undefined;
  /** Milliseconds that a call may wait after a 429. A call that would need more fails at once. Default 0. */
  readonly maxRateLimitWait?: number | undefined;
}

/** Options of one call, patience included. */
export type PatientCallOptions = CallOptions & Patience;

/** `patience` is the default of calls. A request whose body is a stream is sent once: it can be read only once. */
export function withRetries<Options extends CallOptions>(
  send: FetchSend<Options>,
  patience: Patience = {},
): FetchSend<Options & Patience> {
  return async (operation, request, options) => {
    if (!isRepeatable(request)) return send(operation, request, options);
    const waitAfter = createWaits(operation, {
      retries: options?.retries ?? patience.retries ?? 2,
      maxRateLimitWait: options?.maxRateLimitWait ?? patience.maxRateLimitWait ?? 0,
    });
    for (;;) {
      let wait = 0;
      try {
        const response = await send(operation, request, options);
        wait = waitAfter(response);
        if (wait === 0) return response;
      } catch (error) {
        wait = error instanceof ApiError ? waitAfter(error) : 0;
        if (wait === 0) throw error;
      }
      await pause(wait, options?.signal);
    }
  };
}

/** Milliseconds until the next attempt; 0 for no further attempt. */
function createWaits(
  { safe }: Operation,
  { retries, maxRateLimitWait }: { readonly retries: number; readonly maxRateLimitWait: number },
): (outcome: Exchange) => number {
  let remainingWait = maxRateLimitWait;
  let failures = 0;
  return (outcome) => {
    const status = outcome.status ?? 0;
    // The status is known when only the body was late.
    if (outcome instanceof TimeoutError) return 0;
    if (status === 429) {
      // A rejected request had no effect, so even a create is retried.
      const wait = Math.max(1000, retryAfterOf(outcome) ?? 1000 * (outcome.rateLimit?.reset ?? NaN));
      remainingWait -= wait;
      // Not a number when no header states it.
      return remainingWait >= 0 ? wait : 0;
    }
    failures += 1;
    const mayHelp = status >= 500 || outcome instanceof NetworkError;
    if (!safe || !mayHelp || failures > retries) return 0;
    const stated = (status === 503 ? retryAfterOf(outcome) : null) ?? 0;
    return stated > Math.max(maxRetryAfter, maxRateLimitWait) ? 0 : Math.max(stated, backoffOf(failures));
  };
}

/** The milliseconds that `Retry-After` states, as seconds or as a date; `null` without it. */
function retryAfterOf({ response }: Exchange): number | null {
  const stated = response?.headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+$/.test(stated)) return 1000 * Number(stated);
  const date = Date.parse(stated);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
