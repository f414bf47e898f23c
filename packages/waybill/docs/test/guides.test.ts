import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withDirectives } from "../src/blocks/directives.ts";
import { Prose } from "../src/blocks/prose.ts";
import { accentCss, accentOf, accentWarnings } from "../src/run/accent.ts";
import { readGuides } from "../src/run/guides.ts";

test("a guide is called by its front matter or its first heading, and links between files lead to pages", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-guides-"));
  mkdirSync(path.join(folder, "more"));
  writeFileSync(
    path.join(folder, "first-call.md"),
    "# First call\n\nSee [more](./more/README.md#x) and [the web](https://a.example).\n",
  );
  writeFileSync(
    path.join(folder, "more/README.md"),
    "---\ntitle: More\norder: 1\n---\n\nBack to [the start](../first-call.md).\n",
  );
  writeFileSync(path.join(folder, "more/picture.png"), "");
  const { guides, others } = readGuides(folder, "/docs/");
  expect(guides.map(({ path: sitePath, title, description }) => ({ sitePath, title, description }))).toEqual([
    { sitePath: "/guides/more/", title: "More", description: "Back to the start." },
    { sitePath: "/guides/first-call/", title: "First call", description: "See more and the web." },
  ]);
  expect(guides[1]?.body).toContain("[more](/docs/guides/more/#x) and [the web](https://a.example)");
  expect(guides[0]?.body).toContain("[the start](/docs/guides/first-call/)");
  // What describes them is their first sentence, which is not shown twice.
  for (const { text } of guides) expect(text).toContain("lead: false");
  expect(others.map(({ to }) => to)).toEqual(["guides/more/picture.png"]);
});

test("Mermaid that cannot be drawn, and an image that is missing, outside the folder or of another format, are problems with their line", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-guides-"));
  const text =
    "---\ntitle: A\n---\n\nSee ![a](./a%20b.png)\nand ![b][b].\n\n    ![code](no.png)\n\n![c](../c.png) ![d](d.bmp)\n![web](https://a.example/e.png) ![site](/f.png)\n\n[b]: no/b.svg\n";
  writeFileSync(path.join(folder, "start.md"), text);
  writeFileSync(path.join(folder, "d.bmp"), "");
  writeFileSync(path.join(folder, "other.md"), "# B\n\n```mermaid\nno diagram\n```\n");
  expect(readGuides(folder, "/").problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
    "3:1 this Mermaid cannot be drawn",
    "5:10 the image ./a b.png does not exist",
    "5:1 the image no/b.svg does not exist",
    "10:6 the image ../c.png is outside the folder of the guides",
    "10:21 the image d.bmp has no known format",
  ]);
});

test("directives and alerts become HTML around their Markdown, and stay text in code", () => {
  const text = [
    ...["::::tabs", ":::tab[npm]", "`a`", ":::", ":::tab[<pnpm>]", "b", ":::", "::::"],
    ...[":::warning[Mind]", "- c", ":::", "> [!NOTE]", "> d *e*", "f", "```md", ":::tip", "> [!TIP]", "```"],
  ].join("\n");
  const { text: html, problems } = withDirectives(text);
  expect(problems).toEqual([]);
  expect(html.split(/\n+/).filter((line) => line !== "")).toEqual([
    ...['<div class="wb-tabs">', '<details name="tabs-1" open>', "<summary>npm</summary>", "`a`", "</details>"],
    ...['<details name="tabs-1">', "<summary>&lt;pnpm&gt;</summary>", "b", "</details>", "</div>"],
    ...['<div class="wb-callout wb-caution" role="note">', '<p class="wb-callout-title">Mind</p>', "- c", "</div>"],
    ...['<div class="wb-callout wb-note" role="note">', '<p class="wb-callout-title">Note</p>', "d *e*", "</div>", "f"],
    ...["```md", ":::tip", "> [!TIP]", "```"],
  ]);
  // The descriptions of APIs have them too, and lists of tasks.
  expect(new Prose().html("- [x] a\n- [ ] b", { level: 2, anchors: false })).toContain(
    '<li class="wb-task">☑ a</li>\n<li class="wb-task">☐ b</li>',
  );
  expect(new Prose().html("> [!TIP]\n> Use `x`.", { level: 2, anchors: false })).toBe(
    '<div class="wb-callout wb-tip" role="note">\n<p class="wb-callout-title">Tip</p>\n<p>Use <code>x</code>.</p>\n</div>\n',
  );
});

