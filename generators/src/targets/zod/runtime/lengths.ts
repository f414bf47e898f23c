// Lengths of strings in characters (Unicode code points). Zod counts UTF-16 code units, of which an emoji has two or more.
import type { z } from "zod";

/** At least `minimum` characters. */
export function minLength(minimum: number): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    if (value.length >= minimum * 2 || charactersOf(value) >= minimum) return;
    issues.push({ code: "too_small", origin: "string", minimum, inclusive: true, input: value, continue: true });
  };
}

/** At most `maximum` characters. */
export function maxLength(maximum: number): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    if (value.length <= maximum || charactersOf(value) <= maximum) return;
    issues.push({ code: "too_big", origin: "string", maximum, inclusive: true, input: value, continue: true });
  };
}

function charactersOf(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}
