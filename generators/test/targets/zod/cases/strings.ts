// Strings: lengths, patterns, formats.
// biome-ignore-all format: a table is read by the row
import { all, type Case, isType } from "./case.ts";

export const strings: readonly Case[] = [
  { says: "string", schema: { type: "string" }, accepts: ["", "a", "\u0000", "\ud800", "💩"], rejects: all(isType("string")) },
  { says: "minLength 1", schema: { type: "string", minLength: 1 }, accepts: ["a", " ", "💩"], rejects: [""] },
  { says: "minLength counts characters", schema: { type: "string", minLength: 2 }, accepts: ["ab", "💩💩", "e\u0301", "\ud83d\ud83d"], rejects: ["", "a", "💩"] },
  { says: "maxLength counts characters", schema: { type: "string", maxLength: 2 }, accepts: ["", "ab", "💩💩"], rejects: ["abc", "💩💩💩", "\ud83da\ud83d"] },
  { says: "maxLength 0", schema: { type: "string", maxLength: 0 }, accepts: [""], rejects: ["a", "💩"] },
  { says: "minLength and maxLength", schema: { type: "string", minLength: 1, maxLength: 3 }, accepts: ["a", "💩💩💩"], rejects: ["", "abcd"] },
  { says: "as many characters", schema: { type: "string", minLength: 2, maxLength: 2, pattern: "^[^x]" }, accepts: ["ab", "💩💩"], rejects: ["a", "💩", "abc", "xy"] },
  { says: "pattern is not anchored", schema: { type: "string", pattern: "b" }, accepts: ["abc", "b"], rejects: ["ac", ""] },
  { says: "pattern in Unicode mode", schema: { type: "string", pattern: "^.$" }, accepts: ["a", "💩", "ä"], rejects: ["", "ab", "\n"] },
  { says: "pattern with \\p", schema: { type: "string", pattern: "^\\p{Lu}+$" }, accepts: ["ÄB"], rejects: ["a", ""] },
  { says: "pattern with slashes and quotes", schema: { type: "string", pattern: "^/\"'`\\$\\{x\\}[/]$" }, accepts: ["/\"'`${x}/"], rejects: ["/"] },
  { says: "empty pattern", schema: { type: "string", pattern: "" }, accepts: ["", "a"], rejects: [1] },
  { says: "pattern with a line break", schema: { type: "string", pattern: "a\nb" }, accepts: ["a\nb"], rejects: ["ab"] },
  { says: "unknown format", schema: { type: "string", format: "sku" }, accepts: ["", "anything"], rejects: [1] },
  { says: "format without type", schema: { format: "email" }, accepts: ["a@b.co", 1, null, {}], rejects: ["a"] },
  { says: "length of a format in ASCII", schema: { type: "string", format: "email", maxLength: 8 }, accepts: ["a@b.co"], rejects: ["abcdef@b.co", "a@-b"] },
  { says: "contentEncoding is an annotation", schema: { type: "string", contentEncoding: "base64", contentMediaType: "application/json" }, accepts: ["", "%"], rejects: [1] },
];
