// The handler interface, the route table and the `unimplemented` handlers of the API.
export * from "./index.gen.ts";
