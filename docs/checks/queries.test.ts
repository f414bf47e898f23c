import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Json, readDescription } from "../../spec/test/description.ts";
import { operationsOf } from "../../spec/test/operations.ts";
import { firstHits, type Query, queries } from "./queries.ts";

const root = join(import.meta.dirname, "../..");
const description = readDescription();
const operations = operationsOf(description);
const found = namesOf([...description.values.values()]);
const guides = globSync("docs/guides/*.md", { cwd: root })
  .map((file) => readFileSync(join(root, file), "utf8").toLowerCase())
  .join("\n");

test("there are 85, of every kind, and none is there twice", () => {
  expect(queries).toHaveLength(85);
  expect(new Set(queries.map(({ text }) => text)).size).toBe(85);
  expect(new Set(queries.map(({ kind }) => kind)).size).toBe(11);
});

test.each(queries)("the $kind $text is there to be found", (query) => {
  expect(isThere(query)).toBe(true);
  expect(query.pages.length).toBeGreaterThan(0);
  for (const page of query.pages) expect(page).toMatch(/^\/(?:[a-z0-9-]+\/)+$/);
});

test("pages that have to be the first hit are guides that exist", () => {
  for (const page of firstHits.flatMap(({ pages }) => pages))
    expect(existsSync(join(root, `docs${page.replace(/\/$/, ".md")}`))).toBe(true);
});

test("a name that is gone is missed", () => {
  for (const kind of [
    "operation",
    "path",
    "field",
    "value",
    "event",
    "header",
    "message",
    "diagnostic",
    "topic",
  ] as const) {
    expect(isThere({ kind, text: "noSuchName", pages: ["/guides/none/"] })).toBe(false);
  }
});

function isThere({ kind, text, pages }: Query): boolean {
  switch (kind) {
    case "operation":
      return operations.some(({ id }) => id === text);
    case "path":
      return operations.some(({ name }) => name.endsWith(` ${text}`));
    case "field":
    case "header":
      return found.keys.has(text);
    case "value":
    case "event":
      return found.texts.has(text);
    case "message":
      return [...found.texts].some((one) => one.startsWith(text));
    case "diagnostic":
      return existsSync(join(root, "docs/errors", `${text}.md`));
    case "topic":
      return pages.some((page) => guideHas(page, text));
    // In the words of readers, which no file needs to have.
    case "question":
      return true;
    case "mistyped":
      return !guides.includes(text);
  }
}

/** Each word by itself: people do not type sentences. */
function guideHas(page: string, text: string): boolean {
  const file = join(root, "docs", `${page.slice(1, -1)}.md`);
  if (!existsSync(file)) return false;
  const guide = readFileSync(file, "utf8").toLowerCase();
  return text.split(" ").every((word) => guide.includes(word));
}

function namesOf(values: readonly Json[]): { keys: Set<string>; texts: Set<string> } {
  const names = { keys: new Set<string>(), texts: new Set<string>() };
  const read = (value: Json): void => {
    if (typeof value === "string") names.texts.add(value);
    else if (Array.isArray(value)) value.forEach(read);
    else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        names.keys.add(key);
        read(child);
      }
    }
  };
  values.forEach(read);
  return names;
}
