// Adapters for Fetch, Hono, node:http, Express and Fastify.

export * from "../../../../generators/src/targets/webhooks/runtime/fastify.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/fetch.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/node.ts";
