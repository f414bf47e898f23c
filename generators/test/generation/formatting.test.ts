// What formatters do to generated code is no edit; everything else is.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { parseSync } from "oxc-parser";
import { format, type Options } from "prettier";
import { describe, expect, test } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { tokensOf } from "../../src/generation/formatting/tokens.ts";
import { isSameForm, unformatted } from "../../src/generation/formatting/unformatted.ts";

const repository = path.join(import.meta.dirname, "../../..");
const generated = globSync("packages/{types,validators,server,client,webhooks}/src/*.gen.ts", { cwd: repository }).map(
  (file) => ({ file, text: readFileSync(path.join(repository, file), "utf8") }),
);

describe("formatters", () => {
  const styles: readonly Options[] = [
    {},
    { semi: false, singleQuote: true, trailingComma: "none", arrowParens: "avoid", quoteProps: "consistent" },
    { printWidth: 40, useTabs: true, bracketSpacing: false, objectWrap: "collapse" },
  ];

  test.each([...styles.entries()])("a file that Prettier formatted is the generated one: %i %j", async (at, style) => {
    expect(generated.length).toBeGreaterThan(30);
    // Other files in each style, and in a long run all of them.
    for (const { file, text } of generated.filter((_, index) => isLong || index % styles.length === at)) {
      const formatted = await format(text, { ...style, parser: "typescript" });
      expect({ file, form: unformatted(formatted) }).toEqual({ file, form: unformatted(text) });
    }
  });

  const biome: readonly object[] = [
    { assist: { enabled: true, actions: { source: { organizeImports: "on" } } } },
    {
      formatter: { indentStyle: "space", indentWidth: 3, lineWidth: 50 },
      javascript: {
        formatter: {
          quoteStyle: "single",
          semicolons: "asNeeded",
          arrowParentheses: "asNeeded",
          trailingCommas: "none",
        },
      },
    },
  ];

  test.each(biome)("a file that Biome formatted, its imports sorted, is the generated one: %j", (config) => {
    const folder = mkdtempSync(path.join(tmpdir(), "waybill-biome-"));
    try {
      for (const { file } of generated) cpSync(path.join(repository, file), path.join(folder, file));
      writeFileSync(path.join(folder, "biome.json"), JSON.stringify({ ...config, linter: { enabled: false } }));
      execFileSync(path.join(repository, "node_modules/.bin/biome"), ["check", "--write", "."], { cwd: folder });
      for (const { file, text } of generated) {
        const formatted = readFileSync(path.join(folder, file), "utf8");
        expect({ file, form: unformatted(formatted) }).toEqual({ file, form: unformatted(text) });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("formatting", () => {
  test.each([
    ["spaces and lines", "f(a,b)", "f(\n  a,\n  b,\n);"],
    ["quotes", `x = "it's"`, "x = 'it\\'s'"],
    ["quotes in quotes", `x = 'say "a"'`, 'x = "say \\"a\\""'],
    ["quoted keys", 'x = { "a": 1, b: 2 }', "x = { a: 1, 'b': 2 };"],
    ["quoted optional keys", 'type A = { "a"?: string; b: "c" }', "type A = {\n  a?: string\n  b: 'c'\n}"],
    ["parentheses of a parameter", "f((a) => a)", "f(a => a)"],
    ["parentheses of a body", "f((a) => (a ? b : c))", "f((a) =>\n a ? b : c)"],
    ["parentheses of what is returned", "function f() { return (\n a && b\n ); }", "function f() { return a && b }"],
    ["the first bar of a union", "type A = B | C;", "type A =\n  | B\n  | C"],
    ["digits", "x = [0XAB, 1.50, .5, 1e+10]", "x = [0xab, 1.5, 0.5, 1e10]"],
    ["the lines of comments", "/**\n * One\n * two.\n */\nlet a;", "  /** One two. */\n  let a"],
    [
      "the order of imports",
      'import { b, a } from "b";\nimport c from "a";\na();',
      "import c from 'a'\nimport { a, b } from 'b'\na()",
    ],
    [
      "semicolons before an index signature",
      "type A = { a: 1; [b: string]: 2 }",
      "type A = {\n a: 1\n [b: string]: 2\n}",
    ],
    ["line ends of Windows", "/* a\nb */\nlet a = `\n`;", "/* a\r\nb */\r\nlet a = `\r\n`;\r\n"],
  ])("%s", (_, one, other) => expect(isSameForm("a.gen.ts", one, other)).toBe(true));

  test("JSON is code, Markdown is not", () => {
    expect(isSameForm("a.gen.json", '{"a":1}', '{\n  "a": 1\n}\n')).toBe(true);
    expect(isSameForm("a.gen.md", "a b", "a  b")).toBe(false);
  });
});

describe("an edit", () => {
  test.each([
    ["a grouping", "x = (a + b) * c", "x = a + b * c"],
    ["a space in a string", 'x = "a b"', 'x = "ab"'],
    ["a space in a template", "x = `a ${b} c`", "x = `a ${b}  c`"],
    ["a space in a regular expression", "x = /a b/u", "x = /ab/u"],
    ["a space in one behind a condition", "if (a) /a b/.test(c)", "if (a) /ab/.test(c)"],
    ["an escape", 'x = "\\n"', 'x = "n"'],
    ["a key that is another", 'x = { "a-b": 1 }', 'x = { "a_b": 1 }'],
    ["a line end behind return", "function f() { return a }", "function f() {\n return\n a }"],
    ["a semicolon behind return", "function f() { return a }", "function f() { return; a }"],
    ["a loop without a body", "while (a) b()", "while (a); b()"],
    ["an object that becomes a block", "f = () => ({})", "f = () => {}"],
    ["a call that becomes two statements", "a\n(b)", "a;\n(b)"],
    ["an increment that changes sides", "a\n++b", "a++\nb"],
    ["signs", "x = a + +b", "x = a ++ b"],
    ["an assertion that becomes a comparison", "a! = b", "a != b"],
    ["a hole in an array", "x = [a, ,]", "x = [a,]"],
    ["a comma between arguments", "f((a, b))", "f(a, b)"],
    ["a word in a comment", "// one\nlet a", "// two\nlet a"],
    ["code that becomes a comment", "a;\nb;", "a;\n// b;"],
    ["a directive", '"use strict";\na', "a"],
    ["an optional member", "type A = { a?: 1 }", "type A = { a: 1 }"],
    ["another literal", "x = 10", "x = 1"],
    ["a large number", "x = 9007199254740993n", "x = 9007199254740992n"],
  ])("%s", (_, one, other) => expect(isSameForm("a.gen.ts", one, other)).toBe(false));

  test("that changes the syntax tree or a comment is always seen", () => {
    const files = generated.filter(({ text }) => text.length < 8_000);
    const edits = fc.record({
      file: fc.constantFrom(...files),
      at: fc.nat(999_999),
      kind: fc.constantFrom("delete", "repeat", "swap", "break", "insert", "replace"),
      with: fc.constantFrom(";", ",", "(", ")", "|", "&", "-", "!", "++", "a", '"a"', "1", "/", "=>", "?", "\n"),
    });
    fc.assert(
      fc.property(edits, ({ file: { text }, at, kind, with: other }) => {
        const edited = editedAt(text, at, kind, other);
        const tree = treeOf(edited);
        fc.pre(tree !== null && tree !== treeOf(text));
        expect(unformatted(edited)).not.toBe(unformatted(text));
      }),
      { numRuns: isLong ? 600 : 60, maxSkipsPerRun: 1000 },
    );
  });
});

/** The text with one token changed, behind its imports. */
function editedAt(text: string, at: number, kind: string, other: string): string {
  const places: { start: number; end: number }[] = [];
  let from = 0;
  for (const token of tokensOf(text).texts) {
    const start = text.indexOf(token, from);
    from = start + token.length;
    places.push({ start, end: from });
  }
  const last = places.findLastIndex(({ start }) =>
    /^(?:import|export) [^\n]* from /m.test(text.slice(start).split("\n", 1).join("")),
  );
  const index = last + 6 + Math.floor((at / 1_000_000) * (places.length - last - 7));
  const [one, next] = [places[index], places[index + 1]];
  if (one === undefined || next === undefined) return text;
  const token = text.slice(one.start, one.end);
  const follower = text.slice(next.start, next.end);
  const rest = text.slice(one.end);
  const before = text.slice(0, one.start);
  switch (kind) {
    case "delete":
      return before + rest;
    case "repeat":
      return `${before}${token} ${token}${rest}`;
    case "swap":
      return `${before}${follower} ${token} ${text.slice(next.end)}`;
    case "break":
      return `${before}${token}\n${rest}`;
    case "insert":
      return `${before}${token} ${other} ${rest}`;
    default:
      return `${before}${other}${rest}`;
  }
}

/** What a program means: its syntax tree without places, parentheses and quotes; `null` if it is none. */
function treeOf(text: string): string | null {
  const { program, errors, comments } = parseSync("a.ts", text, { preserveParens: false, astType: "ts" });
  if (errors.length > 0) return null;
  const ignored = new Set(["start", "end", "raw", "range", "loc"]);
  const tree = JSON.stringify(program, (key, value: unknown) => {
    if (ignored.has(key)) return undefined;
    if (typeof value === "bigint") return `${value}n`;
    return Array.isArray(value) ? value.filter((one) => one?.type !== "EmptyStatement") : onlyMember(value);
  });
  return tree + comments.map(({ value }) => value.replace(/[\s*]+/g, " ")).join("\n");
}

/** `| A` is `A`. */
function onlyMember(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("types" in value) || !Array.isArray(value.types)) return value;
  return value.types.length === 1 ? onlyMember(value.types[0]) : value;
}
