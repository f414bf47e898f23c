// What the definitions of our own targets say of each other.
import { expect, test } from "vitest";
import { builtInTargets, defaultTargets, targetsByName } from "../../../src/targets/built-in-targets.ts";

test("each own target has a name of its own", () => {
  const names = builtInTargets.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a target's document is one that every target it needs can be generated from", () => {
  const targets = targetsByName([]);
  for (const { needs, document } of builtInTargets) {
    expect(needs.every((need) => targets.has(need))).toBe(true);
    for (const need of needs) expect([undefined, document]).toContain(targets.get(need)?.document);
  }
});

test("what a default target needs is a default target", () => {
  const names: readonly string[] = defaultTargets.map(({ name }) => name);
  for (const { needs } of defaultTargets) expect(names).toEqual(expect.arrayContaining([...needs]));
});
