// Does a number match a schema of the model? Multiples are computed from the digits as written.

import type { Json, NumberSchema } from "../schema.ts";
import { isNumberFormat } from "./formats.ts";
import { show } from "./shown-value.ts";

/** Every reason why not. */
export function numberFailures(schema: NumberSchema, value: Json): string[] {
  if (typeof value !== "number") return [`must be ${schema.integer ? "an integer" : "a number"}, is ${show(value)}`];
  const { integer, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format } = schema;
  const reasons: string[] = [];
  if (integer && !Number.isInteger(value)) reasons.push("must be an integer");
  if (minimum !== null && value < minimum) reasons.push(`must be at least ${minimum}`);
  if (exclusiveMinimum !== null && value <= exclusiveMinimum) reasons.push(`must be more than ${exclusiveMinimum}`);
  if (maximum !== null && value > maximum) reasons.push(`must be at most ${maximum}`);
  if (exclusiveMaximum !== null && value >= exclusiveMaximum) reasons.push(`must be less than ${exclusiveMaximum}`);
  if (multipleOf !== null && !isMultiple(value, multipleOf)) reasons.push(`must be a multiple of ${multipleOf}`);
  if (format !== null && !isNumberFormat(format, value)) reasons.push(`must be a valid ${format}`);
  return reasons.map((reason) => `${reason}, is ${show(value)}`);
}

/** Decimal arithmetic on the digits as written: 0.07 is a multiple of 0.01, although binary floats disagree. */
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
