// What other targets use of the Zod target: the expression for a schema, and the guards of an operation.
import { type Code, code } from "../../emit/index.ts";
import type { Schema } from "../../model/schema.ts";
import type { ApiContext } from "../target.ts";
import { assertedFormats } from "./formats.ts";
import { helperSymbol } from "./scope.ts";
import { styleOf } from "./style.ts";
import { standaloneOf } from "./zod-of.ts";

export { guardsSymbol, hasGuards } from "./guards/guards-file.ts";
export { schemaSymbol } from "./scope.ts";

/** The Zod expression that accepts exactly what `schema` accepts, for a file where all constants can be imported. */
export function zodOf(schema: Schema, { apiOptions }: Pick<ApiContext, "apiOptions">): Code {
  return standaloneOf(schema, {
    zod: styleOf(apiOptions),
    formats: assertedFormats(apiOptions.formats),
    helper: helperSymbol,
    hasBlobs: null,
    dates: null,
    defaults: null,
  });
}

/** `z.ZodType<Value>`: the type of a schema for the values of a type. */
export function zodTypeOf(value: Code, { apiOptions }: Pick<ApiContext, "apiOptions">): Code {
  return code`${styleOf(apiOptions).type}<${value}>`;
}
