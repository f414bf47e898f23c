// What other targets need of the Zod target: the expression for a schema.
import type { Code } from "../../emit/index.ts";
import type { Schema } from "../../model/schema.ts";
import type { TargetContext } from "../target.ts";
import { assertedFormats } from "./formats.ts";
import { helperSymbol } from "./scope.ts";
import { originalOf } from "./zod-of.ts";

/** The Zod expression that accepts exactly what `schema` accepts, for a file where all constants can be imported. */
export function zodOf(schema: Schema, { formats }: Pick<TargetContext, "formats">): Code {
  return originalOf(schema, {
    formats: assertedFormats(formats),
    isDeclared: () => true,
    helper: helperSymbol,
    hasBlobs: null,
  });
}
