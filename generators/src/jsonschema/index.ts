// JSON Schema in the dialects of OpenAPI and AsyncAPI -> the model's schemas.

export { checkFormats } from "./check-formats.ts";
export type { Dialect } from "./dialect.ts";
export { isKnownDialect } from "./dialect.ts";
export { locatedValue } from "./notes.ts";
export { SchemaRegistry } from "./registry.ts";
export { SchemaReader } from "./schema-reader.ts";
export { settleDiscriminators } from "./settle-discriminators.ts";
