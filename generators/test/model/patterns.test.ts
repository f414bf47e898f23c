import { describe, expect, it } from "vitest";
import { unicodePatternOf } from "../../src/model/analysis/unicode-patterns.ts";

describe("a pattern that does not compile in Unicode mode", () => {
  it.each([
    ["^[a-zA-Z0-9_\\-\\:]+$", "^[a-zA-Z0-9_\\-:]+$"],
    ["^\\d{4}\\-\\d{2}$", "^\\d{4}-\\d{2}$"],
    ["\\@\\_\\#\\/", "@_#\\/"],
    ["^[\\w-.]+$", "^[\\w\\-.]+$"],
    ["^{[a-z]+}$", "^\\{[a-z]+\\}$"],
    ["a]", "a\\]"],
    ["\\p{L}\\:", "\\p{L}:"],
  ])("is rewritten where it has an equivalent: %s is %s", (pattern, expected) => {
    expect(unicodePatternOf(pattern)).toBe(expected);
    for (const text of ["a:b-c", "2020-01", "@_#/", "a.b", "{ab}", "a]", "x", ""]) {
      if (!pattern.includes("\\p")) expect(new RegExp(expected, "u").test(text)).toBe(new RegExp(pattern).test(text));
    }
  });

  it.each(["\\Aabc\\Z\\:", "\\h+\\:", "(?i)abc", "[A-Z", "a{,3}\\:", "[]a]", "(?=a)*", "a++"])(
    "has no equivalent as %s",
    (pattern) => {
      expect(unicodePatternOf(pattern)).toBeNull();
    },
  );

  it("is unchanged when it compiles", () => {
    expect(unicodePatternOf("^[\\w.]+\\p{L}$")).toBe("^[\\w.]+\\p{L}$");
  });
});
