// A string schema -> `z.string()` or `z.stringFormat()` with lengths and pattern.
import { type Code, call, code, join, literal, regExpLiteral } from "../../emit/index.ts";
import type { StringSchema } from "../../model/schema.ts";
import { isBinaryPart } from "../types/index.ts";
import { stringFormatOf } from "./formats.ts";
import { type Scope, z } from "./scope.ts";

export function stringOf(schema: StringSchema, scope: Scope): Code {
  const { minLength, maxLength, pattern, format } = schema;
  if (scope.hasBlobs !== null && isBinaryPart(schema)) return code`${z}.instanceof(Blob)`;
  const known = format !== null && scope.formats.has(format) ? stringFormatOf(format) : null;
  const base =
    format === null || known === null
      ? code`${z}.string()`
      : call(code`${z}.stringFormat`, [literal(format), code`${scope.helper(known.helper)}`]);
  const lengths =
    known?.isAscii === true ? unitLengthsOf(minLength, maxLength) : lengthsOf(minLength, maxLength, scope);
  return join([base, ...lengths, ...(pattern === null ? [] : [code`.regex(${regExpLiteral(pattern)})`])], "");
}

/** Zod counts UTF-16 code units: the same as characters for none, for one or more, and where all of them are ASCII. */
function unitLengthsOf(minLength: number | null, maxLength: number | null): Code[] {
  return [
    ...(minLength === null || minLength === 0 ? [] : [code`.min(${literal(minLength)})`]),
    ...(maxLength === null ? [] : [code`.max(${literal(maxLength)})`]),
  ];
}

function lengthsOf(minLength: number | null, maxLength: number | null, scope: Scope): Code[] {
  const isMinSame = minLength === null || minLength <= 1;
  const isMaxSame = maxLength === null || maxLength === 0;
  const checks = [
    ...(isMinSame ? [] : [call(scope.helper("minLength"), [literal(minLength)])]),
    ...(isMaxSame ? [] : [call(scope.helper("maxLength"), [literal(maxLength)])]),
  ];
  const same = unitLengthsOf(isMinSame ? minLength : null, isMaxSame ? maxLength : null);
  return checks.length === 0 ? same : [...same, call(code`.check`, checks)];
}
