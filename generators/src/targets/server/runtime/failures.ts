// An error whose reason no client learns -> `onError` of the service, or the console.
import type { Incoming } from "./incoming.ts";
import type { Route } from "./runtime.ts";

export type OnError<State> = (error: unknown, request: Incoming, state: State) => void;

/** The request that failed. */
export interface FailedCall<State> {
  readonly request: Incoming;
  readonly state: State;
  /** `null` before it is found. */
  readonly route: Route | null;
}

/** Never throws: an `onError` that fails must not keep the response from being sent. */
export function reportFailure<State>(
  error: unknown,
  onError: OnError<State> | undefined,
  { request, state, route }: FailedCall<State>,
): void {
  if (onError === undefined) {
    printFailure(error, request, route);
    return;
  }
  const failed = (failure: unknown): void =>
    console.error("onError of the service failed:", failure, "It was called with:", error);
  try {
    // An async function is an `onError` too.
    const reported: unknown = onError(error, request, state);
    if (reported instanceof Promise) void reported.catch(failed);
  } catch (failure) {
    failed(failure);
  }
}

/** Without the URL, headers and body of the request, which may hold a person's address or a key. */
function printFailure(error: unknown, request: Incoming, route: Route | null): void {
  const isAborted = error instanceof Error && error.name === "AbortError";
  // A handler that passes on `signal` ends like this when the client has left.
  if (isAborted && request.signal.aborted) return;
  const call = route === null ? `A ${request.method} request` : `${route.operationId} (${route.method} ${route.path})`;
  // A path may have a "%d" in it, which must not take the error.
  console.error("%s failed:", call, error);
}
