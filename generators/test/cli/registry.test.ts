import { expect, test } from "vitest";
import { registry } from "../../src/targets/registry.ts";
import { targetNames } from "../../src/targets/target.ts";

test.each(targetNames)("the row of %s says what the target says", async (name) => {
  const { target } = await registry[name].load();
  const { summary, needs } = registry[name];
  expect({ name: target.name, summary: target.summary, needs: target.needs }).toEqual({ name, summary, needs });
});

test("what a target needs is there whenever the target is", () => {
  for (const name of targetNames) {
    for (const need of registry[name].needs) {
      expect([null, registry[name].document]).toContain(registry[need].document);
    }
  }
});
