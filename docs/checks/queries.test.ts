import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askedHere, askedOfGithub } from "./asked.ts";
import { firstHits, queries } from "./queries.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync(["spec/**/*.{yaml,json}", "docs/{guides,errors}/*.md"], { cwd: root });
const texts = files.map((file) => `${file}\n${readFileSync(join(root, file), "utf8")}`).join("\n");

test("there are 85 of names, 100 of readers and 30 of GitHub's, and none is there twice", () => {
  const lists = [queries, askedHere, askedOfGithub].map((list) => list.map(({ text }) => text));
  expect(lists.map((list) => new Set(list).size)).toEqual([85, 100, 30]);
  for (const { pages } of [...queries, ...askedHere, ...firstHits])
    for (const page of pages) expect(page).toMatch(/^\/(?:[\w-]+\/)+$/);
});

test.each(queries.filter(({ kind }) => kind !== "question"))("the $kind $text is there to be found", (query) => {
  const written = query.kind === "topic" ? query.text.split(" ") : [query.text.replace("/v1", "")];
  for (const text of written) expect(texts.toLowerCase().includes(text.toLowerCase())).toBe(query.kind !== "mistyped");
});
