// The string leaves of a place -> texts that match them, of any length that can be had.
import type { StringSchema } from "../schema.ts";
import { matches } from "../values/matching.ts";
import { examplesOf } from "./formats.ts";
import type { Random } from "./numbers.ts";
import { largest, smallest } from "./parts.ts";
import { longest, patternTexts } from "./pattern-texts.ts";

/** What the string leaves of one place ask for together. Lengths count code points. */
export interface TextRules {
  readonly min: number | null;
  readonly max: number | null;
  readonly patterns: readonly string[];
  /** Only those that validators know. */
  readonly formats: readonly string[];
  /** Whether a text has the patterns and formats; its length is ignored. */
  readonly accepts: (text: string) => boolean;
}

export function textRulesOf(strings: readonly StringSchema[]): TextRules {
  const free = strings.map((schema): StringSchema => ({ ...schema, minLength: null, maxLength: null }));
  return {
    min: largest(strings.map(({ minLength }) => minLength)),
    max: smallest(strings.map(({ maxLength }) => maxLength)),
    patterns: strings.flatMap(({ pattern }) => (pattern === null ? [] : [pattern])),
    formats: strings.flatMap(({ format }) => (format === null || examplesOf(format) === null ? [] : [format])),
    accepts: (text) => free.every((schema) => matches(schema, text)),
  };
}

export function lengthOf(text: string): number {
  return [...text].length;
}

/** What a text is for. */
export interface TextPlace {
  /** Of the member. */
  readonly name: string | null;
  /** `null`: the plainest text. */
  readonly random: Random | null;
}

/** Texts that may do, the likeliest first; the caller keeps the first that matches. */
export function* textsFor(rules: TextRules, { name, random }: TextPlace): Generator<string> {
  const { min, max, formats } = rules;
  if (random !== null) yield* formats.flatMap((format) => randomTextsOf(format, random));
  yield* formats.flatMap(validTextsOf);
  const word = (name === null ? null : wordFor(name)) ?? "text";
  // A word for a name, such as a country, stays that word.
  if (random !== null && word === "text") yield `${random.one(randomWords) ?? word} ${random.between(1, 99)}`;
  yield word;
  yield "text";
  const fitting = [word, ...patternTexts(rules.patterns, random?.between(1, 1_000_000))];
  yield* fitting;
  const target = min ?? 0;
  for (const text of fitting) {
    const length = lengthOf(text);
    const wanted = length < target ? target : Math.min(length, max ?? length);
    const fitted = wanted === length ? null : textOfLength(rules, wanted, text);
    if (fitted !== null) yield fitted;
  }
  yield "";
}

/**
 * A text of exactly `length` code points with the patterns and formats: `base` with characters of its own repeated or taken
 * out, or filled with `filler` where nothing else is asked for. `null` when none is found.
 */
export function textOfLength(rules: TextRules, length: number, base: string, filler = "x"): string | null {
  if (length < 0 || length > longest) return null;
  if (rules.patterns.length === 0 && rules.formats.length === 0) return filler.repeat(length);
  const candidates = [filler.repeat(length), ...specialTexts(rules.formats, length), ...stretched(base, length)];
  return candidates.find((text) => lengthOf(text) === length && rules.accepts(text)) ?? null;
}

function specialTexts(formats: readonly string[], length: number): string[] {
  return formats.flatMap((format) => {
    if (format === "email") return [emailOfLength(length)];
    if (format === "hostname") return [hostOfLength(length)];
    return validTextsOf(format);
  });
}

export function validTextsOf(format: string): string[] {
  return (examplesOf(format)?.valid ?? []).filter((value) => typeof value === "string");
}

/** A name of at most 64 characters and labels of at most 63 (RFC 5321, section 4.5.3.1): what mail servers take. */
function emailOfLength(length: number): string {
  const shortest = "@b.co";
  const name = Math.min(64, Math.max(1, length - shortest.length));
  return `${"a".repeat(name)}@${hostOfLength(length - name - 1)}`;
}

/** Labels of at most 63 characters; the last one is reserved (RFC 2606) where there is room for it. */
function hostOfLength(length: number): string {
  const end = length < 12 ? ".co" : ".example";
  let remaining = length - end.length;
  const labels: string[] = [];
  while (remaining > 0) {
    // A full label that leaves room for the dot alone would leave a label without characters.
    const size = remaining === 64 ? 62 : Math.min(63, remaining);
    labels.push("b".repeat(size));
    remaining -= size + 1;
  }
  return `${labels.join(".")}${end}`;
}

/** `base` with one of its characters repeated, or a run of them taken out, at each of its places from the end. */
function* stretched(base: string, length: number): Generator<string> {
  const characters = [...base];
  const difference = length - characters.length;
  for (let index = Math.min(characters.length, 60) - 1; index >= 0; index -= 1) {
    const [head, tail] = [characters.slice(0, index).join(""), characters.slice(index)];
    if (difference > 0) yield `${head}${(tail[0] ?? "").repeat(difference)}${tail.join("")}`;
    else yield `${head}${tail.slice(-difference).join("")}`;
  }
}

/** Texts of formats that have many. */
function randomTextsOf(format: string, random: Random): string[] {
  const hex = (count: number): string =>
    Array.from({ length: count }, () => random.between(0, 15).toString(16)).join("");
  const day = `20${random.between(20, 29)}-0${random.between(1, 9)}-${random.between(10, 28)}`;
  switch (format) {
    case "date":
      return [day];
    case "date-time":
      return [`${day}T${random.between(10, 23)}:${random.between(10, 59)}:${random.between(10, 59)}Z`];
    case "uuid":
      return [`${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`];
    case "email":
      return [`${random.one(randomWords)}.${random.between(1, 99)}@example.com`];
    case "uri":
    case "url":
      return [`https://example.com/${random.one(randomWords)}/${random.between(1, 999)}`];
    case "ipv4":
      return [`192.0.2.${random.between(1, 254)}`];
    default:
      return [];
  }
}

const randomWords =
  "amber birch cedar coral dune ember fern flint hazel iris juniper lark maple onyx pearl quartz sage".split(" ");

/** A text for a member of this name; `null` for an unknown name. */
function wordFor(name: string): string | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wordOf = (text: string): string | undefined => {
    const ends = Array.from(text, (_, index) => text.slice(index));
    return textBySuffix.get(ends.find((end) => textBySuffix.has(end)) ?? "");
  };
  return wordOf(plain) ?? wordOf(plain.replace(/\d+$/, "")) ?? null;
}

/** By the end of a name, the longest that fits: `shippingCity` and `city_name` are read alike. */
const textBySuffix: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Ada: "firstname givenname",
    Lovelace: "lastname familyname surname",
    ada: "username",
    "example.com": "hostname",
    "Example Company": "companyname company",
    "ada.lovelace@example.com": "email emailaddress",
    "+1 202 555 0143": "phone phonenumber",
    "12 Main Street": "street address addressline",
    "Apartment 4": "street2 addressline2",
    Springfield: "city cityname",
    IL: "state region",
    "62701": "zip zipcode postalcode postcode",
    US: "country countrycode",
    USD: "currency currencycode",
    en: "language",
    "en-US": "locale",
    "Europe/Paris": "timezone",
    "https://example.com/": "url uri website",
    blue: "color",
    "A title": "title",
    "A description": "description",
    "A comment": "comment",
    "A note": "note notes",
    "A message": "message",
    "A name": "name",
  }).flatMap(([text, endings]) => endings.split(" ").map((ending): [string, string] => [ending, text])),
);
