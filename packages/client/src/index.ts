// The operation table and the typed methods that call the API.
export * from "./index.gen.ts";
