// What the options of a target accept, by name -> the problems of the values that a configuration gives.
import type { AcceptedValues, OptionProblem, OptionValue, Target } from "./target.ts";

/** Exactly these values. */
export function oneOf(...all: readonly OptionValue[]): AcceptedValues {
  const texts = all.map(String);
  const message = `must be ${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
  return { accepts: (value) => all.some((one) => one === value), message, all };
}

/** Lists of these texts. */
export function listOf(...known: readonly string[]): AcceptedValues {
  const accepts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => known.includes(item));
  return { accepts, message: `must be a list of ${known.join(", ")}` };
}

/** `null` too, the default of an option whose value follows from something else. */
export function orNull(values: AcceptedValues): AcceptedValues {
  return { ...values, accepts: (value) => value === null || values.accepts(value) };
}

export function problemsOfOptions(
  { accepts = {}, check }: Pick<Target, "accepts" | "check">,
  options: Readonly<Record<string, unknown>>,
): readonly OptionProblem[] {
  const byOption = new Map<string, AcceptedValues>(Object.entries(accepts));
  const refused = Object.entries(options).flatMap(([at, value]) => {
    const values = byOption.get(at);
    if (values === undefined || values.accepts(value)) return [];
    return [{ at, message: values.message, ...(values.hint === undefined ? {} : { hint: values.hint }) }];
  });
  return refused.length > 0 ? refused : (check?.(options) ?? []);
}
