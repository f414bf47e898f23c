// The tables of deliberate drifts and of additions fit the checkout: each text to be changed occurs once, and each guard exists.
// `pnpm stories drifts` makes the changes and runs the guards.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { overLimit, sharedTests } from "./additions.ts";
import { additions, commandOf, drifts } from "./drifts.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

test("there are enough drifts, each with a name and a check of its own", () => {
  expect(drifts.length).toBeGreaterThanOrEqual(20);
  expect(new Set(drifts.map(({ id }) => id)).size).toBe(drifts.length);
  expect(new Set(drifts.map(({ guard }) => commandOf(guard))).size).toBe(drifts.length);
});

const changes = [...drifts, ...additions.map(({ id, spec, code }) => ({ id, edits: [...spec, ...code] }))];

test.each(changes)("a drift edits text that occurs once: $id", ({ edits }) => {
  expect(edits.length).toBeGreaterThan(0);
  for (const edit of edits) {
    if ("from" in edit) expect(read(edit.file).split(edit.from), edit.file).toHaveLength(2);
    else if ("content" in edit) expect(existsSync(path.join(root, edit.file)), edit.file).toBe(false);
    else expect(globSync(edit.file, { cwd: root })).not.toEqual([]);
  }
});

test.each(additions)("an addition takes no more files than it may: $id", (addition) => {
  expect(overLimit(addition)).toBeNull();
  const [first = { file: "", content: "" }] = addition.spec;
  const oneMore = { ...addition, code: [...addition.code, { ...first, file: "docs/guides/one-more.md" }] };
  expect(overLimit(oneMore)).toContain(`${addition.limit.code + 1} others are edited`);
});

test.each(additions)("an addition asks for edits and runs tests that exist: $id", ({ asks, tests, code }) => {
  const created = code.map(({ file }) => file);
  const named = [...asks, ...tests, ...sharedTests].filter((file) => !created.includes(file));
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test.each(drifts)("a drift has a guard: $id", ({ guard: [kind, what, name = ""] }) => {
  if (kind === "check") expect(read("scripts/checks/check.ts")).toContain(`name: "${what}"`);
  else expect(read(what)).toContain(name);
});
