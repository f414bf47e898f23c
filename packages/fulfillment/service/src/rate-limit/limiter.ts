// The budget of requests of a client: what every implementation promises. An exact sliding log, no buckets.

/** What a client has left; the six rate-limit headers are made of it (requirements, Limits). */
export interface RateState {
  /** Whether the request may go on. A request that may not is not counted. */
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left after this one; never below 0, even when the budget was larger before. */
  readonly remaining: number;
  /** Seconds, rounded up, until the oldest counted request leaves the window; 0 when none is counted. */
  readonly resetSeconds: number;
  /** The same moment in Unix seconds, rounded up; the current second when none is counted. */
  readonly resetAt: number;
}

export interface RateLimiter {
  /**
   * Counts a request of `client` unless `budget` requests were counted in the window that ends now. In memory it is counted once
   * the call returns, before the promise is settled.
   */
  hit(client: string, budget: number): Promise<RateState>;
  /** The result of `hit`, without counting. `allowed` is whether a request would be allowed. */
  peek(client: string, budget: number): Promise<RateState>;
  /** Called when the requests of a turn were counted and before their responses: the time to persist the counts. */
  settle?(): void;
  /** Rejects when the limiter cannot do its work now: what `/readyz` asks. */
  ready(): Promise<void>;
  /** Writes what is still to be written and lets go of files and connections. */
  close(): Promise<void>;
}
