// Yesterday's consumers: which of them count as changed, and which errors count.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import type { BumpNeed } from "./bump.ts";
import { type CompilerError, consumersFolder, readErrors } from "./compile.ts";
import { checkConsumers } from "./consumers.ts";
import { changedConsumers, recordConsumers } from "./recorded-consumers.ts";
import { lastRelease } from "./releases.ts";

const root = path.resolve(import.meta.dirname, "../../..");

test("a recorded program changes by its code, not by comments, formatting or programs beside it", () => {
  using copy = freshFolder("consumers");
  cpSync(path.join(root, consumersFolder), path.join(copy.path, consumersFolder), { recursive: true });
  mkdirSync(path.join(copy.path, lastRelease(root).folder), { recursive: true });
  const changed = (): string[] => changedConsumers(copy.path, lastRelease(root).folder);
  recordConsumers(copy.path, lastRelease(root).folder);
  const file = `${consumersFolder}/orders.ts`;
  const text = readFileSync(path.join(copy.path, file), "utf8");
  const write = (name: string, code: string): void => writeFileSync(path.join(copy.path, name), code);
  write(`${consumersFolder}/later.ts`, "export {};");
  write(file, `// Another comment.\n${text.replace("const client", "const /* why */\n  client")}`);
  expect(changed()).toEqual([]);
  write(file, text.replace('case "RETURNED":\n      return "back";', ""));
  expect(changed()).toEqual([file]);
  rmSync(path.join(copy.path, file));
  expect(changed()).toEqual([file]);
});

test("what the compiler prints becomes errors, with all lines of their text", () => {
  const output =
    "a/b.ts(12,3): error TS2345: not assignable\n  to this\n    in that\na/c.ts(1,1): error TS2305: gone\n";
  expect(readErrors(output)).toEqual([
    { file: "a/b.ts", line: 12, column: 3, text: "TS2345: not assignable\n  to this\n    in that" },
    { file: "a/c.ts", line: 1, column: 1, text: "TS2305: gone" },
  ]);
});

const errorIn = (file: string): CompilerError => ({ file, line: 1, column: 1, text: "TS1: no" });
const need = (given: "major" | "minor" | null): BumpNeed => ({
  since: "1.0.0",
  changes: [],
  needed: null,
  pending: { given, next: given === null ? null : "1.1.0", files: [] },
});

test.each([
  ["minor", [], ["a.ts"], ["breaks-consumers"]],
  ["minor", ["a.ts"], [], ["not-yesterdays"]],
  [null, [], ["a.ts"], ["breaks-consumers"]],
  ["major", [], ["a.ts"], []],
  ["major", ["a.ts"], [], []],
  ["major", ["a.ts"], ["a.ts"], ["breaks-consumers"]],
  [null, ["a.ts"], ["a.ts", "b.ts"], ["not-yesterdays", "breaks-consumers", "breaks-consumers"]],
  ["minor", [], [], []],
] as const)(
  "a consumer is judged by the pending version: %s, changed programs %j, errors now in %j, %j",
  (given, changed, now, expected) => {
    const errors = { changed, now: now.map(errorIn) };
    expect(checkConsumers(errors, need(given)).map(({ code }) => code)).toEqual(expected);
  },
);
