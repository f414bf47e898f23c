// A sample of `pnpm corpus pairs`: what breaks by Ajv is major, but for alternatives of `oneOf` that overlap.
import fc from "fast-check";
import { expect, it } from "vitest";
import { judge } from "./judged.ts";
import { pairs } from "./schemas.ts";

it("breaking changes of random pairs are major", () => {
  const judged = judge(fc.sample(pairs, { numRuns: 60, seed: 3 }));
  const breaking = judged.filter(({ witness }) => witness !== null);
  const missed = breaking.filter(
    ({ majors, pair }) => majors.length === 0 && !JSON.stringify(pair).includes('"oneOf"'),
  );
  expect(missed).toEqual([]);
  expect(breaking.length).toBeGreaterThan(40);
});
