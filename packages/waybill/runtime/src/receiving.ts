// How a request is verified and read, and the errors of receiving.
export * from "../../../../generators/src/targets/webhooks/runtime/awaited-only.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/receiving.ts";
