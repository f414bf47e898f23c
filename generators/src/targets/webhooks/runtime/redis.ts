// A client of Redis -> a store of handled events that all processes share.
import type { Claim, SeenStore } from "./once.ts";

/** Sends one command and resolves with its reply. */
export type RedisCommand = (...args: [command: string, ...args: string[]]) => Promise<unknown>;

/** A client of ioredis, one of node-redis, or a function. */
export type RedisClient =
  | RedisCommand
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

export interface RedisSeenStoreOptions {
  /** What all keys begin with; `webhooks:seen:` unless it is given. */
  readonly prefix?: string | undefined;
}

/**
 * `redisSeenStore(client)`, with a client of ioredis (or its cluster), one of node-redis, or a function that sends a command. Each key is
 * one string, which is gone when its time is over; every command is about one key. A cluster of node-redis needs the key beside the command:
 * `(...args) => cluster.sendCommand(args[0] === "EVAL" ? args[3] : args[1], false, args)`. Rejects with what the command rejects with.
 */
export function redisSeenStore(
  client: RedisClient,
  { prefix = "webhooks:seen:" }: RedisSeenStoreOptions = {},
): SeenStore {
  const command = commandOf(client);
  return {
    claim: async (name, { leaseSeconds }) => {
      const [key, token] = [prefix + name, crypto.randomUUID()];
      const reply = await command("SET", key, token, "NX", "PX", milliseconds(leaseSeconds));
      if (reply === null) return null;
      if (String(reply) === "OK") return claimOf(command, key, token);
      throw new Error(
        `Redis replied to SET with ${JSON.stringify(reply)}: pass the function that resolves with its reply.`,
      );
    },
  };
}

/** ioredis has a `sendCommand` too, which takes a command of its own: its `call` comes first. */
function commandOf(client: RedisClient): RedisCommand {
  if (typeof client === "function") return client;
  if ("call" in client && typeof client.call === "function") return (...args) => client.call(...args);
  if ("sendCommand" in client && typeof client.sendCommand === "function") return (...args) => client.sendCommand(args);
  throw new TypeError("redisSeenStore takes a client of ioredis or node-redis, or a function that sends a command.");
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
