// Numbers as JSON Schema means them: 1e300 is an integer, and 0.07 is a multiple of 0.01.
import * as z from "zod";
import type * as core from "zod/v4/core";
import { isMultipleOf } from "../checks/multiples.ts";

/** A number without a fraction, of any size. `z.int()` stops where neighbouring integers become indistinguishable. */
export function integer(): z.ZodNumber {
  return z.number().check(({ value, issues }) => {
    if (Number.isInteger(value)) return;
    issues.push({ code: "invalid_type", expected: "int", input: value, continue: true });
  });
}

/** A multiple in decimal arithmetic, on the digits as they are written. */
export function multipleOf(divisor: number): core.CheckFn<number> {
  return ({ value, issues }) => {
    if (isMultipleOf(value, divisor)) return;
    issues.push({ code: "not_multiple_of", divisor, origin: "number", input: value, continue: true });
  };
}
