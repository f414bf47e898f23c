import type { SeenStore } from "./seen.ts";
export type { Claim, SeenStore } from "./seen.ts";
export type RedisCommand = (...args: [command: string, ...args: string[]]) => Promise<unknown>;
export interface RedisSeenStoreOptions {
    readonly prefix?: string | undefined;
}
export declare function redisSeenStore(command: RedisCommand, { prefix }?: RedisSeenStoreOptions): SeenStore;
