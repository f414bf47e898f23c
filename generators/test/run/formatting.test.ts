// What formatters do to generated code is no edit; everything else is.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { format, type Options } from "prettier";
import { describe, expect, test } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { isSameProgram } from "../../src/run/formatting/syntax-tree.ts";
import { formHash } from "../../src/run/formatting/unformatted.ts";

const repository = path.join(import.meta.dirname, "../../..");
const generated = globSync(
  "packages/fulfillment/{types,validators,server,client,webhooks}/src/{,runtime/,generated/{client,runtime,sdk}/}*.gen.ts",
  {
    cwd: repository,
  },
).map((file) => ({ file, text: readFileSync(path.join(repository, file), "utf8") }));

function expectSame(file: string, formatted: string, text: string): void {
  expect({ file, isSame: isSameProgram(file, formatted, text) }).toEqual({ file, isSame: true });
  expect({ file, form: formHash(file, formatted) }).toEqual({ file, form: formHash(file, text) });
}

describe("formatters", () => {
  const styles: readonly Options[] = [
    {},
    { printWidth: 100 },
    { printWidth: 120, experimentalOperatorPosition: "start" },
    { semi: false, singleQuote: true, trailingComma: "none", arrowParens: "avoid", quoteProps: "consistent" },
    { printWidth: 40, useTabs: true, bracketSpacing: false, objectWrap: "collapse" },
  ];

  test.each([...styles.entries()])("a file that Prettier formatted is the generated one: %i %j", async (at, style) => {
    expect(generated.length).toBeGreaterThan(30);
    // Other files in each style, and in a long run all of them.
    for (const { file, text } of generated.filter((_, index) => isLong || index % styles.length === at)) {
      const formatted = await format(text, { ...style, parser: "typescript" });
      expectSame(file, formatted, text);
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

  test.each([...biome.entries()])(
    "a file that Biome formatted, its imports sorted, is the generated one: %i %j",
    (at, config) => {
      const folder = mkdtempSync(path.join(tmpdir(), "waybill-biome-"));
      try {
        const formatted = generated.filter((_, index) => isLong || index % biome.length === at);
        for (const { file } of formatted) cpSync(path.join(repository, file), path.join(folder, file));
        writeFileSync(path.join(folder, "biome.json"), JSON.stringify({ ...config, linter: { enabled: false } }));
        execFileSync(path.join(repository, "node_modules/.bin/biome"), ["check", "--write", "."], { cwd: folder });
        for (const { file, text } of formatted) expectSame(file, readFileSync(path.join(folder, file), "utf8"), text);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
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
    ["parentheses of mixed operators", "x = a && b || c % d * e >= 1", "x = (a && b) || ((c % d) * e) >= 1"],
    ["parentheses of logical operators of one kind", "x = a && (b && c) || d", "x = (a && b && c) || d"],
    [
      "parentheses of nested conditional types",
      "type A = B extends C ? D extends E ? F : G : H",
      "type A = B extends C ? (D extends E ? F : G) : H",
    ],
    ["parentheses in a union", "type A<T> = B & C | Map<D & E | F, G>", "type A<T> = (B & C) | Map<(D & E) | F, G>"],
    ["parentheses around type arguments", "f((a) => a ? new Map<B, C>() : d)", "f((a) => (a ? new Map<B, C>() : d))"],
    ["parentheses of an assignment", "while (a = b()) c = d = e", "while ((a = b())) c = (d = e)"],
    [
      "semicolons before call signatures",
      "type A = { (): B; (a: C): D; <E>(a: E): F }",
      "type A = {\n (): B\n (a: C): D\n <E>(a: E): F\n}",
    ],
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
  ])("leaves the program as it is: %s", (_, one, other) => expect(isSameProgram("a.gen.ts", one, other)).toBe(true));

  test("JSON is code, Markdown is not", () => {
    const json = ['{"a":1}', '{\n  "a": 1\n}\n'] as const;
    expect(isSameProgram("a.gen.json", ...json)).toBe(true);
    expect(formHash("a.gen.json", json[0])).toBe(formHash("a.gen.json", json[1]));
    expect(isSameProgram("a.gen.json", '{"a":1}', '{"a":2}')).toBe(false);
    expect(isSameProgram("a.gen.md", "a b", "a  b")).toBe(false);
    expect(formHash("a.gen.md", "a b")).toBeNull();
  });
});

describe("an edit", () => {
  test.each([
    ["a grouping", "x = (a + b) * c", "x = a + b * c"],
    ["a grouping on the right", "x = a - (b - c)", "x = a - b - c"],
    ["a sign of a sum", "x = -(a + b)", "x = -a + b"],
    ["the end of an optional chain", "x = (a?.b).c", "x = a?.b.c"],
    ["the end of an assertion", "x = (a as B) | c", "x = a as B | c"],
    ["a constructor", "x = new (a().b)()", "x = new a().b()"],
    ["a member of a new object", "x = (new A).b", "x = new A.b"],
    ["what is awaited", "x = (await a).b", "x = await a.b"],
    ["a condition in a condition", "x = (a ? b : c) ? d : e", "x = a ? b : c ? d : e"],
    ["a function in a condition", "x = (() => a) ? b : c", "x = () => a ? b : c"],
    [
      "what a conditional type checks",
      "type A = (B extends C ? D : E) extends F ? G : H",
      "type A = B extends C ? D : E extends F ? G : H",
    ],
    ["an array of a union", "type A = (B | C)[]", "type A = B | C[]"],
    ["a function in a union", "type A = (() => B) | C", "type A = () => B | C"],
    ["keys of a union", "type A = keyof (B | C)", "type A = keyof B | C"],
    ["a shifted comparison", "x = (a < b) << c", "x = a < b << c"],
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
    [
      "parentheses of a checked type",
      'type A = { "b": (() => C) extends D ? E : F };',
      "type A = { b: () => C extends (D) ? E : F }",
    ],
    ["a comment that is gone", "// one\nlet a", "let a"],
    ["code that is none any more", "let a = 1", "let a ="],
  ])("changes the program: %s", (_, one, other) => expect(isSameProgram("a.gen.ts", one, other)).toBe(false));

  test("of a word, a number, an operator or a bracket changes the hash of a file", () => {
    const text = "export type A = { readonly a?: B[]; b: 1 | -2 } & C;\n// Said of A.\nf(a, [b, , c], `d ${e}`);\n";
    const hashes = new Set([formHash("a.ts", text)]);
    const places = [...text].flatMap((character, at) => (/[^\s;()]/.test(character) ? [at] : []));
    for (const at of places) hashes.add(formHash("a.ts", `${text.slice(0, at)}X${text.slice(at + 1)}`));
    expect(hashes.size).toBe(places.length + 1);
  });
});
