export * from "./index.gen.ts";
