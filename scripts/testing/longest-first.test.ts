import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { longest } from "./longest-first.ts";

test("each of the longest test files exists, and is listed once", () => {
  expect(longest.filter((file) => !existsSync(join(import.meta.dirname, "../..", file)))).toEqual([]);
  expect(new Set(longest).size).toBe(longest.length);
});
