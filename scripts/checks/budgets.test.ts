import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { folderOf } from "../testing/folder-of.ts";
import { countOf, overBudget, readBudgets } from "./budgets.ts";

const all = { what: "all", of: ["src"], most: { lines: 3, files: 2 } };

function checkout(files: Readonly<Record<string, string>>): string {
  const root = folderOf(files);
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  return root;
}

test("lines count that git has or would add, except for generated ones", () => {
  const root = checkout({ ".gitignore": "out\n", "src/a.ts": "1\n2\n", "src/b.gen.ts": "1\n", "src/out/c.ts": "1\n" });
  expect(countOf(root, all)).toEqual({ lines: 2, files: 1 });
});

test("a budget reports each amount that is over it", () => {
  expect(overBudget(all, { lines: 3, files: 2 })).toEqual([]);
  expect(overBudget(all, { lines: 1004, files: 3 })).toEqual([
    "all: 1,004 lines, 3 allowed",
    "all: 3 files, 2 allowed",
  ]);
});

test("every goal is at most its budget", () => {
  const budgets = readBudgets();
  expect(budgets.length).toBeGreaterThan(10);
  for (const { what, most, goal = {} } of budgets) {
    expect(goal.lines ?? 0, what).toBeLessThanOrEqual(most.lines ?? Number.POSITIVE_INFINITY);
    expect(goal.files ?? 0, what).toBeLessThanOrEqual(most.files ?? Number.POSITIVE_INFINITY);
  }
});
