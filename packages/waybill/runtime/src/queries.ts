// Keys of queries, and the types of their options.
export * from "../../../../generators/src/targets/client/runtime/queries.ts";
