// An outbox that fails: said once per try, tried again without haste, and nothing lost or sent twice.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { never, type Stage, stage } from "./dispatching.ts";
import { type MemoryOutbox, turns } from "./memory-outbox.ts";

const interval = 250;
const down = new Error("the database is down");
const atOnce = { hangs: () => false, pollIntervalMs: interval };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return () => vi.useRealTimers();
});

/** Lets polls happen, and all that follows from each. */
async function poll(count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await vi.advanceTimersByTimeAsync(interval);
    await turns(10);
  }
}

function failing(...operations: string[]): MemoryOutbox["fail"] {
  return (operation) => {
    if (operations.includes(operation)) throw down;
  };
}

function errorsOf({ lines }: Stage): string[] {
  return lines.filter(({ level }) => level === "error").map(({ message }) => message);
}

describe("an outbox that cannot be read", () => {
  it("is tried again, less and less often, until it can", async () => {
    const one = stage(atOnce);
    await poll();
    one.outbox.fail = failing("waiting");
    one.outbox.put("whk_a");
    const before = one.outbox.calls.waiting;
    await poll(100);
    // After 1, 3, 7, 15 and then 19 polls.
    expect(one.outbox.calls.waiting - before).toBeGreaterThan(6);
    expect(one.outbox.calls.waiting - before).toBeLessThan(10);
    expect(new Set(errorsOf(one))).toEqual(new Set(["the outbox could not be read; trying again soon"]));
    expect(one.lines[0]?.fields).toEqual({ err: down });
    one.outbox.fail = () => {};
    await poll(20);
    expect(one.posts.length).toBe(1);
    const after = one.outbox.calls.waiting;
    await poll(10);
    expect(one.outbox.calls.waiting - after).toBe(10);
    one.outbox.fail = failing("waiting");
    await poll(3);
    // It starts over: one poll is skipped after the first failure.
    expect(one.outbox.calls.waiting - after).toBe(12);
  });

  it("does not keep a nearly full subscription from what it has room for", async () => {
    const one = stage({ pollIntervalMs: interval, capacity: 128 });
    one.outbox.commit("whk_a", 40);
    await turns(50);
    expect(one.posts.length).toBe(16);
    one.outbox.fail = failing("waiting");
    one.posts[0]?.end();
    await turns(20);
    expect(one.posts.length).toBe(16);
    await poll(2);
    expect(one.posts.length).toBe(17);
  });

  it("still delivers what this process commits", async () => {
    const one = stage(atOnce);
    one.outbox.fail = failing("waiting");
    await poll();
    one.outbox.commit("whk_a");
    await turns(10);
    expect(one.posts.length).toBe(1);
  });
});

describe("a subscription whose deliveries cannot be claimed", () => {
  it("is tried again without haste, and holds up no other", async () => {
    const one = stage(atOnce);
    one.outbox.fail = (operation, subscriptionId) => {
      if (operation === "claim" && subscriptionId === "whk_bad") throw down;
    };
    one.outbox.commit("whk_bad");
    for (let round = 0; round < 50; round += 1) {
      one.outbox.commit("whk_good");
      one.outbox.tell(["whk_bad"]);
      await poll();
    }
    expect(one.posts.map(({ subscriptionId }) => subscriptionId)).toEqual(Array(50).fill("whk_good"));
    expect(errorsOf(one).length).toBeGreaterThan(3);
    expect(errorsOf(one).length).toBeLessThan(8);
    expect(one.lines.find(({ level }) => level === "error")?.fields).toEqual({ err: down, subscriptionId: "whk_bad" });
    one.outbox.fail = () => {};
    await poll(20);
    expect(one.posts.at(-1)?.subscriptionId).toBe("whk_bad");
    expect(one.outbox.entries.size).toBe(0);
    one.outbox.commit("whk_bad");
    await turns(10);
    expect(one.outbox.entries.size).toBe(0);
  });

  it("is not tried again at once because something else was put there meanwhile", async () => {
    const one = stage(atOnce);
    await turns(10);
    one.outbox.fail = (operation) => {
      one.outbox.tell(["whk_bad"]);
      if (operation === "claim") throw down;
    };
    one.outbox.commit("whk_bad");
    await turns(50);
    expect(one.outbox.calls.claim).toBe(1);
  });
});

