// A function that sends commands to Redis to a store of handled events that all processes share.
import type { SeenStore } from "./runtime/handling.gen.ts";
import { type RedisClient, type RedisSeenStoreOptions, redisSeenStore as storeOf } from "./runtime/redis.gen.ts";

export type { Claim, SeenStore } from "./runtime/handling.gen.ts";
export type { RedisClient, RedisCommand, RedisSeenStoreOptions } from "./runtime/redis.gen.ts";

/** The store of generated kits, with `fulfillment:seen:` before its keys unless another `prefix` is given. */
export function redisSeenStore(client: RedisClient, options: RedisSeenStoreOptions = {}): SeenStore {
  return storeOf(client, { ...options, prefix: options.prefix ?? "fulfillment:seen:" });
}
