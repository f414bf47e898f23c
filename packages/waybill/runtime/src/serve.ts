// Routes and handlers -> a function that responds to requests. No framework; Fetch only.
export * from "../../../../generators/src/targets/server/runtime/byte-sources.ts";
export * from "../../../../generators/src/targets/server/runtime/failures.ts";
export * from "../../../../generators/src/targets/server/runtime/idempotency.ts";
export * from "../../../../generators/src/targets/server/runtime/keep-alive.ts";
export * from "../../../../generators/src/targets/server/runtime/outgoing.ts";
export * from "../../../../generators/src/targets/server/runtime/serve.ts";
