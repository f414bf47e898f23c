// A string schema -> `z.string()`, or the schema of its format, with lengths and pattern.
import { type Code, code, join, literal, nothing, regExpLiteral } from "../../emit/index.ts";
import type { StringSchema } from "../../model/schema.ts";
import { isBinaryPart } from "../types/index.ts";
import { stringFormatOf } from "./formats.ts";
import { type Scope, z } from "./scope.ts";

/** Lengths are Zod's own: 4.6.7 counts code points, as JSON Schema does; early versions of Zod 4 counted UTF-16 units. */
export function stringOf(schema: StringSchema, scope: Scope): Code {
  const { minLength, maxLength, pattern } = schema;
  if (scope.hasBlobs !== null && isBinaryPart(schema)) return code`${z}.instanceof(Blob)`;
  const base = baseOf(schema, scope);
  if (minLength !== null && minLength === maxLength)
    return code`${base}.length(${literal(minLength)})${patternOf(pattern)}`;
  const min = minLength === null || minLength === 0 ? [] : [code`.min(${literal(minLength)})`];
  const max = maxLength === null ? [] : [code`.max(${literal(maxLength)})`];
  return join([base, ...min, ...max, patternOf(pattern)], "");
}

function baseOf({ format }: StringSchema, scope: Scope): Code {
  const known = format !== null && scope.formats.has(format) ? stringFormatOf(format) : null;
  return known === null ? code`${z}.string()` : code`${scope.helper(known.schema)}`;
}

function patternOf(pattern: string | null): Code {
  return pattern === null ? nothing : code`.regex(${regExpLiteral(pattern)})`;
}
