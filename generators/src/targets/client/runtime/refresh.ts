// A function that sends -> one that renews credentials after a 401, and sends the request once more.

import { ApiError } from "./errors.ts";
import { isRepeatable } from "./repeatable.ts";
import type { Operation } from "./runtime.ts";
import type { CallOptions, FetchSend, Received } from "./send.ts";
import { unlessAborted } from "./waits.ts";

/**
 * Renews what `authorize` returns. Calls that get a 401 meanwhile wait for the same renewal. `refused` is the 401, `operation` the
 * operation of the first one. When it throws, those calls fail with its error.
 */
export type Renew = (refused: Received, operation: Operation) => unknown;

/**
 * After a 401, calls `renew` and sends the request once more, with `authorize` and the other hooks. The call ends with a second 401,
 * and with the first when the body of the request is a stream, which can be sent only once.
 */
export function withRefresh<Options extends CallOptions>(send: FetchSend<Options>, renew: Renew): FetchSend<Options> {
  let renewals = 0;
  let renewing: Promise<void> | null = null;
  const renewed = async (refused: Received, operation: Operation): Promise<void> => {
    await renew(refused, operation);
    renewals += 1;
  };
  return async (operation, request, options) => {
    const before = renewals;
    const first = await send(operation, request, options).then(
      (response) => ({ received: response, outcome: () => response }),
      (error: unknown) => {
        if (!isRefusal(error)) throw error;
        return {
          received: error,
          outcome: (): never => {
            throw error;
          },
        };
      },
    );
    if (first.received.status !== 401 || !isRepeatable(request)) return first.outcome();
    if (before === renewals) {
      // Another call may have begun to renew: there is one renewal at a time.
      renewing ??= renewed(first.received, operation).finally(() => {
        renewing = null;
      });
      // It may fail when every call that waited for it is aborted.
      renewing.catch(() => {});
      await unlessAborted(renewing, options?.signal);
    }
    return send(operation, request, options);
  };
}

/** A 401 that the description does not define. */
function isRefusal(error: unknown): error is ApiError & Received {
  return (
    error instanceof ApiError &&
    error.status === 401 &&
    error.response !== null &&
    error.code !== "timeout" &&
    error.code !== "network"
  );
}
