// What is held of the outbox, from its claim to the end of its settling.
import { expect, it, onTestFinished, vi } from "vitest";
import { Settlement } from "../../src/deliveries/settlement.ts";
import { type Line, logTo } from "./dispatching.ts";

it("a settlement holds a delivery until it is settled, and no longer", async () => {
  const { settlement, settled, lines } = settling();
  expect([settlement.hold(1), settlement.hold(2), settlement.hold(1)]).toEqual([true, true, false]);
  settlement.add(1);
  expect([settlement.hold(1), settlement.pending, settlement.empty]).toEqual([false, 1, false]);
  await settlement.drain(1, 0);
  expect([settled, settlement.pending, settlement.empty]).toEqual([[[1]], 0, true]);
  expect([settlement.hold(1), settlement.hold(2)]).toEqual([true, false]);
  expect(lines).toEqual([]);
});

it("the first of a burst is settled at once, and the others together", async () => {
  const { settlement, settled } = settling();
  for (const id of [1, 2, 3]) {
    settlement.add(id);
    await turns(3);
  }
  expect(settled).toEqual([[1]]);
  vi.advanceTimersByTime(20);
  await turns(3);
  expect(settled).toEqual([[1], [2, 3]]);
  vi.advanceTimersByTime(20);
  settlement.add(4);
  await turns(3);
  expect(settled).toEqual([[1], [2, 3], [4]]);
});

it("a settlement does not wait for more than it settles at once", async () => {
  const { settlement, settled } = settling(2);
  for (const id of [1, 2, 3, 4]) {
    settlement.add(id);
    await turns(3);
  }
  expect(settled).toEqual([[1], [2, 3]]);
});

it("a draining settlement does not wait", async () => {
  const { settlement, settled } = settling();
  settlement.add(1);
  await turns(3);
  settlement.add(2);
  await settlement.drain(1, 0);
  expect(settled).toEqual([[1], [2]]);
  expect(vi.getTimerCount()).toBe(0);
});

it("a draining settlement includes what ended during a call, and waits for that call only", async () => {
  const call = Promise.withResolvers<void>();
  const { settlement, settled, lines } = settling(100, () => call.promise);
  settlement.add(1);
  await turns(3);
  settlement.add(2);
  // Time stands still: an interval would never end.
  const drained = settlement.drain(1, 1000);
  call.resolve();
  await drained;
  expect(settled).toEqual([[1], [2]]);
  expect(lines).toEqual([]);
});

/** One whose time stands still. `began`: what a call waits for. */
function settling(atOnce = 100, began: () => Promise<void> = async () => {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: Line[] = [];
  const settled: (readonly number[])[] = [];
  const settle = async (ids: readonly number[]): Promise<void> => {
    await began();
    settled.push(ids);
  };
  const outbox = { settle };
  const settlement = new Settlement({ outbox, log: logTo(lines), settled: () => {}, atOnce });
  return { settlement, settled, lines };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
