// Random pairs of schemas as descriptions of APIs have them, each judged by Ajv and by `waybill diff`. `pnpm --filter testing long` tries more.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isLong } from "../../testing/long.ts";
import { judge } from "./judged.ts";
import { pairs } from "./schemas.ts";

it("at least 98 % of the random pairs that break by Ajv are major", () => {
  const judged = judge(fc.sample(pairs, { numRuns: isLong ? 1_000 : 60, seed: 3 }));
  const breaking = judged.filter(({ witness }) => witness !== null);
  const missed = breaking.filter(({ majors }) => majors.length === 0);
  expect(missed.length > 0.02 * breaking.length ? missed : []).toEqual([]);
  expect(breaking.length).toBeGreaterThan(isLong ? 600 : 40);
});
