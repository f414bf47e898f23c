// The store that several processes share. Only programs that use it import it.
export * from "../../../../generators/src/targets/webhooks/runtime/redis.ts";
