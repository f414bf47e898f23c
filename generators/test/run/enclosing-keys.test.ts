import { expect, test } from "vitest";
import { enclosingKeys } from "../../src/run/drift/origin.ts";

/** `|` marks the place. */
test.each([
  ["export type A = { id: str|ing };", ["id"]],
  ["export type A = {\n  id: string;\n  to: {\n    city?: st|ring;\n  };\n};", ["to", "city"]],
  ["export type A = {\n  id: string;\n  |note?: string;\n};", ["note"]],
  ["export type A = {\n  id: string;\n  to|wn: string;\n};", ["town"]],
  ["export type A = {\n  /** Wor|ds: many. */\n  id: string;\n};", ["id"]],
  ["export type A = {\n  id: string;\n  /** Words; more { words. */\n  no: num|ber;\n};", ["no"]],
  ['export type A = { "a b;{": string; "c-d"?: num|ber };', ["c-d"]],
  [
    "const S: z.ZodType<A> = z.looseObject({ sku: z.string(), lines: z.array(z.looseObject({ n: z.num|ber() })) });",
    ["lines", "n"],
  ],
  ["const S: z.ZodType<A> = z.looseObject({ sku: z.string() }).opt|ional();", []],
  ["export type A = st|ring;", []],
])("the keys around | are found in %j", (marked, keys) => {
  expect(enclosingKeys(marked.replace("|", ""), 0, marked.indexOf("|"))).toEqual(keys);
});
