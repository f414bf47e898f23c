// The sliding log as a script that Redis runs in one go: a list of times for each client, oldest first.
import type { Reading } from "./sliding-log.ts";

/**
 * KEYS: the client's list. ARGV: the window, the budget, 1 to count the request or 0 to look, how long the list is kept, and the
 * time for tests or an empty string. All times are milliseconds, and by the clock of Redis, the one clock all processes share. A
 * clock that goes backwards stands still for a client until it has caught up with that client's last request.
 *
 * Answers whether the request is allowed, how many are counted, when the oldest leaves the window, and the time.
 */
export const slidingLogScript: string = `
local key, window, budget = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(ARGV[5])
if now == nil then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local last = redis.call('LINDEX', key, -1)
local at = math.max(now, tonumber(last or now))
local oldest = last and redis.call('LINDEX', key, 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', key)
  oldest = redis.call('LINDEX', key, 0)
end
local used = redis.call('LLEN', key)
local allowed = used < budget
if allowed and ARGV[3] == '1' then
  oldest = oldest or at
  redis.call('RPUSH', key, string.format('%.0f', at))
  redis.call('PEXPIRE', key, string.format('%.0f', ARGV[4] + at - now))
  used = used + 1
end
local leaves = now
if oldest then leaves = tonumber(oldest) + window end
return { allowed and 1 or 0, used, leaves, now }
`;

/** The reply of the script. */
export function readReply(reply: unknown, budget: number): Reading {
  const [allowed, used, leaves, now] = Array.isArray(reply) ? reply.map(Number) : [];
  if (allowed === undefined || used === undefined || leaves === undefined || now === undefined || Number.isNaN(now)) {
    throw new Error(`Redis gave an answer that is not of the rate limit's script: ${JSON.stringify(reply)}`);
  }
  return { allowed: allowed === 1, budget, used, now, leaves };
}
