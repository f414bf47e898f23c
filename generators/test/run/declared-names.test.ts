// The names that are found in declaration files: each member with the path that leads to it.
import { expect, test } from "vitest";
import { marksIn } from "../../src/run/declaration-maps/declared-names.ts";

/** `start-end path`, zero-based lines and columns; an index signature is `*`. */
function pathsIn(text: string): string[] {
  const marks = marksIn<string>(text, {
    declared: (name, see) => (see === null ? name : `${name}<${see}>`),
    member: (of, name, see) => `${of}.${name ?? "*"}${see === null ? "" : `<${see}>`}`,
  });
  return marks.map(({ line, column, edge, meaning }) => `${line}:${column} ${edge} ${meaning}`);
}

function namesIn(text: string): string[] {
  return pathsIn(text).flatMap((one) => / start (.*)$/.exec(one)?.[1] ?? []);
}

test("a declaration and its members have a start, a name and an end each", () => {
  expect(pathsIn('/** @see a.yaml#/x */\nexport type A = {\n  readonly "b-c"?: string;\n};\n')).toEqual([
    "1:0 start A<a.yaml#/x>",
    "1:12 name A<a.yaml#/x>",
    "1:13 name end A<a.yaml#/x>",
    "2:2 start A<a.yaml#/x>.b-c",
    "2:11 name A<a.yaml#/x>.b-c",
    "2:16 name end A<a.yaml#/x>.b-c",
    "2:26 end A<a.yaml#/x>.b-c",
    "3:2 end A<a.yaml#/x>",
  ]);
});

test.each([
  ["members on one line", "type A = { b: { c: 1 }; d: 2 };", ["A", "A.b", "A.b.c", "A.d"]],
  [
    "members of the items of an array",
    "type A = { b: { c: 1 }[]; d: Array<{ e: 1 }> };",
    ["A", "A.b", "A.b.c", "A.d", "A.d.e"],
  ],
  ["members of the parts of a union", "type A =\n  | { b: 1 }\n  | (C & { d: 2 });", ["A", "A.b", "A.d"]],
  ["values of an index signature", "type A = { [key: string]: { b: 1 } };", ["A", "A.*.b"]],
  [
    "methods",
    "interface A<T extends { x: 1 }> {\n  b<U>(c: U): void;\n  d(e?: F): G;\n}\ntype H = 1;",
    ["A", "A.x", "A.b", "A.d", "H"],
  ],
  [
    "literals that look like code",
    'type A = "{ b: 1; }" | `c{ d: ${string} }`;\ntype E = { f: "\\"; g: 1" };',
    ["A", "E", "E.f"],
  ],
  [
    "constants and functions",
    "export declare const a: { b: 1 };\nexport declare function c(d: { e: 1 }): F;",
    ["a", "a.b", "c", "c.e"],
  ],
  ["no imports and no exports of others", 'import type { A } from "./a.js";\nexport * from "./b.js";\nexport {};', []],
  ["no comments", "// type A = { b: 1 }\n/* type C = 1; */\ntype D = 1;", ["D"]],
])("the names are those of %s", (_, text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test("a comment refers to the member below it only", () => {
  const text =
    "type A = {\n  /** @see a.yaml#/b */\n  b: 1;\n  c: 2;\n  /**\n   * Text.\n   * @see a.yaml#/d\n   */\n  d(): 3;\n};";
  expect(namesIn(text)).toEqual(["A", "A.b<a.yaml#/b>", "A.c", "A.d<a.yaml#/d>"]);
});
