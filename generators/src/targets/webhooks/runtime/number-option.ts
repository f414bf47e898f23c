// A number among options -> itself, or an error that names the option.

/** Throws a `RangeError` for what is not from `least` to `most`, and for what is no number at all. */
export function checkedNumber(
  name: string,
  value: number,
  { least, most = Number.POSITIVE_INFINITY }: { readonly least: number; readonly most?: number },
): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  const range = most === Number.POSITIVE_INFINITY ? `${least} or more` : `from ${least} to ${most}`;
  throw new RangeError(`${name} has to be a number, ${range}, and is ${String(value)}.`);
}
