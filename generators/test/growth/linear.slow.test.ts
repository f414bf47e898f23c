// Twice the description is at most 2.1 times the work, counted block by block: no block of code may run more often than that,
// however little of the time it takes in a description of this size.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { shapes } from "./shapes.ts";

const found = new Map<string, readonly string[]>();

beforeAll(() => {
  const script = path.join(import.meta.dirname, "count.ts");
  const text = execFileSync(process.execPath, [script], { encoding: "utf8", maxBuffer: 2 ** 26 });
  for (const [shape, grown] of Object.entries<string[]>(JSON.parse(text))) found.set(shape, grown);
});

test.each(Object.keys(shapes))("no block runs more than 2.1 times as often for twice as many %s", (shape) => {
  expect(found.get(shape)).toEqual([]);
});

test("a quadratic block is found", () => {
  expect(found.get("pairs of what is counted")?.join("\n")).toMatch(/^test growth\/shapes\.ts .*: 1600 -> 6400$/m);
});
