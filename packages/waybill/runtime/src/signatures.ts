// The raw bytes of requests, and the signatures of deliveries over them: signing and verifying.
export * from "../../../../generators/src/targets/webhooks/runtime/number-option.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/raw-body.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/signatures.ts";
