// Functions that send: `createSend` and its settings, outcomes of calls, and calls that throw.

export * from "../../../../generators/src/targets/client/runtime/create-send.ts";
export * from "../../../../generators/src/targets/client/runtime/deadline.ts";
export * from "../../../../generators/src/targets/client/runtime/lenient.ts";
export * from "../../../../generators/src/targets/client/runtime/mode.ts";
export * from "../../../../generators/src/targets/client/runtime/outcomes.ts";
export * from "../../../../generators/src/targets/client/runtime/reason.ts";
export * from "../../../../generators/src/targets/client/runtime/send.ts";
export * from "../../../../generators/src/targets/client/runtime/throwing.ts";
export * from "../../../../generators/src/targets/client/runtime/undescribed.ts";
