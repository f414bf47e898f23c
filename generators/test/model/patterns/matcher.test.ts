// Whether a text matches a pattern, by counted steps: the engine's verdict where the engine is fast, and a verdict where it is not.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matcherOf } from "../../../src/model/patterns/matcher.ts";
import { shortestOf } from "../../../src/model/patterns/shortest.ts";

const verdict = (pattern: string, text: string, left = 1_000_000): boolean | null =>
  matcherOf(pattern).test(text, { left });

const oneCharacter = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\w", "\\W", "\\u{1F600}", "[a-zé]");
const around = fc.constantFrom("^", "$", "\\b", "\\B", "");
const count = fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,30}", "*?", "+?", "??", "{1,2}?");
const { pattern } = fc.letrec<{ pattern: string; term: string; atom: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie("term"), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((branches) => branches.map((terms) => terms.join("")).join("|")),
  term: fc.oneof(
    { depthSize: "small" },
    around,
    fc.tuple(tie("atom"), fc.oneof(fc.constant(""), count)).map((parts) => parts.join("")),
  ),
  atom: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    oneCharacter,
    fc.tuple(fc.constantFrom("(", "(?:", "(?i:", "(?s:"), tie("pattern")).map(([open, inner]) => `${open}${inner})`),
  ),
}));
const looking = fc
  .tuple(pattern, fc.constantFrom("(?=", "(?!", "(?<=", "(?<!"), pattern, pattern)
  .map(([before, open, inner, after]) => `(?:${before})${open}${inner})(?:${after})`);
const referring = fc
  .tuple(pattern, pattern, pattern, fc.constantFrom("", "*", "{2}"))
  .map(([held, between, after, times]) => `(?:(?<held>${held})(?:${between})\\k<held>(?:${after}))${times}`);
const text = fc
  .array(fc.constantFrom("a", "b", "A", "é", "\n", "😀", "-"), { maxLength: 7 })
  .map((list) => list.join(""));

describe("a short text", () => {
  it.each([
    ["alone", pattern, 1_500],
    ["with what stands around", looking, 500],
    ["with what comes again", referring, 500],
  ])("gets the verdict of the engine: patterns %s", (_what, patterns, numRuns) => {
    const counts = { true: 0, false: 0, null: 0 };
    fc.assert(
      fc.property(patterns, text, (source, value) => {
        const found = verdict(source, value, 10_000_000);
        counts[`${found}`] += 1;
        if (found !== null)
          expect({ source, value, found }).toEqual({ source, value, found: new RegExp(source, "u").test(value) });
      }),
      { numRuns, seed: 7 },
    );
    expect(Math.min(counts.true, counts.false)).toBeGreaterThan(numRuns / 20);
    expect(counts.null).toBeLessThan(numRuns / 100);
  });

  it.each([
    ["(?=(a+))a*b\\1", "baaabac", true],
    ["^(?<=(\\d+)(\\d+))$", "", false],
    ["(?<=\\1(a))b", "aab", true],
    ["(z)((a+)?(b+)?(c))*$", "zaacbbbcac", true],
    ["^(?:(a)|b\\1)+$", "aba", true],
    ["^(?i:(a))\\1$", "Aa", false],
    ["^(?i:(a)\\1)$", "aA", true],
    ["(?m:^b$)", "a\nb\nc", true],
    ["^[\\s\\S]{0,65535}$", "any\ntext", true],
    ["^\ud83d$", "😀", false],
  ])("gets the verdict of the engine: %s, %s", (source, value, expected) => {
    expect(verdict(source, value)).toBe(expected);
    expect(new RegExp(source, "u").test(value)).toBe(expected);
  });
});

describe("a text made to backtrack exponentially", () => {
  const long = `${"a".repeat(2_000)}!`;

  it.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^(?:a?){30}a{30}$",
    "(x+x+)+y",
    "^(?=(a+)+$)",
    "^(.*)=(.*)=(.*);$",
    "\\s+$",
    "a*a*a*x$",
  ])("is decided in linear time: %s", (source) => {
    expect(verdict(source, long)).toBe(false);
  });

  it("takes the same number of steps for one pattern and one text each time", () => {
    const efforts = [1, 2].map(() => {
      const effort = { left: 1_000_000 };
      matcherOf("^(a+)+$").test(long, effort);
      return effort.left;
    });
    expect(efforts[0]).toBe(efforts[1]);
    expect(efforts[0]).toBeGreaterThan(900_000);
  });

  it("has no verdict when the steps are used up", () => {
    expect(verdict("^(a+)+\\1$", long, 100_000)).toBeNull();
    expect(verdict("^((a|b){1000}){1000}$", "a")).toBeNull();
    expect(verdict("^(a+)+$", long, 100)).toBeNull();
    expect(verdict("(?:".repeat(20_000) + ")".repeat(20_000), "a")).toBeNull();
  });
});

it.each([
  ["^a{3}b+|cd$", 2],
  ["(a{1000}){1000}", 1_000_000],
  ["(?=abc)(x)\\1*", 1],
])("a text that matches %s has at least %d characters", (source, length) => {
  expect(shortestOf(source)).toBe(length);
});
