// JSON that keeps integers of 64 bits exact.
export * from "../../../../generators/src/targets/types/runtime/exact-json.ts";
