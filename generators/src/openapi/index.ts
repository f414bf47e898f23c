// OpenAPI description -> the model of an HTTP API. One file per OpenAPI object.
export { checkBodies } from "./check-bodies.ts";
export { readOpenApi } from "./document.ts";
export { checkRequests } from "./paths.ts";
