// A place with a number or a text -> values at the edges of what it allows, and values that just miss a bound, the length, the pattern
// or the format.
import {
  type Bound,
  effort,
  enumsOf,
  exact,
  examplesOf,
  highest,
  lengthOf,
  longest,
  lowest,
  matcherOf,
  numberRulesOf,
  numbersOf,
  stepOf,
  stringsOf,
  type TextRules,
  textOfLength,
  textRulesOf,
} from "waybill/description";
import { show } from "./json.ts";
import type { Place } from "./places.ts";
import { atLimits, beyondLimits, changeOf, type Sized, type Variant } from "./variant.ts";

export function* validNumbers(place: Place, number: number): Generator<Variant> {
  const rules = numberRulesOf(numbersOf(place.leaves));
  const edge = (keyword: string, value: number, step = 0): Variant => {
    const ordinary = step === 0 ? undefined : exact(value + step);
    return changeOf(place, { keyword, what: show(value), value, ordinary });
  };
  const [low, high] = [lowest(rules), highest(rules)];
  const stepFrom = (bound: number): number => (low === high ? 0 : stepOf(rules, bound));
  if (low !== null) yield edge(rules.low?.exclusive === true ? "exclusiveMinimum" : "minimum", low, stepFrom(low));
  if (high !== null) yield edge(rules.high?.exclusive === true ? "exclusiveMaximum" : "maximum", high, -stepFrom(high));
  if (rules.formats.includes("int32"))
    for (const [value, step] of [
      [2 ** 31 - 1, -1],
      [-(2 ** 31), 1],
    ] as const)
      yield edge("format", value, step);
  if (rules.factor !== null) yield edge("multipleOf", exact(number + rules.factor));
  const hasBounds = low !== null || high !== null || rules.factor !== null;
  if (hasBounds && !Number.isInteger(number)) yield { ...edge("type", Math.trunc(number)), detail: "integer" };
}

