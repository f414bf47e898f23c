// A number schema -> `z.number()` with its bounds.
import { type Code, call, code, join, literal } from "../../emit/index.ts";
import type { NumberSchema } from "../../model/schema.ts";
import { type Scope, z } from "./scope.ts";

export function numberOf(schema: NumberSchema, scope: Scope): Code {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  return join(
    [
      baseOf(schema, scope),
      ...(minimum === null ? [] : [code`.min(${literal(minimum)})`]),
      ...(exclusiveMinimum === null ? [] : [code`.gt(${literal(exclusiveMinimum)})`]),
      ...(maximum === null ? [] : [code`.max(${literal(maximum)})`]),
      ...(exclusiveMaximum === null ? [] : [code`.lt(${literal(exclusiveMaximum)})`]),
      ...(multipleOf === null ? [] : [code`.check(${call(scope.helper("multipleOf"), [literal(multipleOf)])})`]),
    ],
    "",
  );
}

/** `z.int()` takes safe integers only: right where the bounds ask for no more. */
function baseOf(schema: NumberSchema, scope: Scope): Code {
  const format = schema.format !== null && scope.formats.has(schema.format) ? schema.format : null;
  if (format === "int32") return code`${z}.int32()`;
  if (!schema.integer && format !== "int64") return code`${z}.number()`;
  return isSafe(schema) ? code`${z}.int()` : call(scope.helper("integer"), []);
}

function isSafe({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: NumberSchema): boolean {
  const low = Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  return low >= Number.MIN_SAFE_INTEGER && high <= Number.MAX_SAFE_INTEGER;
}
