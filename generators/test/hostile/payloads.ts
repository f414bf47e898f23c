// Texts that a description may hold and that must stay text: each tries to become code, to hide, or to break a tool.

export interface Payload {
  readonly name: string;
  readonly text: string;
}

/** Sets a mark when it runs; tests look for it after loading what was generated. */
const strike = "globalThis.struck = true";

const ends: Readonly<Record<string, string>> = {
  "comment end": "*/",
  "code after a comment": `*/ ${strike}; /*`,
  "import after a comment": `*/ import("node:fs") /*`,
  "comment end with a zero width space": `*\u200b/ ${strike}; /*`,
  "comment end with a control character": `*\u0000/ ${strike}; /*`,
  "comment end over two lines": `*\n/ ${strike}; /*`,
  "comment end across a line separator": `*\u2028/ ${strike}; /*`,
  "comment start": "/* /** //",
  "line comment": `// ${strike}`,
  "double quote": `"`,
  "single quote": `'`,
  "code after a double quote": `"); ${strike}; ("`,
  "code after a single quote": `'); ${strike}; ('`,
  backtick: "`",
  "code after a backtick": `\`; ${strike}; \``,
  substitution: "${globalThis.struck = true}",
  "substitution that exits": "`${process.exit(1)}`",
  backslash: "\\",
  "backslash before a quote": `\\"; ${strike}; //`,
  "unicode escape of a quote": `\\u0022; ${strike}; //`,
  "typographic quotes": "“‘«»’”",
  "closing brackets": "})]>;",
  "opening brackets": "{([<",
  "end of a script": `</script><script>${strike}</script>`,
  "HTML comment": "<!-- -->",
  "HTML comment end": `--> ${strike}`,
};

const lines: Readonly<Record<string, string>> = {
  "line feed": `a\n${strike}`,
  "carriage return": `a\r${strike}`,
  "CR LF": `a\r\n${strike}\r\n`,
  "line separator": `a\u2028${strike}`,
  "paragraph separator": `a\u2029${strike}`,
  "next line": `a\u0085${strike}`,
  "vertical tab and form feed": `a\v${strike}\f`,
  "several paragraphs": "a\n\n\n * b\n\n@deprecated c",
  "a space": " ",
  "spaces around": "  a  ",
  "a tab": "\t",
  nothing: "",
};

const directives: Readonly<Record<string, string>> = {
  "@ts-ignore": "@ts-ignore",
  "@ts-nocheck on a line": "a\n@ts-nocheck",
  "@ts-expect-error in a comment": "// @ts-expect-error",
  "reference directive": `/// <reference path="./evil.ts" />`,
  "hash bang": "#!/usr/bin/env node",
  "source map": "//# sourceMappingURL=evil.js.map",
  "JSDoc tag": "@type {any}",
  "JSDoc link": "{@link evil} {@",
  "use strict": `"use strict"`,
  "import placeholder": "{@}",
  "replacement pattern": "$& $1 $` $' $$ $<a>",
  "format directive": "%s %d %c {} {0}",
};

const names: Readonly<Record<string, string>> = {
  prototype: "prototype",
  // biome-ignore lint/suspicious/noThenProperty: a text, no method.
  then: "then",
  toJSON: "toJSON",
  class: "class",
  default: "default",
  await: "await",
  null: "null",
  undefined: "undefined",
  arguments: "arguments",
  any: "any",
  type: "type",
  string: "string",
  Promise: "Promise",
  Record: "Record",
  Object: "Object",
  Response: "Response",
  z: "z",
  zodSchema: "ZodType",
  globalThis: "globalThis",
  struck: "struck",
  "a number": "12e3",
  "a digit first": "1st",
  "two words": "two words",
  "kebab-case": "kebab-case",
  snake_case: "_snake__case_",
  dots: "a.b.c",
  "a path": "../../../etc/passwd",
  "a pointer": "~1~0/a%2Fb#/c",
  "percent-encoded": "%2F%00%zz",
  "a reference": "#/components/schemas/Evil",
  "equals sign": "=",
  "arrow function": `() => { ${strike} }`,
  "query syntax": "a=b&c[]=d?e#f",
  "header syntax": "a: b, c; d",
};

const unicode: Readonly<Record<string, string>> = {
  NUL: "\u0000",
  escape: "\u001b[31mred\u001b[0m\u0007",
  "right-to-left override": "a\u202edesrever\u202c",
  "direction isolates": "\u2066a\u2069",
  "zero width characters": "a\u200b\u200c\u200d\u2060b",
  "byte order mark": "\ufeffa",
  "soft hyphen and no-break space": "a\u00ad\u00a0b",
  "high surrogate alone": "a\ud83d",
  "low surrogate alone": "\ude00a",
  emoji: "👩‍👩‍👧 🇪🇺 😀",
  "combining marks": "e\u0301\u0323 ﬁ ß İ",
  "letters beyond the BMP": "𝒜𐐀",
  "other scripts": "注文_順序 заказ",
  "Kelvin sign and long s": "\u212aſ",
  "tag characters": "a\u{e0041}\u{e007f}",
  noncharacters: "\uffff\u{10ffff}",
};

const long: Readonly<Record<string, string>> = {
  "a very long word": "w".repeat(5_000),
  "a very long line": "word ".repeat(1_000),
  "very many lines": "line */ `${1}`\n".repeat(100),
};

/** Each may stand anywhere and must stay text. */
export const payloads: readonly Payload[] = payloadsOf({
  ...ends,
  ...lines,
  ...directives,
  ...names,
  ...unicode,
  ...long,
});

/** What every JavaScript object has of its own. As names of members they get code of their own. */
export const inherited: readonly Payload[] = payloadsOf({
  ["__proto__"]: "__proto__",
  ["constructor"]: "constructor",
  ["toString"]: "toString",
  ["hasOwnProperty"]: "hasOwnProperty",
  ["valueOf"]: "valueOf",
});

/** Words with a meaning in JavaScript or TypeScript. */
export const reserved: readonly string[] = (
  "abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue debugger declare default " +
  "delete do else enum eval export extends false finally for from function get global globalThis if implements import in infer Infinity " +
  "instanceof interface intrinsic is keyof let module NaN namespace never new null number object of out override package private protected " +
  "prototype public readonly require return satisfies set static string super switch symbol this throw toString true try type typeof " +
  "undefined union unique unknown using valueOf var void while with yield then hasOwnProperty"
).split(" ");

/** Names that generated code, or what it calls, finds in every module or imports. */
export const globals: readonly string[] = (
  "Array ArrayBuffer Blob Date Error Exclude Extract File FormData Function Headers Map Object Omit Partial Pick Promise Proxy " +
  "ReadableStream Readonly Record Reflect RegExp Request Required Response Set String Symbol Uint8Array URL URLSearchParams WeakMap " +
  "Buffer Client Context Handlers Operation Options Route Server Shape SecurityScheme WebhookEvent ZodType console exports process " +
  "createClient operations parameters routes schemas securitySchemes send servers unimplemented unchanged z zod " +
  "ApiError HeaderReaders ResponseSpec chooseMediaType commonHeaders createSend defaultSecurity fetch json putBody readNumber text"
).split(" ");

function payloadsOf(texts: Readonly<Record<string, string>>): Payload[] {
  return Object.entries(texts).map(([name, text]) => ({ name, text }));
}
