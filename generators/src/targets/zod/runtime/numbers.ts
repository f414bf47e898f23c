// Numbers as JSON Schema means them: 1e300 is an integer, and 0.07 is a multiple of 0.01.
import * as z from "zod";
import type * as core from "zod/v4/core";

/** A number without a fraction, however large. `z.int()` stops where not every integer can be told from its neighbours. */
export function integer(): z.ZodNumber {
  return z.number().check(({ value, issues }) => {
    if (Number.isInteger(value)) return;
    issues.push({ code: "invalid_type", expected: "int", input: value, continue: true });
  });
}

/** A multiple in decimal arithmetic, on the digits as they are written. */
export function multipleOf(divisor: number): core.CheckFn<number> {
  return ({ value, issues }) => {
    if (isMultiple(value, divisor)) return;
    issues.push({ code: "not_multiple_of", divisor, origin: "number", input: value, continue: true });
  };
}

function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimalOf(value);
  const [divisorDigits, divisorExponent] = decimalOf(divisor);
  const common = Math.min(exponent, divisorExponent);
  return (digits * 10n ** BigInt(exponent - common)) % (divisorDigits * 10n ** BigInt(divisorExponent - common)) === 0n;
}

/** A number as an integer times a power of ten: 0.07 is 7 and -2. */
function decimalOf(value: number): [bigint, number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
