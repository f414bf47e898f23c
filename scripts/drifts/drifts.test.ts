// The table of deliberate drifts fits the checkout: what is to be changed is there once, and so is each guard. That the guards
// find them is what `pnpm test:drifts` tries.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { drifts } from "./drifts.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

test("there are enough, each under a name of its own", () => {
  expect(drifts.length).toBeGreaterThanOrEqual(20);
  expect(new Set(drifts.map(({ id }) => id)).size).toBe(drifts.length);
});

test.each(drifts)("$id changes what is there", ({ edits }) => {
  expect(edits.length).toBeGreaterThan(0);
  for (const edit of edits) {
    if ("from" in edit) expect(read(edit.file).split(edit.from), edit.file).toHaveLength(2);
    else if ("content" in edit) expect(existsSync(path.join(root, edit.file)), edit.file).toBe(false);
    else expect(existsSync(path.join(root, "copyOf" in edit ? edit.copyOf : edit.file))).toBe(true);
  }
});

test.each(drifts)("$id has a guard", ({ guard: [kind, what, name = ""] }) => {
  if (kind === "check") expect(read("scripts/check.ts")).toContain(`name: "${what}"`);
  else expect(read(what)).toContain(name);
});
