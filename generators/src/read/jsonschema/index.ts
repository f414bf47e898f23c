// JSON Schema in the dialects of OpenAPI and AsyncAPI -> the model's schemas.

export { locatedValue } from "./annotations.ts";
export { checkFormats } from "./check-keywords.ts";
export type { Dialect } from "./dialect.ts";
export { isKnownDialect } from "./dialect.ts";
export { checkDiscriminators } from "./discriminator.ts";
export { impliedTypeOf } from "./json-types.ts";
export { SchemaReader } from "./schema-reader.ts";
export { SchemaRegistry } from "./schema-registry.ts";
export { readBases } from "./tagged-unions.ts";
