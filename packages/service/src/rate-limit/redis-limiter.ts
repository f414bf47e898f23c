// The rate limit that several service processes share: a sliding log for each client in Redis, one round trip a request.
import type { RateLimiter, RateState } from "./limiter.ts";
import { connectRedis } from "./redis-connection.ts";
import { readReply, slidingLogScript } from "./redis-script.ts";
import { checkWindow, rateStateOf } from "./sliding-log.ts";

export interface RedisLimiterOptions {
  /** `redis://[[user][:password]@]host[:port][/database]`, or `rediss:` for TLS. */
  readonly url: string;
  /** How long a request counts. Processes with another window have logs of their own. */
  readonly windowMs: number;
  /** What keys start with: `fulfillment:rate:86400000:192.0.2.1`. */
  readonly prefix?: string;
  /** How long a reply of Redis may take. */
  readonly timeoutMs?: number;
  /** Hears once of every outage. By default it becomes a warning of the process. */
  readonly onError?: (error: Error) => void;
  /** For tests: Unix milliseconds, in place of the clock of Redis. */
  readonly now?: () => number;
}

/** With a clock of tests, lists outlive it by the clock of Redis: that one does not stand still when the other does. */
const testListsMs = 60_000;

/**
 * Rejects when Redis cannot be reached now. Later, while it cannot, `hit`, `peek` and `ready` reject, at once or after
 * `timeoutMs`, and the connection is made again in the background.
 */
export async function connectRedisLimiter({
  url,
  windowMs,
  prefix = "fulfillment:rate",
  timeoutMs = 1000,
  onError = (error) => process.emitWarning(error),
  now,
}: RedisLimiterOptions): Promise<RateLimiter> {
  checkWindow(windowMs);
  const connection = await connectRedis({ url, script: slidingLogScript, timeoutMs, onError });
  const window = String(windowMs);
  const keep = now === undefined ? window : String(windowMs + testListsMs);
  const ask = async (client: string, budget: number, count: "0" | "1"): Promise<RateState> => {
    const time = now === undefined ? "" : String(Math.floor(now()));
    const reply = await connection.run(`${prefix}:${window}:${client}`, [window, String(budget), count, keep, time]);
    return rateStateOf(readReply(reply, budget));
  };
  return {
    hit: (client, budget) => ask(client, budget, "1"),
    peek: (client, budget) => ask(client, budget, "0"),
    ready: () => connection.ping(),
    close: () => connection.close(),
  };
}
