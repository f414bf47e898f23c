// The worst inputs of every reader of the command line end, with a result or a located error. Every night, twice the input also takes at most
// two and a half times the processor time, within memory that is bounded.
import { expect, test } from "vitest";
import { isLong } from "../../../scripts/testing/long.ts";
import { costOfReading } from "./cost.ts";
import { measured, rows } from "./measure.ts";
import { pausesOfMock } from "./servers.ts";

/** Each has its own bound, with room for a slow machine. */
const most = { milliseconds: 20_000, growth: 2.5, mebibytes: 1500 };

const located = /^\S+:\d+:\d+ (?:error|warning) |^waybill: \S+\.json|^waybill: --/m;

test.each(rows.filter((_, index) => isLong || index % 10 === 0))("the reader $reader ends on $input", async (row) => {
  if (!isLong) {
    const { code, message } = await costOfReading(row.reader, row.input, Math.ceil(row.size / 40));
    if (code !== 0) expect(message).toMatch(located);
    return;
  }
  const { twice, growth, memory } = await measured(row, 1);
  if (twice.code !== 0) expect(twice.message).toMatch(located);
  expect(twice.milliseconds).toBeLessThan(most.milliseconds);
  expect(growth).toBeLessThan(most.growth);
  expect(memory).toBeLessThan(most.mebibytes);
});

test.runIf(isLong)(
  "a request with the largest body holds others of the mock server for half a second at most",
  async () => {
    for (const { input, milliseconds } of await pausesOfMock(900_000))
      if (input !== "items that match no choice") expect(milliseconds, input).toBeLessThan(500);
  },
);
