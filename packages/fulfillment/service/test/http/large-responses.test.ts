// Which reads begin, and when, with a service whose responses end when the test ends them.
import { setImmediate as turn } from "node:timers/promises";
import type { Outgoing } from "@fulfillment/server";
import { expect, test } from "vitest";
import { boundedResponses } from "../../src/http/large-responses.ts";

const turns = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await turn();
};

function startReads() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const { room, around } = boundedResponses<{ socket: null; sender: string; name: string }>(({ sender }) => sender);
  const serve = around(async (_, { name }): Promise<Outgoing> => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return { status: 200, headers: [], body: null };
  });
  const read = (name: string): void => {
    const state = { socket: null, sender: name.charAt(0), name };
    void Promise.resolve(room({ method: "GET" }, state)).then(() => serve({} as never, state));
  };
  return { begun, read, end: (name: string) => ends.get(name)?.() };
}

test("four reads of a sender begin at once, others one after the other, and those of other senders wait for none", async () => {
  const { begun, read, end } = startReads();
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6", "b1"]) read(name);
  await turns(50);
  expect(begun).toEqual(["a1", "a2", "a3", "a4", "b1"]);
  end("a1");
  await expect.poll(() => begun.at(-1)).toBe("a5");
  for (const name of ["a2", "a3", "a4", "a5"]) end(name);
  await expect.poll(() => begun.at(-1)).toBe("a6");
});

test("no read that waits begins while more of its sender arrive, and none overtakes it", async () => {
  const { begun, read, end } = startReads();
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) read(name);
  await turns(2);
  for (const name of ["a1", "a2", "a3", "a4"]) end(name);
  for (let at = 6; at < 100; at += 1) {
    read(`a${at}`);
    await turns(1);
  }
  expect(begun).toHaveLength(4);
  await expect.poll(() => begun.slice(4)).toEqual(["a5", "a6", "a7", "a8"]);
});
