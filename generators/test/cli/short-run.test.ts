import { expect, test } from "vitest";
import { isShortRun } from "../../src/cli/short-run.ts";

test.each([
  ["a run that generates", ["generate", "--openapi", "api.json", "--out", "src"], true],
  ["lint", ["lint"], true],
  ["a watch", ["generate", "--watch"], false],
  ["a command that another package provides", ["mock"], false],
  ["a language server", ["lsp"], false],
  ["no command", [], false],
])("%s: whether V8 compiles for a process that ends in seconds", (_, words, expected) => {
  expect(isShortRun(words)).toBe(expected);
});
