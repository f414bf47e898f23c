// The quick start's page is read as steps to follow, and what the terminals print is compared with what it says they print.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isPrinted } from "./expected.ts";
import { blocksOfMarkdown, stepsOf } from "./page.ts";

const page = path.resolve(import.meta.dirname, "../../docs/guides/quick-start.md");

test("every block of the quick start is something to do or to see", () => {
  const steps = stepsOf(blocksOfMarkdown(readFileSync(page, "utf8")));
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(["run", "prints", "file"]));
});

test.each([
  ["```sh\nls\n```", /neither a terminal nor a file/],
  ['```js title="Terminal 1"\nls\n```', /has to be sh/],
])("but not %j", (markdown, problem) => {
  expect(() => stepsOf(blocksOfMarkdown(markdown))).toThrow(problem);
});

test.each([
  ["401\n", "401\n", true],
  ["401\n", "204\n", false],
  ['{"id":"ord_01M812V2R9G4T5F6Q2X8Y1Z3AB"}', '{"id":"ord_01M8133HDA7FR54CX0YH33A01K"}', true],
  ['{"id":"ord_01M812V2R9G4T5F6Q2X8Y1Z3AB"}', '{"id":"sub_01M8133HDA7FR54CX0YH33A01K"}', false],
  ["verified order.created {…}", 'verified order.created {"event":"order.created"}', true],
  ["verified order.created {…}", 'NOT VERIFIED order.created {"event":"order.created"}', false],
  ["a.b", "axb", false],
])("%j is printed in %j: %s", (expected, printed, verdict) => {
  expect(isPrinted(expected, printed)).toBe(verdict);
});
