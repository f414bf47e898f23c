// The events the API delivers: their union, their schemas and their headers.
export * from "./index.gen.ts";
