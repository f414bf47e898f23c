import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { accentOf, accentWarnings } from "../src/run/accent.ts";
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

test("an image that is missing, outside the folder or of another format is a problem with its line", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-guides-"));
  const text =
    "---\ntitle: A\n---\n\nSee ![a](./a%20b.png)\nand ![b][b].\n\n    ![code](no.png)\n\n![c](../c.png) ![d](d.bmp)\n![web](https://a.example/e.png) ![site](/f.png)\n\n[b]: no/b.svg\n";
  writeFileSync(path.join(folder, "start.md"), text);
  writeFileSync(path.join(folder, "d.bmp"), "");
  expect(readGuides(folder, "/").problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
    "5:10 the image ./a b.png does not exist",
    "5:1 the image no/b.svg does not exist",
    "10:6 the image ../c.png is outside the folder of the guides",
    "10:21 the image d.bmp has no known format",
  ]);
});

test("an accent that is too light for text is darkened on light pages, with a warning that has both contrasts", () => {
  expect(accentOf("#ffcc00")?.light).toMatchObject({ main: "#ffcc00" });
  expect(accentOf("#ffcc00")?.light.text).not.toBe("#ffcc00");
  expect(accentOf("#ffcc00")?.dark.text).toBe("#ffcc00");
  expect(accentOf("yellow")).toBeNull();
  const warnings = ["#ffe600", "#000080", "#2b8a80"].map((colour) => accentWarnings(accentOf(colour)));
  expect(warnings.map(({ length }) => length)).toEqual([1, 1, 2]);
  expect(warnings[0]?.[0]).toMatch(/ #ffe600 has a contrast of 1\.2 to 1 on light pages, .* #\w{6}, 4\.\d to 1$/);
});
