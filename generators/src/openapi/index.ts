// OpenAPI description -> the model of an HTTP API. One file per OpenAPI object.
export { readOpenApi } from "./document.ts";
