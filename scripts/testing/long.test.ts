import { expect, test } from "vitest";
import { isLong, oneIn } from "./long.ts";

const names = Array.from({ length: 40 }, (_, index) => `description-${index}`);

test.skipIf(isLong)("a sample has its share of the list, in the order of the list", () => {
  const sample = oneIn(4, names);
  expect(sample).toHaveLength(10);
  expect(sample).toEqual(names.filter((name) => sample.includes(name)));
  expect(oneIn(names.length, names)).toHaveLength(1);
});

test.skipIf(isLong)("a new case at the front of the list replaces at most one case of the sample", () => {
  const sample = oneIn(4, names);
  const next = oneIn(4, ["another", ...names]);
  expect(sample.filter((name) => !next.includes(name)).length).toBeLessThanOrEqual(1);
});
