// A function that sends commands to Redis to a store of handled events that all processes share.
import type { Claim, SeenStore } from "./seen.ts";

export type { Claim, SeenStore } from "./seen.ts";

/** Sends one command and resolves with its reply. */
export type RedisCommand = (...args: [command: string, ...args: string[]]) => Promise<unknown>;

export interface RedisSeenStoreOptions {
  /** What all keys begin with; `fulfillment:seen:` unless it is given. */
  readonly prefix?: string | undefined;
}

/**
 * `redisSeenStore((...args) => redis.call(...args))` with ioredis, `redisSeenStore((...args) => client.sendCommand(args))` with
 * node-redis. Each key is one string, which is gone when its time is over; every command is about one key, so a cluster will do:
 * as with one server in ioredis, and in node-redis with `(...args) => cluster.sendCommand(args[0] === "EVAL" ? args[3] : args[1],
 * false, args)`, since a command is sent to where its key is. Rejects with what the command rejects with.
 */
export function redisSeenStore(
  command: RedisCommand,
  { prefix = "fulfillment:seen:" }: RedisSeenStoreOptions = {},
): SeenStore {
  return {
    claim: async (name, { leaseSeconds }) => {
      const [key, token] = [prefix + name, crypto.randomUUID()];
      const reply = await command("SET", key, token, "NX", "PX", milliseconds(leaseSeconds));
      if (reply === null) return null;
      if (String(reply) === "OK") return claimOf(command, key, token);
      throw new Error(
        `Redis answered SET with ${JSON.stringify(reply)}: pass the function that resolves with its reply.`,
      );
    },
  };
}

function claimOf(command: RedisCommand, key: string, token: string): Claim {
  return {
    complete: async (ttlSeconds) => {
      await command("EVAL", completeScript, "1", key, token, milliseconds(ttlSeconds));
    },
    release: async () => {
      await command("EVAL", releaseScript, "1", key, token);
    },
  };
}

/** A missing key is one whose lease ran out without another claim: its event is handled all the same. */
const completeScript = `
local holder = redis.call('GET', KEYS[1])
if holder == false or holder == ARGV[1] then redis.call('SET', KEYS[1], 'done', 'PX', ARGV[2]) end
return 1
`;

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`;

function milliseconds(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds * 1000)));
}
