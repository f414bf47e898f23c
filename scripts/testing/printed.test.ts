import { expect, test } from "vitest";
import { steady } from "./printed.ts";

test.each([
  ["types     3 files, 3 written   402 ms", "types     3 files, 3 written  … ms"],
  ["total     3 files, 3 written  1.4 s", "total     3 files, 3 written  … s"],
  ["added 31 packages in 5s", "added … in … s"],
  ["added 1 package, and changed 2 packages in 812ms", "added … in … s"],
  ["a line \n\n", "a line"],
  ["at github.json:4324:25, 11566:15", "at github.json:4324:25, 11566:15"],
  ["hint: wait for 3 seconds", "hint: wait for 3 seconds"],
])("a printed line is made the same for every run: %j", (printed, expected) => {
  expect(steady(printed)).toBe(expected);
});
