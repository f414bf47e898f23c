// The types of every schema, request, response and event of the API.
export type * from "./index.gen.ts";
