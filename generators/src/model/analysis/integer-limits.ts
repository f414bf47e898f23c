// The keywords of a number whose values are `bigint` -> what they mean for integers: bounds that are integers themselves, and a step.
import type { NumberSchema } from "../schema.ts";

export interface IntegerLimits {
  readonly least: bigint | null;
  readonly most: bigint | null;
  /** Every value is a multiple of it. */
  readonly step: bigint | null;
}

/** `isRanged`: whether `format: int64` is checked, and not only documentation. */
export function integerLimitsOf(schema: NumberSchema, isRanged: boolean): IntegerLimits {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format, exact = {} } = schema;
  const written = (value: number | null, text: string | undefined, round: (number: number) => number): bigint[] =>
    value === null ? [] : [text === undefined ? BigInt(round(value)) : BigInt(text)];
  const hasRange = isRanged && format === "int64";
  const least = [
    ...(hasRange ? [-(2n ** 63n)] : []),
    ...written(minimum, exact.minimum, Math.ceil),
    ...written(exclusiveMinimum, exact.exclusiveMinimum, Math.floor).map((bound) => bound + 1n),
  ];
  const most = [
    ...(hasRange ? [2n ** 63n - 1n] : []),
    ...written(maximum, exact.maximum, Math.floor),
    ...written(exclusiveMaximum, exact.exclusiveMaximum, Math.ceil).map((bound) => bound - 1n),
  ];
  return {
    least: extreme(least, (a, b) => a > b),
    most: extreme(most, (a, b) => a < b),
    step: multipleOf === null ? null : stepOf(multipleOf),
  };
}

function extreme(bounds: readonly bigint[], isTighter: (a: bigint, b: bigint) => boolean): bigint | null {
  const [first = null, ...others] = bounds;
  return others.reduce(
    (tightest, bound) => (tightest === null || isTighter(bound, tightest) ? bound : tightest),
    first,
  );
}

/** Integers that are multiples of 2.5 are those of 5; all are multiples of 0.01. */
function stepOf(multipleOf: number): bigint | null {
  const [mantissa = "0", exponent = "0"] = multipleOf.toExponential().split("e");
  const [integerPart = "0", fraction = ""] = mantissa.split(".");
  const power = Number(exponent) - fraction.length;
  const digits = BigInt(integerPart + fraction);
  const step = power >= 0 ? digits * 10n ** BigInt(power) : digits / commonOf(digits, 10n ** BigInt(-power));
  return step === 1n ? null : step;
}

function commonOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonOf(b, a % b);
}
