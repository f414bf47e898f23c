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
import { isSameProgram } from "../../src/run/formatting/syntax-tree.ts";
import { tokensOf } from "../../src/run/formatting/tokens.ts";
import { isSameForm, unformatted } from "../../src/run/formatting/unformatted.ts";

const repository = path.join(import.meta.dirname, "../../..");
const generated = globSync("packages/fulfillment/{types,validators,server,client,webhooks}/src/{,runtime/}*.gen.ts", {
  cwd: repository,
}).map((file) => ({ file, text: readFileSync(path.join(repository, file), "utf8") }));

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
  ])("does not change the form of a file: %s", (_, one, other) =>
    expect(isSameForm("a.gen.ts", one, other)).toBe(true),
  );

  test("JSON is code, Markdown is not", () => {
    expect(isSameForm("a.gen.json", '{"a":1}', '{\n  "a": 1\n}\n')).toBe(true);
    expect(isSameForm("a.gen.md", "a b", "a  b")).toBe(false);
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
  ])("changes the form of a file: %s", (_, one, other) => expect(isSameForm("a.gen.ts", one, other)).toBe(false));

  test("the syntax trees decide where formatters leave parentheses that the form does not know", () => {
    const isSame = (one: string, other: string): boolean => isSameProgram("a.gen.ts", one, other);
    expect(
      isSame('type A = { "b": (() => C) extends D ? E : F };', "type A = { b: (() => C) extends (D) ? E : F }"),
    ).toBe(true);
    expect(isSame("x = (a + b) * c", "x = a + b * c")).toBe(false);
    expect(isSame("// one\nlet a", "let a")).toBe(false);
    expect(isSame("let a", "const a = 1")).toBe(false);
    expect(isSame("let a = 1", "let a =")).toBe(false);
  });

  test("that changes the syntax tree or a comment is always seen", () => {
    const files = generated.filter(({ text }) => text.length < 8_000);
    const edits = fc.record({
      file: fc.constantFrom(...files),
      at: fc.nat(999_999),
      kind: fc.constantFrom("delete", "repeat", "swap", "break", "insert", "replace", "group", "ungroup"),
      with: fc.constantFrom(";", ",", "(", ")", "|", "&", "-", "!", "++", "a", '"a"', "1", "/", "=>", "?", "\n"),
    });
    fc.assert(
      fc.property(edits, ({ file: { text }, at, kind, with: other }) => {
        const edited = editedAt(text, at, kind, other);
        const tree = treeOf(edited);
        fc.pre(tree !== null && tree !== treeOf(text));
        expect(unformatted(edited)).not.toBe(unformatted(text));
      }),
      { numRuns: isLong ? 3000 : 60, maxSkipsPerRun: 1000 },
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
    case "group": {
      const end = places[index + 1 + (at % 7)]?.end ?? one.end;
      return `${before}(${text.slice(one.start, end)})${text.slice(end)}`;
    }
    case "ungroup": {
      const open = text.indexOf("(", one.start);
      const close = closingOf(text, open);
      return close === -1 ? text : `${text.slice(0, open)} ${text.slice(open + 1, close)} ${text.slice(close + 1)}`;
    }
    case "insert":
      return `${before}${token} ${other} ${rest}`;
    default:
      return `${before}${other}${rest}`;
  }
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at !== -1 && at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
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

/** `| A` is `A`, `(A | B) | C` is `A | B | C`, and `a && (b && c)` is `a && b && c`. */
function onlyMember(value: unknown): unknown {
  if (isLogical(value)) return { operator: value.operator, operands: operandsOf(value, value.operator) };
  if (typeof value !== "object" || value === null || !("types" in value) || !Array.isArray(value.types)) return value;
  if (value.types.length === 1) return onlyMember(value.types[0]);
  const isNested = (one: unknown): one is { types: unknown[] } =>
    typeof one === "object" && one !== null && "type" in one && "type" in value && one.type === value.type;
  const flat = (types: readonly unknown[]): unknown[] =>
    types.flatMap((one) => (isNested(one) ? flat(one.types) : [one]));
  return { ...value, types: flat(value.types) };
}

interface Logical {
  readonly operator: unknown;
  readonly left: unknown;
  readonly right: unknown;
}

function isLogical(value: unknown): value is Logical {
  return typeof value === "object" && value !== null && "type" in value && value.type === "LogicalExpression";
}

function operandsOf(value: unknown, operator: unknown): unknown[] {
  if (!isLogical(value) || value.operator !== operator) return [value];
  return [...operandsOf(value.left, operator), ...operandsOf(value.right, operator)];
}
