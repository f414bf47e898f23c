// A place with a number -> numbers next to its bounds on the wrong side, and off the grid of `multipleOf`.
import { examplesOf } from "./formats.ts";
import { show } from "./json.ts";
import { enumsOf, numbersOf } from "./leaves.ts";
import { type Bound, exact, highest, lowest, numberRulesOf, stepOf } from "./numbers.ts";
import type { Place } from "./places.ts";
import { changeOf, type Variant } from "./variant.ts";

export function* invalidNumbers(place: Place, number: number): Generator<Variant> {
  if (enumsOf(place.leaves).length > 0) return;
  const rules = numberRulesOf(numbersOf(place.leaves));
  const { low, high, factor, integer, formats } = rules;
  const [least, most] = [lowest(rules), highest(rules)];
  if (low !== null && least !== null) {
    const value = beyond(low, exact(least - stepOf(rules, least)));
    yield changeOf(place, {
      keyword: low.exclusive ? "exclusiveMinimum" : "minimum",
      what: `too small: ${show(value)}`,
      value,
    });
  }
  if (high !== null && most !== null) {
    const value = beyond(high, exact(most + stepOf(rules, most)));
    yield changeOf(place, {
      keyword: high.exclusive ? "exclusiveMaximum" : "maximum",
      what: `too large: ${show(value)}`,
      value,
    });
  }
  if (factor !== null) {
    const value = integer && factor > 1 ? number + 1 : exact(number + factor / 2);
    yield changeOf(place, { keyword: "multipleOf", what: `not a multiple of ${factor}: ${show(value)}`, value });
  }
  for (const { detail, what, value } of formats.flatMap((format) => examplesOf(format)?.invalid ?? [])) {
    if (typeof value === "number")
      yield changeOf(place, { keyword: "format", detail, what: `${what}: ${show(value)}`, value });
  }
}

/** The bound itself where it is exclusive, else the number next to it. */
function beyond({ value, exclusive }: Bound, next: number): number {
  return exclusive ? value : next;
}
