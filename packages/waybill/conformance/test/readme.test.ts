import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checks } from "../src/finding.ts";

test("the README has every check, as the code words it", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, table = ""] = /^\| check \| verifies that \|\n\|---\|---\|\n((?:\|.*\n)*)/m.exec(readme) ?? [];
  const rows = [...table.matchAll(/^\| `([^`]*)` \| (.*) \|$/gm)].map(([, check, words]) => [check, words]);
  expect(rows).toEqual(Object.entries(checks));
});
