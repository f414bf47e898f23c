// A piece of work -> whether it kept the event loop busy at a stretch: in processor time, so that other processes do not count.
import { expect } from "vitest";

/** A tenth of a second is the bound. On a slow machine, work in pieces is still a small part of the whole at a stretch. */
export async function expectShortTurns(work: () => Promise<unknown>): Promise<void> {
  let longest = 0;
  let total = 0;
  let before = process.threadCpuUsage();
  const measure = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    total += (user + system) / 1000;
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  measure();
  expect(longest, `of ${total.toFixed(0)} ms`).toBeLessThan(Math.max(100, total / 4));
}
