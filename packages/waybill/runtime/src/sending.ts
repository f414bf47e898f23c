// How events are validated, signed and posted, and which addresses are blocked.
export * from "../../../../generators/src/targets/webhooks/runtime/addresses.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/posting.ts";
export * from "../../../../generators/src/targets/webhooks/runtime/sending.ts";