describe("attempts that cannot be recorded", () => {
  it("are recorded later, are not made again, and hold back further ones", async () => {
    const one = stage(atOnce);
    one.outbox.fail = failing("settle");
    one.outbox.commit("whk_a", 3);
    await turns(10);
    expect(one.posts.length).toBe(3);
    one.outbox.commit("whk_b");
    one.outbox.expireLeases();
    await poll(60);
    expect(one.posts.length).toBe(3);
    expect(one.outbox.calls.settle).toBeGreaterThan(3);
    expect(one.outbox.calls.settle).toBeLessThan(9);
    expect(one.lines.at(-1)).toEqual({
      level: "error",
      fields: { err: down, deliveries: 3 },
      message: "attempted deliveries could not be recorded; trying again soon",
    });
    one.outbox.fail = () => {};
    await poll(20);
    expect(one.posts.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(one.outbox.entries.size).toBe(0);
  });

  it("are not pressed on the outbox by others that end", async () => {
    const one = stage({ pollIntervalMs: interval });
    one.outbox.fail = failing("settle");
    one.outbox.commit("whk_a", 5);
    await turns(10);
    for (const posted of one.posts) {
      posted.end();
      await turns(10);
    }
    expect(one.outbox.calls.settle).toBe(1);
  });

  it("are not made again when their lease runs out while they are under way", async () => {
    const one = stage({ pollIntervalMs: interval });
    one.outbox.commit("whk_a", 2);
    await turns(10);
    one.outbox.expireLeases();
    await poll(3);
    for (const posted of one.underWay) posted.end();
    await one.dispatcher.idle();
    expect(one.posts.length).toBe(2);
    expect(one.outbox.entries.size).toBe(0);
  });

  it("do not keep the process from stopping: they are left, and said to be", async () => {
    const one = stage(atOnce);
    one.outbox.fail = failing("settle");
    one.outbox.commit("whk_a", 3);
    await turns(10);
    const stopped = one.dispatcher.stop();
    await poll(10);
    await stopped;
    expect(one.lines.at(-1)).toEqual({
      level: "error",
      fields: { deliveries: 3 },
      message: "deliveries were attempted and could not be recorded; they will be sent again",
    });
    expect(one.outbox.entries.size).toBe(3);
  });

  it("are recorded by a stop that finds the outbox well again", async () => {
    const one = stage({ ...atOnce, pollIntervalMs: never });
    one.outbox.fail = failing("settle");
    one.outbox.commit("whk_a", 3);
    await turns(10);
    one.outbox.fail = () => {};
    await one.dispatcher.stop();
    expect(one.outbox.entries.size).toBe(0);
  });
});

it("a delivery that could not be tried waits, is not an attempt, and goes out when its lease has run out", async () => {
  const attempted: number[] = [];
  const one = stage({ pollIntervalMs: interval, attempted: (_, { id }) => attempted.push(id) });
  const [id = 0] = one.outbox.commit("whk_a");
  await poll();
  one.posts[0]?.end({ kind: "unreached", reason: "x", code: "EMFILE", durationMs: 0, untried: true });
  await poll(40);
  expect(one.outbox.settles).toEqual([]);
  expect([attempted, one.posts.length]).toEqual([[], 1]);
  expect(one.lines.map(({ message }) => message)).toEqual(["delivery waits: the service is short of resources"]);
  one.outbox.expireLeases();
  await poll(20);
  expect(one.posts.length).toBe(2);
  one.posts[1]?.end();
  await poll();
  expect(attempted).toEqual([id]);
  expect(one.outbox.settles).toEqual([[id]]);
});