export function* invalidNumbers(place: Place, number: number): Generator<Variant> {
  if (enumsOf(place.leaves).length > 0) return;
  const rules = numberRulesOf(numbersOf(place.leaves));
  const { low, high, factor, integer, formats } = rules;
  const [least, most] = [lowest(rules), highest(rules)];
  if (low !== null && least !== null) {
    const value = beyond(low, exact(least - stepOf(rules, least)));
    const keyword = low.exclusive ? "exclusiveMinimum" : "minimum";
    yield changeOf(place, { keyword, what: `too small: ${show(value)}`, value });
    if (integer) yield brokenTwice(place, keyword, value - 0.5);
  }
  if (high !== null && most !== null) {
    const value = beyond(high, exact(most + stepOf(rules, most)));
    const keyword = high.exclusive ? "exclusiveMaximum" : "maximum";
    yield changeOf(place, { keyword, what: `too large: ${show(value)}`, value });
    if (integer && low === null) yield brokenTwice(place, keyword, value + 0.5);
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

/** By two rules at once, and still one invalid field. */
function brokenTwice(place: Place, keyword: string, value: number | string): Variant {
  return changeOf(place, { keyword, detail: "twice", what: `out of bounds and malformed: ${show(value)}`, value });
}

/** The bound itself where it is exclusive, else the number next to it. */
function beyond({ value, exclusive }: Bound, next: number): number {
  return exclusive ? value : next;
}

export function* validTexts(place: Place, text: string): Generator<Variant> {
  if (enumsOf(place.leaves).length > 0) return;
  const rules = textRulesOf(stringsOf(place.leaves));
  yield* atLimits(place, sizeOf(rules, text), "");
  for (const format of rules.formats) {
    for (const value of examplesOf(format)?.valid ?? []) {
      const ordinary = typeof value === "string" ? ordinaryTime(value) : undefined;
      yield changeOf(place, { keyword: "format", what: `${format} ${show(value)}`, value, ordinary });
    }
  }
}

/** The day before a leap day or before the last one, the second before a leap second, the same moment in UTC or without a fraction. */
export function ordinaryTime(text: string): string | undefined {
  const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)([Tt].*)?$/.exec(text) ?? [];
  if (/:60(?!\d)/.test(text)) return text.replace(":60", ":59");
  if (date === "") return undefined;
  if (/[Zz]$/.test(time)) return time.includes(".") ? text.replace(/\.\d+/, "") : undefined;
  if (/[+-]\d\d:\d\d$/.test(time)) return new Date(text).toISOString().replace(".000Z", "Z");
  return time === "" && /-02-29$|^9999/.test(date) ? `${date.slice(0, -2)}${Number(date.slice(-2)) - 1}` : undefined;
}

export function* invalidTexts(place: Place, text: string): Generator<Variant> {
  if (enumsOf(place.leaves).length > 0) return;
  const rules = textRulesOf(stringsOf(place.leaves));
  const size = sizeOf(rules, text);
  const characters = [...text];
  // Where no text of that length has the pattern as well, the length alone has to do.
  const cutOrFilled = (length: number): string | null => {
    if (length < characters.length) return characters.slice(0, length).join("");
    return length > longest ? null : "x".repeat(length);
  };
  const resized = (length: number): string | null => textOfLength(rules, length, text) ?? cutOrFilled(length);
  yield* beyondLimits(place, { ...size, resized }, "shorter", "longer");
  for (const format of rules.formats) yield* formatMisses(place, format, rules);
  for (const pattern of rules.patterns) yield* patternMisses(place, text, { rules, pattern });
  const { max, formats, patterns } = rules;
  if (max !== null && max < longest && formats.length + patterns.length > 0)
    yield brokenTwice(place, "maxLength", "!".repeat(max + 1));
}

function sizeOf(rules: TextRules, text: string): Sized {
  const { min, max } = rules;
  return {
    noun: "character",
    keywords: ["minLength", "maxLength"],
    min,
    max,
    resized: (length) => textOfLength(rules, length, text),
    astral: (length) => {
      const astral = textOfLength(rules, length, text, "😀");
      return astral?.includes("😀") === true ? astral : null;
    },
  };
}

function* formatMisses(place: Place, format: string, rules: TextRules): Generator<Variant> {
  const misses = examplesOf(format)?.invalid ?? [];
  const texts = misses.flatMap((miss) => (typeof miss.value === "string" ? [{ ...miss, text: miss.value }] : []));
  const fitting = texts.filter(({ text }) => fits(text, rules));
  for (const { detail, what, text } of fitting.length > 0 ? fitting : texts) {
    yield changeOf(place, { keyword: "format", detail, what: `${format} ${what}: ${show(text)}`, value: text });
  }
}

/** Whether the length is right, so that it is the format alone that is missed. */
function fits(text: string, { min, max }: TextRules): boolean {
  const length = lengthOf(text);
  return length >= (min ?? 0) && length <= (max ?? Number.POSITIVE_INFINITY);
}

const misses = 3;

/** The valid text with something about it changed that a check without anchors or with other classes lets through. */
function* patternMisses(
  place: Place,
  text: string,
  { rules, pattern }: { readonly rules: TextRules; readonly pattern: string },
): Generator<Variant> {
  const matcher = matcherOf(pattern);
  const characters = [...text];
  const upper = text.toUpperCase();
  const candidates: (readonly [detail: string, what: string, value: string])[] = [
    ["case", "in a different case", upper === text ? text.toLowerCase() : upper],
    ["line", "with a trailing line break", `${text}\n`],
    ["front", "with a leading space", ` ${text}`],
    ["cut", "without its last character", characters.slice(0, -1).join("")],
    ["sign", "with an invalid character", [...characters.slice(0, -1), "!"].join("")],
    ["signs", "all punctuation", "!".repeat(Math.max(1, characters.length))],
    ["empty", "empty", ""],
    ["letters", "all letters", "x".repeat(Math.max(1, characters.length))],
    ["digits", "all digits", "0".repeat(Math.max(1, characters.length))],
  ];
  const missing = candidates.filter(([, , value]) => matcher.test(value, effort()) === false);
  const fitting = missing.filter(([, , value]) => fits(value, rules));
  for (const [detail, what, value] of (fitting.length > 0 ? fitting : missing).slice(0, misses)) {
    yield changeOf(place, { keyword: "pattern", detail, what: `${what}: ${show(value)}`, value });
  }
}
