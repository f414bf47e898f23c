// JSON Schema in the dialects of OpenAPI and AsyncAPI -> the model's schemas.
export { locatedValue, noNotes } from "./notes.ts";
export type { Dialect } from "./dialect.ts";
export { isKnownDialect } from "./dialect.ts";
export { SchemaRegistry } from "./registry.ts";
export { SchemaReader } from "./schema-reader.ts";
