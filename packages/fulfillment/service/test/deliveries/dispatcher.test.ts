// From the outbox to attempts and back: who is woken, what is logged, and what a stop leaves.
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Dispatcher } from "../../src/deliveries/dispatcher.ts";
import type { Log } from "../../src/deliveries/log.ts";
import type { Outcome } from "../../src/deliveries/post.ts";
import { accepted, stage } from "./dispatching.ts";
import { MemoryOutbox, turns } from "./memory-outbox.ts";
import { secret } from "./posting.ts";

const atOnce = { hangs: () => false };

describe("what waits", () => {
  it("goes out when a transaction of this process has put it there, without a poll", async () => {
    const { outbox, dispatcher, posts } = stage(atOnce);
    await dispatcher.idle();
    const polls = outbox.calls.waiting;
    outbox.commit("whk_a", 3);
    outbox.commit("whk_b");
    await dispatcher.idle();
    expect(posts.map(({ id, subscriptionId }) => `${id} ${subscriptionId}`)).toEqual([
      "1 whk_a",
      "2 whk_a",
      "3 whk_a",
      "4 whk_b",
    ]);
    expect(outbox.entries.size).toBe(0);
    expect(outbox.calls.waiting).toBe(polls);
  });

  it("goes out with the target as it is when it is claimed", async () => {
    const { outbox, dispatcher, posts } = stage(atOnce);
    outbox.commit("whk_a");
    outbox.url = "https://moved.example/";
    await dispatcher.idle();
    const { id, event, body, url, secret: signedWith } = posts[0] ?? {};
    expect({ id, event, body, url, signedWith }).toEqual({
      id: 1,
      event: "order.created",
      body: '{"event":"order.created","data":{"orderId":"ord_1"}}',
      url: "https://moved.example/",
      signedWith: secret,
    });
  });

  it("goes out at start when it is from before", async () => {
    const outbox = new MemoryOutbox();
    outbox.put("whk_a", 2);
    const { posts } = stage({ ...atOnce, outbox });
    await expect.poll(() => posts.length).toBe(2);
  });

  it("goes out soon when another process has put it there", async () => {
    const { outbox, dispatcher, posts } = stage({ ...atOnce, pollIntervalMs: 5 });
    await dispatcher.idle();
    outbox.put("whk_a", 2);
    await expect.poll(() => posts.length).toBe(2);
  });

  it("goes out in as few claims as there is room for", async () => {
    const { outbox, dispatcher } = stage({ ...atOnce, capacity: 80 });
    outbox.commit("whk_a", 95);
    await dispatcher.idle();
    // Ten at a time, and a last one that finds nothing more to do: five.
    expect(outbox.calls.claim).toBeLessThanOrEqual(14);
  });

  it("goes out when it is put there while a claim is on its way back", async () => {
    const { outbox, dispatcher, posts } = stage(atOnce);
    await dispatcher.idle();
    let late = 1;
    outbox.fail = (operation) => {
      // Behind what this claim sees, and before its response.
      if (operation === "claim" && late-- > 0) setImmediate(() => outbox.commit("whk_a"));
    };
    outbox.commit("whk_a");
    while (outbox.calls.claim === 0) await turns(1);
    await dispatcher.idle();
    expect(posts.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("is claimed by few at once, for the database has others to serve", async () => {
    const { outbox, dispatcher } = stage(atOnce);
    await dispatcher.idle();
    const gate = Promise.withResolvers<void>();
    outbox.fail = () => gate.promise;
    for (let one = 0; one < 30; one += 1) outbox.tell([`whk_${one}`]);
    await turns(20);
    expect(outbox.calls.claim).toBe(8);
    gate.resolve();
    await dispatcher.idle();
    expect(outbox.calls.claim).toBe(30);
  });

  it("is not claimed while as much as the dispatcher may hold waits to be settled", async () => {
    const { outbox, dispatcher, posts } = stage({ ...atOnce, capacity: 16 });
    const gate = Promise.withResolvers<void>();
    outbox.fail = (operation) => (operation === "settle" ? gate.promise : undefined);
    outbox.commit("whk_a", 500);
    await turns(300);
    expect(posts.length).toBeGreaterThan(16);
    expect(posts.length).toBeLessThan(40);
    gate.resolve();
    await dispatcher.idle();
    expect(posts.length).toBe(500);
  });

  it("is dropped unsent when its subscription is paused or gone", async () => {
    const { outbox, dispatcher, posts } = stage(atOnce);
    outbox.paused.add("whk_a");
    outbox.commit("whk_a", 2);
    await dispatcher.idle();
    expect([posts.length, outbox.entries.size]).toEqual([0, 0]);
  });

  it("is settled together, one call at a time", async () => {
    const { outbox, dispatcher, posts, underWay } = stage({ capacity: 800 });
    for (const name of ["whk_a", "whk_b", "whk_c"]) outbox.commit(name, 50);
    await expect.poll(() => posts.length).toBe(150);
    for (const posted of underWay) posted.end();
    await dispatcher.idle();
    expect(outbox.settles.map((ids) => ids.length)).toEqual([150]);
    expect(outbox.settlesAtOnce).toBe(1);
  });

  it("is settled in the next call when a call is under way", async () => {
    const { outbox, dispatcher, posts } = stage();
    outbox.commit("whk_a", 3);
    await expect.poll(() => posts.length).toBe(3);
    posts[0]?.end();
    await expect.poll(() => outbox.calls.settle).toBe(1);
    posts[1]?.end();
    posts[2]?.end();
    await dispatcher.idle();
    expect(outbox.settles.map((ids) => ids.length)).toEqual([1, 2]);
    expect(outbox.settlesAtOnce).toBe(1);
  });
});

describe("an attempt", () => {
  const ids = { subscriptionId: "whk_a", accountId: "acc_of_whk_a", event: "order.created", deliveryId: 1 };

  it.each<[Outcome, object]>([
    [accepted, { level: "info", fields: { ...ids, status: 200, durationMs: 3 }, message: "delivery accepted" }],
    [
      { kind: "refused", status: 503, durationMs: 4 },
      { level: "warn", fields: { ...ids, status: 503, durationMs: 4 }, message: "delivery refused" },
    ],
    [
      { kind: "unreached", reason: "Connection refused", durationMs: 5, code: "ECONNREFUSED" },
      {
        level: "warn",
        fields: { ...ids, reason: "Connection refused", durationMs: 5, code: "ECONNREFUSED" },
        message: "delivery failed",
      },
    ],
  ])("that came to %o is logged, counted and settled", async (outcome, line) => {
    const counted: unknown[] = [];
    const metrics = { attempted: (event: string, what: Outcome) => void counted.push([event, what]) };
    const { outbox, dispatcher, posts, lines } = stage({ metrics });
    outbox.commit("whk_a");
    await expect.poll(() => posts.length).toBe(1);
    expect(dispatcher.inFlight).toBe(1);
    posts[0]?.end(outcome);
    await dispatcher.idle();
    expect(lines).toEqual([line]);
    expect(counted).toEqual([["order.created", outcome]]);
    expect([outbox.entries.size, dispatcher.inFlight]).toEqual([0, 0]);
  });

  it("never has its secret or body in the log of pino", async () => {
    const written: string[] = [];
    const log: Log = pino({ base: null, timestamp: false }, { write: (line) => void written.push(line) });
    const { outbox, dispatcher } = stage({ ...atOnce, log });
    outbox.commit("whk_a");
    await dispatcher.idle();
    expect(written.join("")).toBe(
      `${JSON.stringify({ level: 30, ...ids, status: 200, durationMs: 3, msg: "delivery accepted" })}\n`,
    );
  });

  it("that breaks the poster is logged and settled, and the others go on", async () => {
    const broken = new Error("out of order");
    const outbox = new MemoryOutbox();
    const { lines } = stage();
    const dispatcher = new Dispatcher({
      outbox,
      post: (_, { body }) => (body.includes("ord_1") ? Promise.reject(broken) : Promise.resolve(accepted)),
      log: {
        info: () => {},
        warn: () => {},
        error: (fields, message) => void Object.assign(lines, [{ fields, message }]),
      },
    });
    outbox.put("whk_a", 3);
    dispatcher.start();
    await expect.poll(() => outbox.entries.size).toBe(0);
    await dispatcher.stop();
    expect(lines).toEqual([{ fields: { err: broken, ...ids }, message: "delivery failed in an unforeseen way" }]);
  });
});

describe("stop", () => {
  it("lets what is under way end and settles it, and leaves the rest", async () => {
    const { outbox, dispatcher, posts } = stage({ capacity: 16 });
    outbox.commit("whk_a", 10);
    await expect.poll(() => posts.length).toBe(2);
    let stopped = false;
    const stopping = dispatcher.stop().then(() => {
      stopped = true;
    });
    outbox.commit("whk_b");
    await turns(20);
    expect(stopped).toBe(false);
    for (const posted of posts) posted.end();
    await stopping;
    expect(posts.length).toBe(2);
    expect(outbox.unclaimed()).toBe(9);
    expect(outbox.entries.size).toBe(9);
  });

  it("sends what a claim brings that was under way", async () => {
    const { outbox, dispatcher, posts } = stage(atOnce);
    outbox.commit("whk_a", 2);
    while (outbox.calls.claim === 0) await turns(1);
    await dispatcher.stop();
    expect([posts.length, outbox.entries.size]).toEqual([2, 0]);
  });

  it("can be called twice, and without a start", async () => {
    const { dispatcher, outbox, posts } = stage();
    await Promise.all([dispatcher.stop(), dispatcher.stop()]);
    outbox.commit("whk_a");
    await turns(20);
    expect([posts.length, outbox.entries.size]).toEqual([0, 1]);

    const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
    const unused = new MemoryOutbox();
    await new Dispatcher({ outbox: unused, post: async () => accepted, log }).stop();
    expect([unused.calls.waiting, unused.calls.claim]).toEqual([0, 0]);
  });

  it("ends polling, between polls and during one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const between = stage();
    await turns(5);
    expect([between.outbox.calls.waiting, vi.getTimerCount()]).toEqual([1, 1]);
    await between.dispatcher.stop();
    expect(vi.getTimerCount()).toBe(0);

    const gate = Promise.withResolvers<void>();
    const during = stage();
    during.outbox.fail = () => gate.promise;
    let stopped = false;
    const stopping = during.dispatcher.stop().then(() => {
      stopped = true;
    });
    await turns(10);
    expect(stopped).toBe(false);
    gate.resolve();
    await stopping;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a process that is killed", () => {
  it("leaves what it had not settled, and another one delivers it", async () => {
    const outbox = new MemoryOutbox();
    const killed = stage({ outbox });
    outbox.commit("whk_a", 3);
    await expect.poll(() => killed.posts.length).toBe(3);
    // Nothing of it continues; its leases run out.
    outbox.expireLeases();
    const next = stage({ ...atOnce, outbox });
    await expect.poll(() => next.posts.length).toBe(3);
    await next.dispatcher.idle();
    expect(outbox.entries.size).toBe(0);
  });
});
