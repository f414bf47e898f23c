// The Zod schema of every schema of the API.
export * from "./index.gen.ts";
