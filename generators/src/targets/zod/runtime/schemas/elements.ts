// `uniqueItems` and `contains`: rules for the elements of an array as a whole.
import type * as z from "zod";
import type * as core from "zod/v4/core";
import { canonical } from "../checks/equality.ts";
import { accepts } from "./checked.ts";

/** No two elements are equal. */
export function uniqueItems(): core.CheckFn<readonly unknown[]> {
  return ({ value, issues }) => {
    const first = new Map<string, number>();
    value.forEach((element, index) => {
      const key = canonical(element);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      else
        issues.push({
          code: "custom",
          message: `Duplicate: the same as element ${earlier}`,
          path: [index],
          input: element,
          continue: true,
        });
    });
  };
}

/** From `min` (1 unless given) to `max` elements match `schema`. */
export function contains(
  schema: z.ZodType,
  bounds: { readonly min?: number; readonly max?: number } = {},
): core.CheckFn<readonly unknown[]> {
  const { min = 1, max = Number.POSITIVE_INFINITY } = bounds;
  return ({ value, issues }) => {
    const matchCount = value.filter((element) => accepts(schema, element)).length;
    if (matchCount >= min && matchCount <= max) return;
    const wanted = matchCount < min ? `at least ${min}` : `at most ${max}`;
    issues.push({
      code: "custom",
      message: `Invalid input: expected ${wanted} matching elements, found ${matchCount}`,
      input: value,
      continue: true,
    });
  };
}
