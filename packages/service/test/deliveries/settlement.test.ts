// What is held of the outbox, from its claim to the end of its settling.
import { expect, it } from "vitest";
import { Settlement } from "../../src/deliveries/settlement.ts";
import { type Line, logTo } from "./dispatching.ts";

it("holds a delivery until it is settled, and no longer", async () => {
  const lines: Line[] = [];
  const settled: (readonly number[])[] = [];
  const outbox = { settle: async (ids: readonly number[]) => void settled.push(ids) };
  const settlement = new Settlement({ outbox, log: logTo(lines), settled: () => {} });
  expect([settlement.hold(1), settlement.hold(2), settlement.hold(1)]).toEqual([true, true, false]);
  settlement.add(1);
  expect([settlement.hold(1), settlement.pending, settlement.empty]).toEqual([false, 1, false]);
  await settlement.drain(1, 0);
  expect([settled, settlement.pending, settlement.empty]).toEqual([[[1]], 0, true]);
  expect([settlement.hold(1), settlement.hold(2)]).toEqual([true, false]);
  expect(lines).toEqual([]);
});
