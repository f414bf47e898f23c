export type * from "./schemas.gen.ts";
export type * from "./operations.gen.ts";
