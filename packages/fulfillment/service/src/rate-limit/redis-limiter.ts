// The rate limit that several service processes share: a sliding log for each client in Redis, one round trip a request.
import type { RateLimiter, RateState } from "./limiter.ts";
import { RedisConnection } from "./redis-connection.ts";
import { checkWindow, type Reading, rateStateOf } from "./sliding-log.ts";

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
  const connection = await RedisConnection.open({ url, script: slidingLogScript, timeoutMs, onError });
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
    // A replica, or a Redis without memory, responds to a ping and counts nothing. Gone after a millisecond.
    ready: async () => void (await connection.run(`${prefix}:ready`, ["1", "1", "1", "1", ""])),
    close: () => connection.close(),
  };
}

/**
 * Run by Redis in one go: a list of times for each client, oldest first. KEYS: the client's list. ARGV: the window, the budget, 1 to count the request or 0 to look, how long the list is kept, and the
 * time for tests or an empty string. All times are milliseconds, and by the clock of Redis, the one clock all processes share. When
 * it goes backwards, what was counted moves back with it, as in `SlidingLog`.
 *
 * Returns whether the request is allowed, how many are counted, when the oldest leaves the window, and the time.
 */
const slidingLogScript = `
local key, window, budget = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(ARGV[5])
if now == nil then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local ahead = tonumber(redis.call('LINDEX', key, -1) or now) - now
if ahead > 0 then
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, time in ipairs(times) do redis.call('RPUSH', key, string.format('%.0f', tonumber(time) - ahead)) end
  redis.call('PEXPIRE', key, ARGV[4])
end
local oldest = redis.call('LINDEX', key, 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', key)
  oldest = redis.call('LINDEX', key, 0)
end
local used = redis.call('LLEN', key)
local allowed = used < budget
if allowed and ARGV[3] == '1' then
  oldest = oldest or now
  redis.call('RPUSH', key, string.format('%.0f', now))
  redis.call('PEXPIRE', key, ARGV[4])
  used = used + 1
end
local leaves = now
if oldest then leaves = tonumber(oldest) + window end
return { allowed and 1 or 0, used, leaves, now }
`;

/** The reply of the script. */
function readReply(reply: unknown, budget: number): Reading {
  const [allowed, used, leaves, now] = Array.isArray(reply) ? reply.map(Number) : [];
  if (allowed === undefined || used === undefined || leaves === undefined || now === undefined || Number.isNaN(now)) {
    throw new Error(`Redis returned something that is not of the rate limit's script: ${JSON.stringify(reply)}`);
  }
  return { allowed: allowed === 1, budget, used, now, leaves };
}
