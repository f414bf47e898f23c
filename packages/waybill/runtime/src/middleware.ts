// Wrappers and hooks for the send function: retries, credentials and their renewal, redirects, base URLs.

export * from "../../../../generators/src/targets/client/runtime/base-url.ts";
export * from "../../../../generators/src/targets/client/runtime/conditional.ts";
export * from "../../../../generators/src/targets/client/runtime/credentials.ts";
export * from "../../../../generators/src/targets/client/runtime/deprecation.ts";
export * from "../../../../generators/src/targets/client/runtime/idempotency.ts";
export * from "../../../../generators/src/targets/client/runtime/oauth.ts";
export * from "../../../../generators/src/targets/client/runtime/problems.ts";
export * from "../../../../generators/src/targets/client/runtime/reconnect.ts";
export * from "../../../../generators/src/targets/client/runtime/redirects.ts";
export * from "../../../../generators/src/targets/client/runtime/refresh.ts";
export * from "../../../../generators/src/targets/client/runtime/repeatable.ts";
export * from "../../../../generators/src/targets/client/runtime/retries.ts";
export * from "../../../../generators/src/targets/client/runtime/validation.ts";
export * from "../../../../generators/src/targets/client/runtime/waits.ts";
