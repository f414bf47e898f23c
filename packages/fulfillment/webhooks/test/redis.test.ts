import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, describe, expect, test } from "vitest";
import { describeWithRedis, redisUrl } from "../../../../scripts/testing/real-servers.ts";
import { type RedisCommand, redisSeenStore } from "../src/redis.ts";
import { testSeenStore } from "./seen-contract.ts";

describeWithRedis("in Redis", () => {
  const connection = new Redis(redisUrl(), { lazyConnect: true });
  const client = createClient({ url: redisUrl() });
  const connected = client.connect();
  afterAll(async () => {
    connection.disconnect();
    await connected;
    client.destroy();
  });
  const commands: Readonly<Record<string, RedisCommand>> = {
    ioredis: (...args) => connection.call(...args),
    "node-redis": async (...args) => {
      await connected;
      return await client.sendCommand(args);
    },
  };

  describe.each(Object.entries(commands))("with %s", (_, command) => {
    testSeenStore(async () => {
      const prefix = `test:${randomUUID()}:`;
      return { store: redisSeenStore(command, { prefix }), pass: (seconds) => pass(command, prefix, seconds) };
    });

    test("keys are strings with a prefix and an end", async () => {
      const prefix = `test:${randomUUID()}:`;
      const claim = await redisSeenStore(command, { prefix }).claim("order.shipped:ord_1:ab", { leaseSeconds: 60 });
      const key = `${prefix}order.shipped:ord_1:ab`;
      const left = Number(await command("PTTL", key));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(60_000);
      await claim?.complete(100_000);
      expect(Number(await command("PTTL", key))).toBeGreaterThan(60_000);
      await command("DEL", key);
    });

    test("a command that fails fails the claim", async () => {
      const failing: RedisCommand = (_name, ...args) => command("NO-SUCH-COMMAND", ...args);
      await expect(redisSeenStore(failing).claim("a", { leaseSeconds: 1 })).rejects.toThrow(/unknown command/i);
    });
  });
});

describe("without a Redis", () => {
  test("the default prefix is this package's, and a function that is not a connection is reported", async () => {
    const sent: string[][] = [];
    const store = redisSeenStore(async (...args) => void sent.push(args));
    await expect(store.claim("a", { leaseSeconds: 1.5 })).rejects.toThrow("Redis replied to SET with undefined");
    expect(sent).toEqual([["SET", "fulfillment:seen:a", expect.any(String), "NX", "PX", "1500"]]);
  });
});

/** Without waiting: the expiry of each key is moved nearer by as much. */
async function pass(command: RedisCommand, prefix: string, seconds: number): Promise<void> {
  const keys = await command("KEYS", `${prefix}*`);
  for (const key of Array.isArray(keys) ? keys.map(String) : []) {
    const left = Number(await command("PTTL", key)) - seconds * 1000;
    await (left > 0 ? command("PEXPIRE", key, String(left)) : command("DEL", key));
  }
}
