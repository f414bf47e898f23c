// A schema -> the text of its TypeScript type.
import type { Code } from "../../emit/index.ts";
import type { Schema } from "../../model/schema.ts";
import { nodeOf } from "./schema-type.ts";
import { codeOf } from "./type-code.ts";

/** The TypeScript type of the values `schema` accepts; named schemas are imported by their names. */
export function typeOf(schema: Schema): Code {
  return codeOf(nodeOf(schema));
}
