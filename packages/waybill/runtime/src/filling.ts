// Defaults are added to values.
export * from "../../../../generators/src/targets/types/runtime/filling.ts";
