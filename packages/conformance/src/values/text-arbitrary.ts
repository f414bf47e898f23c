// The string leaves of a place -> random texts that mostly match them, of every kind of character that Unicode has.
import fc from "fast-check";
import { matchingTexts, type TextRules, validTextsOf } from "./texts.ts";

/** Made after the first format or pattern that texts can be made for; the caller checks the rest. */
export function textArbitrary(rules: TextRules): fc.Arbitrary<string> {
  const { min, max, formats, patterns } = rules;
  const [made] = [...formats.map(formatArbitrary), ...patterns.map(matchingTexts)].filter((each) => each !== null);
  if (made !== undefined) return made;
  const least = min ?? 0;
  const most = Math.max(least, max ?? 40);
  return fc.array(character, { minLength: least, maxLength: most }).map((characters) => characters.join(""));
}

/** One code point, so that an array of them is as long as its text: letters above all, then what programs stumble over. */
const character: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ") },
  { weight: 2, arbitrary: fc.constantFrom(..."\"'`\\/<>&;%$#{}[]|?*=+-_.,:@!~^") },
  { weight: 2, arbitrary: fc.constantFrom(..."éßøłİıΩЖ中日한") },
  // Outside the basic plane: two code units each.
  { weight: 2, arbitrary: fc.constantFrom(..."😀💩🏳👩𝔘𠮷") },
  // Combining marks, joiners and directions.
  {
    weight: 1,
    arbitrary: fc.constantFrom("\u0301", "\u0308", "\u200d", "\ufe0f", "\u200f", "\u202e", "\ufeff", "\u00a0"),
  },
  { weight: 1, arbitrary: fc.constantFrom(..."שלוםمرحبا") },
  { weight: 1, arbitrary: fc.constantFrom("\u0000", "\b", "\t", "\n", "\r", "\u001b", "\u007f", "\u2028") },
  // Any code point but the halves of surrogate pairs, which UTF-8 has no bytes for.
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x10ffff - 0x800 }).map(scalarOf) },
);

function scalarOf(index: number): string {
  return String.fromCodePoint(index < 0xd800 ? index : index + 0x800);
}

function formatArbitrary(format: string): fc.Arbitrary<string> | null {
  const texts = validTextsOf(format);
  if (texts.length === 0) return null;
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...texts) },
    { weight: 3, arbitrary: ownArbitrary(format, texts) },
  );
}

function ownArbitrary(format: string, texts: readonly string[]): fc.Arbitrary<string> {
  switch (format) {
    case "email":
      return fc.tuple(emailName, host).map(([name, domain]) => `${name}@${domain}`);
    case "uuid":
      return fc.uuid();
    case "uri":
    case "uri-reference":
    case "url":
      return fc.tuple(host, urlEnd).map(([domain, end]) => `https://${domain}${end}`);
    case "hostname":
      return host;
    case "ipv4":
      return fc.ipV4();
    case "ipv6":
      return fc.ipV6();
    case "date":
      return dates.map((date) => date.toISOString().slice(0, 10));
    case "date-time":
    case "iso-date-time":
      return dates.map((date) => date.toISOString());
    case "time":
    case "iso-time":
      return dates.map((date) => date.toISOString().slice(11));
    case "byte":
      return fc.base64String();
    case "password":
    case "binary":
      return fc.array(character, { maxLength: 40 }).map((characters) => characters.join(""));
    default:
      return fc.constantFrom(...texts);
  }
}

/** Domains that are kept for examples (RFC 2606): nothing that is sent to one of them reaches anybody. */
const host: fc.Arbitrary<string> = fc
  .tuple(
    fc.stringMatching(/^([a-z][a-z0-9]{0,9}(-[a-z0-9]{1,5})?\.){0,2}$/),
    fc.constantFrom("example.com", "example.org", "example.net"),
  )
  .map(([front, end]) => `${front}${end}`);
const emailName: fc.Arbitrary<string> = fc.stringMatching(
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(\.[a-z0-9+_-]{1,10})?$/,
);
const urlEnd: fc.Arbitrary<string> = fc.stringMatching(
  /^(\/[A-Za-z0-9._~!$&'()*+,;=:@-]{1,8}|\/%[0-9A-F]{2}){0,4}(\?[a-z]{1,5}=[a-z0-9+]{0,9})?(#[a-z]{1,5})?$/,
);

const dates: fc.Arbitrary<Date> = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});
