export type * from "./events.gen.ts";
export * from "./schemas.gen.ts";
export * from "./messages.gen.ts";
