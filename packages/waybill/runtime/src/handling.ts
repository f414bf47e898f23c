// Calls the handler of an event once per delivery; includes the in-memory store.

export * from "../../../../generators/src/targets/webhooks/runtime/handling.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/once.ts";
