// Many subscriptions at once: none waits for another, none gets more than its share, and nothing is sent twice.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Dispatcher } from "../../src/deliveries/dispatcher.ts";
import type { Log } from "../../src/deliveries/log.ts";
import { accepted, type Posted, stage } from "./dispatching.ts";
import { MemoryOutbox, turns } from "./memory-outbox.ts";
import { posterWith } from "./posting.ts";
import { listen } from "./receiver.ts";

function countsOf(posts: Iterable<Posted>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { subscriptionId } of posts) counts.set(subscriptionId, (counts.get(subscriptionId) ?? 0) + 1);
  return counts;
}

const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${prefix}_${at}`);

describe("a receiver that hangs", () => {
  it("takes an eighth of the capacity and no more", async () => {
    const { outbox, underWay } = stage({ capacity: 128 });
    outbox.commit("whk_hung", 1000);
    await turns(50);
    outbox.tell(["whk_hung"]);
    await turns(50);
    expect(underWay.size).toBe(16);
  });

  it("does not delay another, not even with nineteen of its kind", async () => {
    const { outbox, underWay, posts } = stage({ capacity: 128, hangs: (id) => id.startsWith("hung") });
    for (const name of names("hung", 20)) outbox.commit(name, 500);
    await turns(200);
    const hung = underWay.size;
    expect(hung).toBeLessThan(128);
    outbox.commit("whk_well", 300);
    await expect.poll(() => countsOf(posts).get("whk_well")).toBe(300);
    expect(underWay.size).toBe(hung);
    expect(Math.max(...countsOf(underWay).values())).toBeLessThanOrEqual(16);
    expect(countsOf(underWay).size).toBe(20);
  });

  it("gives way to the longest waiting when there are more of its kind than the capacity holds", async () => {
    const { outbox, underWay, posts } = stage({ capacity: 16 });
    for (const name of names("hung", 40)) outbox.commit(name, 2);
    while (posts.length < 80) {
      await turns(10);
      expect(underWay.size).toBe(Math.min(16, 80 - posts.length + underWay.size));
      for (const posted of [...underWay].slice(0, 4)) posted.end();
    }
    // Every one had its first before any had the second, but for those that fitted in at first.
    const firsts = new Set(posts.slice(0, 56).map(({ subscriptionId }) => subscriptionId));
    expect(firsts.size).toBe(40);
  });

  it("does not delay another on real connections either", async () => {
    const receiver = await listen((socket, { head }) => {
      if (!head.includes("/hang")) socket.write("HTTP/1.1 204 No Content\r\n\r\n");
    });
    const outbox = new MemoryOutbox();
    const slow = posterWith({ timeoutMs: 60_000 });
    const done: number[] = [];
    const log: Log = {
      info: ({ deliveryId }) => void done.push(Number(deliveryId)),
      warn: () => {},
      error: () => {},
    };
    const dispatcher = new Dispatcher({
      outbox,
      post: (target, delivery) =>
        slow.post(
          {
            ...target,
            url: `${receiver.origin}${"subscriptionId" in target && String(target.subscriptionId).startsWith("hung") ? "/hang" : "/"}`,
          },
          delivery,
        ),
      log,
      capacity: 128,
    });
    dispatcher.start();
    for (const name of names("hung", 20)) outbox.commit(name, 3);
    await expect.poll(() => receiver.requests.length).toBe(60);
    const ids = outbox.commit("whk_well", 200);
    await expect.poll(() => done.length).toBe(200);
    expect(done.toSorted((a, b) => a - b)).toEqual(ids);
    // All of the others are waited for all the while.
    expect(dispatcher.inFlight).toBe(60);
    for (const socket of receiver.open) socket.destroy();
    await dispatcher.stop();
  });

  it("is not worth a claim for every single one that ends", async () => {
    const { outbox, posts } = stage({ capacity: 128 });
    outbox.commit("whk_a", 40);
    await turns(50);
    for (const [ended, begun] of [
      [1, 16],
      [2, 16],
      [3, 16],
      [4, 20],
    ] as const) {
      posts[ended]?.end();
      await turns(20);
      expect(posts.length).toBe(begun);
    }
  });

  it("leaves what else there is for its own subscription a way, at the next poll", async () => {
    const { outbox, posts } = stage({ capacity: 128, pollIntervalMs: 10 });
    outbox.commit("whk_a", 40);
    await expect.poll(() => posts.length).toBe(16);
    // One of sixteen that ends is not worth a claim; it is made up for by the poll.
    posts[0]?.end();
    await expect.poll(() => posts.length).toBe(17);
  });
});

describe("an account", () => {
  const ofOne = (stageOf: ReturnType<typeof stage>): ReturnType<typeof stage> => {
    stageOf.outbox.accountOf = (id) => (id.startsWith("whk") ? `acc_of_${id}` : "noisy");
    return stageOf;
  };

  it("takes a quarter of the capacity and no more, however many of its receivers hang", async () => {
    const { outbox, underWay } = ofOne(stage({ capacity: 128 }));
    for (const name of names("hung", 1000)) outbox.commit(name, 3);
    await turns(300);
    expect(underWay.size).toBe(32);
  });

  it("does not delay another, however many of its receivers hang", async () => {
    const { outbox, underWay, posts } = ofOne(stage({ capacity: 128, hangs: (id) => id.startsWith("hung") }));
    for (const name of names("hung", 1000)) outbox.commit(name, 3);
    outbox.commit("whk_well", 50);
    // What the first claims of the noisy account take: six of the eight.
    await turns(40);
    expect(countsOf(posts).get("whk_well")).toBe(50);
    outbox.commit("whk_other", 300);
    await expect.poll(() => countsOf(posts).get("whk_other")).toBe(300);
    expect(underWay.size).toBe(32);
  });

  it("claims in turn with others, not before them", async () => {
    const { outbox, posts } = ofOne(stage({ capacity: 1024, hangs: () => false }));
    for (const name of names("busy", 500)) outbox.commit(name, 1);
    outbox.commit("whk_well", 1);
    await expect.poll(() => posts.length).toBe(501);
    expect(posts.findIndex(({ subscriptionId }) => subscriptionId === "whk_well")).toBeLessThan(8);
  });

  it("leaves half of its places to subscriptions whose endpoints respond", async () => {
    const { outbox, underWay, posts } = ofOne(stage({ capacity: 128, hangs: (id) => id.startsWith("hung") }));
    const hung = names("hung", 100);
    for (const name of hung) outbox.commit(name, 20);
    // Until each has timed out three times in a row.
    const timedOut = { kind: "unreached", reason: "No response within 10 seconds", durationMs: 10_000 } as const;
    const counts = (): number[] => hung.map((name) => countsOf(posts).get(name) ?? 0);
    while (Math.min(...counts()) < 4) {
      for (const posted of underWay) posted.end(timedOut);
      await turns(10);
    }
    await turns(100);
    expect(underWay.size).toBeLessThanOrEqual(17);
    expect(Math.max(...countsOf(underWay).values())).toBe(1);
    outbox.commit("working", 100);
    await expect.poll(() => countsOf(posts).get("working")).toBe(100);
  });

  it("has its whole share back once an endpoint responds, or was moved to another URL", async () => {
    const { outbox, underWay, posts } = stage({ capacity: 128 });
    const timedOut = { kind: "unreached", reason: "No response within 10 seconds", durationMs: 10_000 } as const;
    outbox.commit("whk_a", 400);
    for (const outcome of [accepted, timedOut]) {
      await expect.poll(() => underWay.size).toBe(16);
      while (underWay.size !== 1) {
        for (const posted of underWay) posted.end(timedOut);
        await turns(20);
      }
      await turns(50);
      expect(underWay.size).toBe(1);
      if (outcome === timedOut) {
        for (const posted of underWay) posted.end(timedOut);
        outbox.url = "https://elsewhere.example/";
        await turns(20);
      }
      // The first attempt at the new URL still has the one place.
      for (const posted of underWay) posted.end(outcome);
      await turns(50);
    }
    expect(underWay.size).toBe(16);
    expect(posts.at(-1)?.url).toBe("https://elsewhere.example/");
  });

  it("has no more bytes under way than its share, and one delivery of any size", async () => {
    const { outbox, underWay } = ofOne(stage({ capacity: 128, capacityBytes: 4000 }));
    for (const name of names("hung", 100)) outbox.commit(name, 30);
    await turns(100);
    const bytes = [...underWay].reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    // Each of the six claims under way at once may take one delivery more than fits.
    expect(bytes).toBeLessThanOrEqual(1000 + 6 * 56);
    expect(bytes).toBeGreaterThan(800);
    const { outbox: large, underWay: one } = stage({ capacity: 128, capacityBytes: 10 });
    large.commit("whk_a", 5);
    await turns(50);
    expect(one.size).toBe(1);
  });
});

describe("any traffic", () => {
  const burst = fc.record({
    subscription: fc.nat(11),
    count: fc.integer({ min: 1, max: 30 }),
    told: fc.boolean(),
    pause: fc.nat(3),
  });
  const traffic = fc.record({
    capacity: fc.integer({ min: 1, max: 100 }),
    bursts: fc.array(burst, { minLength: 1, maxLength: 25 }),
    processes: fc.integer({ min: 1, max: 3 }),
    slowness: fc.array(fc.nat(6), { minLength: 1, maxLength: 10 }),
  });

  it("goes out once each, within the capacity and everyone's share", async () => {
    await fc.assert(
      fc.asyncProperty(traffic, async ({ capacity, bursts, processes, slowness }) => {
        const outbox = new MemoryOutbox();
        const sent: number[] = [];
        const dispatchers = Array.from(
          { length: processes },
          () =>
            new Dispatcher({ outbox, log: quiet, capacity, pollIntervalMs: 1, post: postBy(slowness, capacity, sent) }),
        );
        for (const dispatcher of dispatchers) dispatcher.start();
        const put: number[] = [];
        for (const { subscription, count, told, pause } of bursts) {
          put.push(...outbox.put(`whk_${subscription}`, count));
          if (told) outbox.tell([`whk_${subscription}`, `whk_${subscription}`]);
          await turns(pause);
        }
        await expect.poll(() => outbox.entries.size, { interval: 1 }).toBe(0);
        await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
        expect(sent.toSorted((a, b) => a - b)).toEqual(put);
        if (processes === 1) expect(outbox.overlaps).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

  /** Takes some turns, and checks who is under way as each begins. */
  function postBy(slowness: readonly number[], capacity: number, sent: number[]) {
    const underWay = new Map<string, number>();
    let all = 0;
    return async (target: { url: string }, delivery: { body: string }) => {
      const name = "subscriptionId" in target ? String(target.subscriptionId) : "";
      all += 1;
      underWay.set(name, (underWay.get(name) ?? 0) + 1);
      expect(all).toBeLessThanOrEqual(capacity);
      expect(underWay.get(name)).toBeLessThanOrEqual(Math.max(1, capacity / 8));
      sent.push(Number(/ord_(\d+)/.exec(delivery.body)?.[1]));
      await turns(slowness[sent.length % slowness.length] ?? 0);
      all -= 1;
      underWay.set(name, (underWay.get(name) ?? 0) - 1);
      return { kind: "accepted", status: 200, durationMs: 0 } as const;
    };
  }
});
