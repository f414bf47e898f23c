// `node --expose-gc limiter-child.ts '{"task":"fill",…}'`: one measurement of limiter-memory.ts in a process that has done
// nothing else; prints what it found as JSON.
import { existsSync, statSync } from "node:fs";
import { z } from "zod";
import { openLocalLimiter } from "../../../packages/service/src/rate-limit/local-limiter.ts";
import { connectRedisLimiter } from "../../../packages/service/src/rate-limit/redis-limiter.ts";

const plan = z.object({
  /** `fill` counts requests and measures; `load` opens a file that was filled; `redis` counts in Redis. */
  task: z.enum(["fill", "load", "redis"]),
  clients: z.number(),
  /** Requests of each client. */
  hits: z.number(),
  /** Of the limiter; `null`: in memory only. */
  file: z.string().nullable(),
  /** Where Redis is, and what its keys begin with. */
  redis: z.object({ url: z.string(), prefix: z.string() }).nullable(),
});

type Plan = z.output<typeof plan>;

const dayMs = 86_400_000;
const budget = 1_000_000_000;
/** How many requests are on their way to Redis at a time. */
const pipelined = 1000;

const given = plan.parse(JSON.parse(process.argv[2] ?? ""));
console.log(JSON.stringify(await measure(given)));

function measure(wanted: Plan): Promise<object> {
  switch (wanted.task) {
    case "fill":
      return fill(wanted);
    case "load":
      return load(wanted);
    case "redis":
      return fillRedis(wanted);
  }
}

/** Spreads the requests over a day, which ends now; each in a turn of the event loop of its own, as with few clients at a time. */
async function fill({ clients, hits, file }: Plan): Promise<object> {
  const before = memory();
  const all = clients * hits;
  const end = Date.now();
  let counted = 0;
  const limiter = openLocalLimiter({
    file,
    windowMs: dayMs,
    // An hour to spare, so that nothing leaves the window before the file is loaded again.
    now: () => end - Math.floor((dayMs - 3_600_000) * (1 - counted / all)),
    onError: (error) => {
      throw error;
    },
  });
  const started = performance.now();
  for (let hit = 0; hit < hits; hit += 1) {
    for (let client = 0; client < clients; client += 1) {
      counted += 1;
      await limiter.hit(addressOf(client), budget);
      if (file !== null) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const fillMs = performance.now() - started;
  const taken = difference(memory(), before);
  const { remaining } = await limiter.peek(addressOf(0), budget);
  if (budget - remaining !== hits) throw new Error(`the first client has ${budget - remaining} requests, not ${hits}`);
  await limiter.close();
  return { ...taken, fillMs, fileBytes: file === null ? null : sizeOf(file) };
}

async function load({ file, hits }: Plan): Promise<object> {
  const before = memory();
  const started = performance.now();
  const limiter = openLocalLimiter({ file, windowMs: dayMs, now: Date.now });
  const loadMs = performance.now() - started;
  const taken = difference(memory(), before);
  const { remaining } = await limiter.peek(addressOf(0), budget);
  if (budget - remaining !== hits)
    throw new Error(`after loading, the first client has ${budget - remaining} requests`);
  await limiter.close();
  return { ...taken, loadMs };
}

async function fillRedis({ clients, hits, redis }: Plan): Promise<object> {
  if (redis === null) throw new Error("there is no Redis to fill");
  const limiter = await connectRedisLimiter({ ...redis, windowMs: 3_600_000, timeoutMs: 60_000 });
  const started = performance.now();
  for (let hit = 0; hit < hits; hit += 1) {
    for (let first = 0; first < clients; first += pipelined) {
      const some = Array.from({ length: Math.min(pipelined, clients - first) }, (_, index) => first + index);
      await Promise.all(some.map((client) => limiter.hit(addressOf(client), budget)));
    }
  }
  await limiter.close();
  return { fillMs: performance.now() - started };
}

/** Every second one has IPv6; through a buffer, for a text as sockets give it, in one piece. */
function addressOf(client: number): string {
  const mixed = Math.imul(client + 1, 0x9e37_79b1) >>> 0;
  const [a, b] = [mixed >>> 16, mixed & 0xffff];
  const text =
    client % 2 === 0
      ? `${(a >>> 8) | 1}.${a & 255}.${b >>> 8}.${b & 255}`
      : `2001:db8:${a.toString(16)}:${b.toString(16)}:${(a ^ 0x5a5a).toString(16)}:${(b ^ 0xa5a5).toString(16)}:1c2d:3e4f`;
  return Buffer.from(text).toString("latin1");
}

interface Memory {
  readonly heapBytes: number;
  /** Typed arrays and other memory outside of the heap. */
  readonly externalBytes: number;
  readonly rssBytes: number;
}

function memory(): Memory {
  for (let run = 0; run < 3; run += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, externalBytes: external, rssBytes: rss };
}

function difference(after: Memory, before: Memory): Memory {
  return {
    heapBytes: after.heapBytes - before.heapBytes,
    externalBytes: after.externalBytes - before.externalBytes,
    rssBytes: after.rssBytes - before.rssBytes,
  };
}

function sizeOf(file: string): number {
  return [file, `${file}-wal`].reduce((sum, part) => sum + (existsSync(part) ? statSync(part).size : 0), 0);
}
