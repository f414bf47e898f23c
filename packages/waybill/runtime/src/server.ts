// What a route is, how one is found, what rejects a request, and what a handler responds.

export * from "../../../../generators/src/targets/server/runtime/credentials.ts";
export * from "../../../../generators/src/targets/server/runtime/dated.ts";
export * from "../../../../generators/src/targets/server/runtime/defaulted.ts";
export * from "../../../../generators/src/targets/server/runtime/guarded.ts";
export * from "../../../../generators/src/targets/server/runtime/incoming.ts";
export * from "../../../../generators/src/targets/server/runtime/int64s.ts";
export * from "../../../../generators/src/targets/server/runtime/maybe.ts";
export * from "../../../../generators/src/targets/server/runtime/page-links.ts";
export * from "../../../../generators/src/targets/server/runtime/preconditions.ts";
export * from "../../../../generators/src/targets/server/runtime/refusals.ts";
export * from "../../../../generators/src/targets/server/runtime/responses.ts";
export * from "../../../../generators/src/targets/server/runtime/runtime.ts";
export * from "../../../../generators/src/targets/server/runtime/webhooks.ts";