test.each([
  [":::nots\nx\n:::", 4, "unknown directive :::nots", "did you mean note?"],
  ["a\n\n:::tip\nb", 6, ":::tip is never closed", "close it with a line of :::"],
  ["a\n:::", 5, "::: closes nothing", expect.stringContaining("note, info, tip")],
  [":::tab[a]\nb\n:::", 4, ":::tab is not directly inside ::::tabs", expect.any(String)],
  ["::::tabs\n:::tab\nb\n:::\n::::", 5, ":::tab has no title", "write the title in brackets, such as :::tab[npm]"],
])("a guide with %j has a problem in line %i: %s", (body, line, message, hint) => {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-guides-"));
  writeFileSync(path.join(folder, "start.md"), `---\ntitle: A\n---\n${body}\n`);
  const file = path.join(folder, "start.md");
  expect(readGuides(folder, "/").problems).toEqual([{ file, line, column: 1, message, hint }]);
});

test("an accent that is too light for text is darkened on light pages, with a warning that has both contrasts", () => {
  expect(accentOf("#ffcc00")?.light).toMatchObject({ main: "#ffcc00" });
  expect(accentOf("#ffcc00")?.light.text).not.toBe("#ffcc00");
  expect(accentOf("#ffcc00")?.dark.text).toBe("#ffcc00");
  expect(accentOf("yellow")).toBeNull();
  const warnings = ["#ffe600", "#000080", "#2b8a80"].map((colour) => accentWarnings(accentOf(colour)));
  expect(warnings.map(({ length }) => length)).toEqual([1, 1, 2]);
  expect(warnings[0]?.[0]).toMatch(
    / #ffe600 has a contrast of 1\.1 to 1 on light pages, .* #\w{6}, (?:4\.[6-9]|5\.0) to 1$/,
  );
});

test("any accent keeps text readable on every ground of both themes, with the tokens of the style sheet", () => {
  const theme = readFileSync(path.join(import.meta.dirname, "../site/styles/theme.css"), "utf8");
  const tokens = ["black", "gray-6", "bg-nav", "bg-sidebar", "bg-inline-code"].map((name) => `--sl-color-${name}`);
  const grounds = [...tokens, "--paper", "--target"].map((name) => pairOf(theme, name));
  const property = fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
    const accent = accentOf(number.toString(16).padStart(6, "0"));
    if (accent === null) throw new Error(`${number} is a colour`);
    const css = accentCss(accent);
    const [text, low, high] = ["text-accent", "accent-low", "accent-high"].map((name) =>
      pairOf(css, `--sl-color-${name}`),
    );
    const used = [
      ...grounds.flatMap(([light, dark]) => [
        [text?.[0], light],
        [text?.[1], dark],
      ]),
      [high?.[0], low?.[0]],
      [text?.[1], low?.[1]],
    ];
    return used.every(([one = "", other = ""]) => contrastOf(one, other) >= 4.5);
  });
  fc.assert(property, { examples: [[0xffe600], [0x0b6f69], [0], [0xffffff]], numRuns: 2000 });
});

/** The light and the dark colour of a token, with six digits. */
function pairOf(css: string, name: string): readonly string[] {
  const [, light, dark] = new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`no ${name}`);
  return [light, dark].map((colour) => (colour.length === 4 ? colour.replace(/\w/g, "$&$&") : colour));
}

/** By WCAG 2.2. */
function contrastOf(one: string, other: string): number {
  const luminanceOf = (colour: string): number =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
      const part = Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16) / 255;
      return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0.05);
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return Math.max(a, b) / Math.min(a, b);
}
