// The quick start's page is read as steps to follow, and what the terminals print is compared with what it says they print.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isPrinted } from "../harness/expected.ts";
import { blocksOfMarkdown, stepsOf } from "../harness/page.ts";
import { blocksOfHtml, linkTo } from "./site.ts";

const page = path.resolve(import.meta.dirname, "../../../docs/guides/quick-start.md");

test("every block of the quick start is something to do or to see", () => {
  const steps = stepsOf(blocksOfMarkdown(readFileSync(page, "utf8")));
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(["run", "prints", "file"]));
});

test.each([
  ["```sh\nls\n```", /neither a terminal nor a file/],
  ['```js title="Terminal 1"\nls\n```', /has to be sh/],
])("a malformed quick start is refused: %j", (markdown, problem) => {
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
])("an expected line is found in what was printed: %j in %j, %s", (expected, printed, verdict) => {
  expect(isPrinted(expected, printed)).toBe(verdict);
});

const html = `<nav><a href="/elsewhere/">Quick start</a></nav><main>
  <a href="/1.0.0/guides/quick-start/"><b>Quick start</b> in five minutes</a>
  <figure class="frame"><figcaption><span class="title">Terminal 1</span></figcaption><pre data-language="sh"><code>ls</code></pre>
  <button data-code="ls \u007F&quot;a&quot;">Copy</button></figure></main>`;

test("in the site, what is done is what the copy buttons copy", () => {
  expect(linkTo("Quick start", html)).toBe("/1.0.0/guides/quick-start/");
  expect(blocksOfHtml(html)).toEqual([{ language: "sh", title: "Terminal 1", text: 'ls \n"a"\n' }]);
});

test("a page without the link or a button is refused", () => {
  expect(() => linkTo("Quick start", html.replace("<b>Quick", "<b>Slow"))).toThrow("no link");
  expect(() => blocksOfHtml(html.replace("data-code", "data-text"))).toThrow("no copy button");
});
