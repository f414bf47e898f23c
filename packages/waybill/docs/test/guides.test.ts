import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { accentOf } from "../src/run/accent.ts";
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

test("an accent that is too light for text is darkened on light pages", () => {
  expect(accentOf("#ffcc00")?.light).toMatchObject({ main: "#ffcc00" });
  expect(accentOf("#ffcc00")?.light.text).not.toBe("#ffcc00");
  expect(accentOf("#ffcc00")?.dark.text).toBe("#ffcc00");
  expect(accentOf("yellow")).toBeNull();
});
