// Texts become Dates, and Dates become texts.
export * from "../../../../generators/src/targets/types/runtime/reviving.ts";
