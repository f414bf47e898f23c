import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "redis";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeWithRedis, redisUrl } from "../../../../../scripts/testing/real-servers.ts";
import { sparingNode } from "../../../../../scripts/testing/sparing-node.ts";
import type { RateLimiter } from "../../src/rate-limit/limiter.ts";
import { connectRedisLimiter, type RedisLimiterOptions } from "../../src/rate-limit/redis-limiter.ts";
import { listen, startProxy } from "../silent-proxy.ts";
import { type Open, testContract } from "./contract.ts";

const day = 86_400_000;
const client = "192.0.2.1";

/** What is counted is in Redis: another connection knows all of it. */
const openRedis: Open = async (options) => {
  const shared = { url: redisUrl(), prefix: freshPrefix(), ...options };
  return { limiter: await connect(shared), restart: () => connect(shared) };
};

describeWithRedis("in Redis", () => {
  testContract(openRedis, { runs: 40 });

  test("the clock is the one of Redis, and a list goes with its last request", async () => {
    const prefix = freshPrefix();
    const limiter = await connect({ url: redisUrl(), prefix, windowMs: 3000 });
    expect(await limiter.hit(client, 1)).toMatchObject({ allowed: true, resetSeconds: 3 });
    expect(await limiter.hit(client, 1)).toMatchObject({ allowed: false });
    expect(await keysOf(prefix)).toEqual([`${prefix}:3000:${client}`]);
    await expect.poll(() => keysOf(prefix), { interval: 20, timeout: 20_000 }).toEqual([]);
    expect(await limiter.hit(client, 1)).toMatchObject({ allowed: true });
  });

  test("a list stays for a window when the clock went backwards, and its times go with the clock", async () => {
    const prefix = freshPrefix();
    let time = 1_772_366_400_000;
    const limiter = await connect({ url: redisUrl(), prefix, windowMs: 10_000, now: () => time });
    for (let hit = 0; hit < 5; hit++) await limiter.hit(client, 5);
    const before = await millisecondsLeft(`${prefix}:10000:${client}`);
    time -= 15_000;
    expect(await limiter.hit(client, 5)).toMatchObject({ allowed: false, resetSeconds: 10 });
    const after = await millisecondsLeft(`${prefix}:10000:${client}`);
    expect(Math.abs(after - before)).toBeLessThan(5000);
  });

  test("limiters with different windows do not touch each other's lists", async () => {
    const prefix = freshPrefix();
    const short = await connect({ url: redisUrl(), prefix, windowMs: 1000 });
    const long = await connect({ url: redisUrl(), prefix, windowMs: day });
    await long.hit(client, 10);
    expect(await short.hit(client, 10)).toMatchObject({ remaining: 9 });
    expect(await long.peek(client, 10)).toMatchObject({ remaining: 9 });
  });

  test("connections and processes that ask at once are allowed the budget together, exactly", async () => {
    const prefix = freshPrefix();
    const [budget, requests] = [1000, 400];
    const limiters = await Promise.all([1, 2, 3, 4].map(() => connect({ url: redisUrl(), prefix, windowMs: day })));
    const processes = [1, 2, 3].map(() => allowedInProcess([redisUrl(), prefix, String(budget), String(requests)]));
    const asked = limiters.flatMap((limiter) => Array.from({ length: requests }, () => limiter.hit(client, budget)));
    const here = (await Promise.all(asked)).filter((state) => state.allowed).length;
    const there = await Promise.all(processes);
    expect(here + there.reduce((sum, allowed) => sum + allowed, 0)).toBe(budget);
    expect(await limiters[0]?.peek(client, budget)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test("a Redis that has forgotten the script is given it again", async () => {
    const limiter = await connect({ url: redisUrl(), prefix: freshPrefix(), windowMs: day });
    await limiter.hit(client, 10);
    const redis = await createClient({ url: redisUrl() }).connect();
    await redis.scriptFlush();
    await redis.close();
    expect(await Promise.all([limiter.hit(client, 10), limiter.hit(client, 10)])).toMatchObject([{}, { remaining: 7 }]);
  });

  test("a limiter is not ready when nothing can be counted, although Redis responds", async () => {
    const redis = await createClient({ url: redisUrl() }).connect();
    onTestFinished(() => redis.close());
    const name = `reader-${randomUUID()}`;
    await redis.sendCommand(["ACL", "SETUSER", name, "on", ">hunter2", "~*", "+@all", "-rpush"]);
    onTestFinished(async () => void (await redis.sendCommand(["ACL", "DELUSER", name])));
    const url = new URL(redisUrl());
    [url.username, url.password] = [name, "hunter2"];
    const limiter = await connect({ url: url.href, prefix: freshPrefix(), windowMs: day });
    await limiter.peek(client, 10);
    await expect(limiter.ready()).rejects.toThrow("The user executing the script can't run this command");
  });

  test("an outage fails requests at once, is reported once, and ends by itself", async () => {
    const proxy = await startRedisProxy();
    const errors: string[] = [];
    const onError = (error: Error): void => void errors.push(error.message);
    const timeoutMs = 30_000;
    const limiter = await connect({ url: proxy.url, prefix: freshPrefix(), windowMs: day, timeoutMs, onError });
    expect(await limiter.hit(client, 10)).toMatchObject({ remaining: 9 });
    await proxy.cut();
    await expect.poll(() => errors, { interval: 5 }).toHaveLength(1);
    const started = performance.now();
    await expect(limiter.hit(client, 10)).rejects.toThrow(`Redis at ${proxy.host} cannot be asked: `);
    await expect(limiter.ready()).rejects.toThrow(`Redis at ${proxy.host} cannot be asked: `);
    // No reply was waited for.
    expect(performance.now() - started).toBeLessThan(timeoutMs);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await proxy.mend();
    await expect.poll(() => succeeds(limiter.ready()), { interval: 20 }).toBe(true);
    expect(await limiter.hit(client, 10)).toMatchObject({ remaining: 8 });
    expect(errors).toEqual([expect.stringContaining(`The connection to Redis at ${proxy.host} is lost: `)]);
  });

  test("a Redis that is silent is waited for no longer than the bound, and left for a new connection", async () => {
    const proxy = await startRedisProxy();
    const errors: string[] = [];
    const onError = (error: Error): void => void errors.push(error.message);
    const limiter = await connect({ url: proxy.url, prefix: freshPrefix(), windowMs: day, timeoutMs: 1_500, onError });
    await limiter.hit(client, 10);
    proxy.silence();
    const started = performance.now();
    await expect(limiter.hit(client, 10)).rejects.toThrow(
      `Redis at ${proxy.host} cannot be asked: no response within 1500 ms`,
    );
    expect(performance.now() - started).toBeLessThan(10_000);
    await expect(limiter.hit(client, 10)).rejects.toThrow(proxy.host);
    expect(errors).toHaveLength(1);
    proxy.speak();
    await expect.poll(() => succeeds(limiter.ready()), { interval: 20 }).toBe(true);
    expect(await limiter.hit(client, 10)).toMatchObject({ allowed: true });
  });

  test("an idle connection stays, until the other end is gone silently", async () => {
    const proxy = await startRedisProxy();
    const errors: string[] = [];
    const onError = (error: Error): void => void errors.push(error.message);
    const limiter = await connect({ url: proxy.url, prefix: freshPrefix(), windowMs: day, timeoutMs: 1_000, onError });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(errors).toEqual([]);
    proxy.silence();
    await expect.poll(() => errors, { interval: 20 }).toHaveLength(1);
    proxy.speak();
    await expect.poll(() => succeeds(limiter.ready()), { interval: 20 }).toBe(true);
  });

  test("a busy process does not treat replies as late", async () => {
    const limiter = await connect({ url: redisUrl(), prefix: freshPrefix(), windowMs: day, timeoutMs: 1_000 });
    const response = limiter.hit(client, 10);
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 1_200;
    while (performance.now() < until);
    expect(await response).toMatchObject({ allowed: true });
  });

  test("a closed limiter refuses", async () => {
    const limiter = await connect({ url: redisUrl(), prefix: freshPrefix(), windowMs: day });
    const last = limiter.hit(client, 10);
    await limiter.close();
    expect(await last).toMatchObject({ allowed: true });
    await limiter.close();
    await expect(limiter.hit(client, 10)).rejects.toThrow("cannot be asked");
  });
});

describe("a Redis that is not there", () => {
  test("is named when the service starts, without the password", async () => {
    const port = await freePort();
    const attempt = connect({ url: `redis://:hunter2@127.0.0.1:${port}`, windowMs: day });
    await expect(attempt).rejects.toThrow(
      `Cannot connect to Redis at 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  test("but a server that says nothing is given up on", async () => {
    const server = createServer(() => {});
    const port = await listen(server);
    const started = performance.now();
    const attempt = connect({ url: `redis://127.0.0.1:${port}`, windowMs: day, timeoutMs: 100 });
    await expect(attempt).rejects.toThrow(`Cannot connect to Redis at 127.0.0.1:${port}: `);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test.each(["127.0.0.1:6379", "http://:hunter2@127.0.0.1", ""])(
    "is not connected to by a malformed URL: %j",
    async (url) => {
      await expect(connect({ url, windowMs: day })).rejects.toThrow(
        "The Redis URL must look like redis://host:6379, or rediss://host:6379 for TLS.",
      );
    },
  );
});

/** A busy machine is waited for, unless a test is about time. */
async function connect(options: RedisLimiterOptions): Promise<RateLimiter> {
  const limiter = await connectRedisLimiter({ timeoutMs: 30_000, ...options });
  onTestFinished(() => limiter.close());
  return limiter;
}

function freshPrefix(): string {
  return `test:${randomUUID()}`;
}

async function keysOf(prefix: string): Promise<string[]> {
  const redis = await createClient({ url: redisUrl() }).connect();
  const keys = await redis.keys(`${prefix}:*`);
  await redis.close();
  return keys;
}

async function millisecondsLeft(key: string): Promise<number> {
  const redis = await createClient({ url: redisUrl() }).connect();
  const left = await redis.pTTL(key);
  await redis.close();
  return left;
}

async function allowedInProcess(parameters: string[]): Promise<number> {
  const program = join(import.meta.dirname, "sharing-child.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [...sparingNode, program, ...parameters]);
  return Number(stdout);
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Between a limiter and Redis. */
async function startRedisProxy() {
  const proxy = await startProxy(redisUrl());
  const host = `127.0.0.1:${proxy.port}`;
  return { ...proxy, host, url: `redis://${host}` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
