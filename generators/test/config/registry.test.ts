// What the definitions of our own targets say of each other.
import { expect, test } from "vitest";
import { defaultTargets, ownTargets, targetsByName } from "../../src/targets/own-targets.ts";

test("each own target has a name of its own", () => {
  const names = ownTargets.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a target's document is one that every target it needs can be generated from", () => {
  const targets = targetsByName([]);
  for (const { needs, document } of ownTargets) {
    expect(needs.every((need) => targets.has(need))).toBe(true);
    for (const need of needs) expect([undefined, document]).toContain(targets.get(need)?.document);
  }
});

test("what a default target needs is a default target", () => {
  const names: readonly string[] = defaultTargets.map(({ name }) => name);
  for (const { needs } of defaultTargets) expect(names).toEqual(expect.arrayContaining([...needs]));
});
