// What components and scripts say, in the language that the command sets for the site.
import { type Words, worded } from "./worded.ts";

declare const __WAYBILL_WORDS__: Words;

export function t(english: string, values: Readonly<Record<string, string | number>> = {}): string {
  return worded(english, __WAYBILL_WORDS__, values);
}
