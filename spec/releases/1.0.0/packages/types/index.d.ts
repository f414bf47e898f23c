export type * from "./index.gen.ts";
