// A place with a text -> texts that are too short, too long, or just miss the pattern or the format.
import { matcherOf } from "waybill/description";
import { examplesOf } from "./formats.ts";
import { show } from "./json.ts";
import { enumsOf, stringsOf } from "./leaves.ts";
import { effort } from "./pattern-match.ts";
import type { Place } from "./places.ts";
import { lengthOf, longest, type TextRules, textOfLength, textRulesOf } from "./texts.ts";
import { changeOf, counted, type Variant } from "./variant.ts";

export function* invalidTexts(place: Place, text: string): Generator<Variant> {
  if (enumsOf(place.leaves).length > 0) return;
  const rules = textRulesOf(stringsOf(place.leaves));
  yield* wrongLengths(place, text, rules);
  for (const format of rules.formats) yield* formatMisses(place, format, rules);
  for (const pattern of rules.patterns) yield* patternMisses(place, text, { rules, pattern });
}

function* wrongLengths(place: Place, text: string, rules: TextRules): Generator<Variant> {
  const { min, max } = rules;
  if (min !== null && min > 0) {
    const value = textOfLength(rules, min - 1, text) ?? [...text].slice(0, min - 1).join("");
    const what = min === 1 ? "empty" : `shorter than ${counted(min, "character")}`;
    yield changeOf(place, { keyword: "minLength", what, value });
  }
  if (max === null || max >= longest) return;
  const what = `longer than ${counted(max, "character")}`;
  yield changeOf(place, {
    keyword: "maxLength",
    what,
    value: textOfLength(rules, max + 1, text) ?? "x".repeat(max + 1),
  });
  const astral = textOfLength(rules, max + 1, text, "😀");
  if (!astral?.includes("😀")) return;
  yield changeOf(place, {
    keyword: "maxLength",
    detail: "astral",
    what: `${what}, outside the basic plane`,
    value: astral,
  });
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
