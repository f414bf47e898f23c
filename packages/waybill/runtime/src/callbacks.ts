// Webhooks and callbacks: where each is sent, and what sends them.
export * from "../../../../generators/src/targets/client/runtime/callbacks.ts";
