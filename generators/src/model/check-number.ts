// Does a number match a schema of the model? Multiples are judged by the digits as written.
import { show } from "./excerpt.ts";
import { isNumberFormat } from "./formats.ts";
import type { Json, NumberSchema } from "./schema.ts";

/** Every reason why not. */
export function numberFailures(schema: NumberSchema, value: Json): string[] {
  if (typeof value !== "number") return [`must be ${schema.integer ? "an integer" : "a number"}, is ${show(value)}`];
  const checks: (readonly [boolean, string])[] = [
    [!schema.integer || Number.isInteger(value), "must be an integer"],
    [schema.minimum === null || value >= schema.minimum, `must be at least ${schema.minimum}`],
    [
      schema.exclusiveMinimum === null || value > schema.exclusiveMinimum,
      `must be more than ${schema.exclusiveMinimum}`,
    ],
    [schema.maximum === null || value <= schema.maximum, `must be at most ${schema.maximum}`],
    [
      schema.exclusiveMaximum === null || value < schema.exclusiveMaximum,
      `must be less than ${schema.exclusiveMaximum}`,
    ],
    [schema.multipleOf === null || isMultiple(value, schema.multipleOf), `must be a multiple of ${schema.multipleOf}`],
    [schema.format === null || isNumberFormat(schema.format, value), `must be a valid ${schema.format}`],
  ];
  return checks.filter(([holds]) => !holds).map(([, reason]) => `${reason}, is ${show(value)}`);
}

/** Decimal arithmetic on the digits as written: 0.07 is a multiple of 0.01, whatever binary floats make of it. */
export function isMultiple(value: number, factor: number): boolean {
  const [a, exponentA] = digitsOf(value);
  const [b, exponentB] = digitsOf(factor);
  const exponent = Math.min(exponentA, exponentB);
  return (a * 10n ** BigInt(exponentA - exponent)) % (b * 10n ** BigInt(exponentB - exponent)) === 0n;
}

/** A number as an integer and a power of ten. */
function digitsOf(value: number): [bigint, number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
