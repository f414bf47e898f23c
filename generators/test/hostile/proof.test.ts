// The proof finds what it is there to find: each of these is a way for text to become more than text.
import { expect, test } from "vitest";
import { differencesOf, parse } from "./proof.ts";

const harmless = `// Header.
import type { Harmless } from "./types.gen.ts";
/** harmlessaa */
export const harmlessSchema = { text: "harmlessaa", pattern: /^harmlessaa$/u, [key]: 1, member: one.harmlessaa };
`;

const breaks: readonly [what: string, from: string, to: string, difference: string][] = [
  ["code after a comment", "/** harmlessaa */", "/** */ evil(); /* */", "SourceFile had 3 parts and has 4"],
  ["code after a literal", `"harmlessaa"`, `"" + evil() + ""`, "StringLiteral has become BinaryExpression"],
  ["a template", `"harmlessaa"`, "`${evil()}`", "StringLiteral has become TemplateExpression"],
  ["text that changes", `"harmlessaa"`, `"hostil"`, `"harmlessaa" should be "hostile"`],
  ["text that loses its end", `"harmlessaa"`, `"hostile\\u0000"`, `"harmlessaa" should be "hostile"`],
  ["a pointer that is cut", `"harmlessaa"`, `"a.json#/paths/~1host"`, `"harmlessaa" should be "hostile"`],
  ["a pattern that changes", "/^harmlessaa$/u", "/^hos|tile$/u", "the pattern should be ^hostile$"],
  [
    "a name that was not assigned",
    "harmlessSchema",
    "evilSchema",
    "harmlessSchema should be named hostileSchema and is evilSchema",
  ],
  ["another function", "one.harmlessaa", "two.harmlessaa", "one should be named one and is two"],
  ["another member", "one.harmlessaa", `one["evil"]`, `"harmlessaa" should be "hostile"`],
  ["an import more", "{ Harmless }", "{ Harmless, evil }", "instead of Hostile it imports Harmless,evil"],
  ["a prototype that is set", "text:", "__proto__:", "an object literal that sets its prototype"],
  ["a directive to the compiler", "/** harmlessaa */", "/** @ts-ignore */", "a directive to the compiler"],
  ["a reference", "// Header.", `/// <reference path="./evil.ts" />`, "a reference directive"],
  ["a source map", "/** harmlessaa */", "//# sourceMappingURL=evil.map", "a source map"],
  ["a hidden character", "/** harmlessaa */", "/** a\u202eb */", "a hidden character"],
  ["half a character", "/** harmlessaa */", "/** \ud800 */", "half a character"],
];

test.each(breaks)("the comparison finds %s", (_what, from, to, difference) => {
  expect(harmless).toContain(from);
  expect(compare(renamed(harmless.replace(from, () => to)))).toContainEqual(expect.stringContaining(difference));
});

test("text in its place is no difference, however it is written", () => {
  const same = renamed(harmless)
    .replace("one.hostile", `one["hostile"]`)
    .replace("/^hostile$/u", `new RegExp("^hostile$", "u")`);
  expect(compare(same)).toEqual([]);
});

function compare(hostile: string): string[] {
  return differencesOf(parse(harmless), hostile, {
    text: (text) => text.replace("harmlessaa", "hostile"),
    name: (name) => name.replace("harmless", "hostile").replace("Harmless", "Hostile"),
  });
}

/** What correct output looks like, except where a break has put something else. */
function renamed(text: string): string {
  return text
    .replaceAll("harmlessaa", "hostile")
    .replaceAll("harmlessSchema", "hostileSchema")
    .replaceAll("{ Harmless }", "{ Hostile }");
}
