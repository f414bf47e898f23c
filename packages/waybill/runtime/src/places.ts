// Where in a value something is that JSON has no form for.
export * from "../../../../generators/src/targets/types/runtime/places.ts";
