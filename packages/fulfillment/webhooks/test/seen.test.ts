import { describe, expect, test } from "vitest";
import { memorySeenStore } from "../src/index.ts";
import { testSeenStore } from "./seen-contract.ts";

describe("in memory", () => {
  testSeenStore(async () => {
    let time = 0;
    return {
      store: memorySeenStore({ now: () => time }),
      pass: async (seconds) => {
        time += seconds * 1000;
      },
    };
  });

  test("no more keys are stored than the limit: the oldest go", async () => {
    const store = memorySeenStore({ maxKeys: 2, now: () => 0 });
    for (const key of ["a", "b", "c"]) await (await store.claim(key, { leaseSeconds: 1 }))?.complete(1000);
    expect(await store.claim("c", { leaseSeconds: 1 })).toBeNull();
    expect(await store.claim("b", { leaseSeconds: 1 })).toBeNull();
    expect(await store.claim("a", { leaseSeconds: 1 })).not.toBeNull();
  });

  test("the age of a key counts from when it was handled", async () => {
    const store = memorySeenStore({ maxKeys: 2, now: () => 0 });
    const slow = await store.claim("slow", { leaseSeconds: 1 });
    await (await store.claim("quick", { leaseSeconds: 1 }))?.complete(1000);
    await slow?.complete(1000);
    await (await store.claim("new", { leaseSeconds: 1 }))?.complete(1000);
    expect(await store.claim("slow", { leaseSeconds: 1 })).toBeNull();
    expect(await store.claim("quick", { leaseSeconds: 1 })).not.toBeNull();
  });

  test("a key that is being handled is never forgotten, regardless of other keys", async () => {
    const store = memorySeenStore({ maxKeys: 1, now: () => 0 });
    const slow = await store.claim("slow", { leaseSeconds: 1 });
    for (const key of ["a", "b", "c"]) await (await store.claim(key, { leaseSeconds: 1 }))?.complete(1000);
    expect(await store.claim("slow", { leaseSeconds: 1 })).toBeNull();
    await slow?.complete(1000);
    expect(await store.claim("slow", { leaseSeconds: 1 })).toBeNull();
    expect(await store.claim("c", { leaseSeconds: 1 })).not.toBeNull();
  });

  test("the number of keys has to be one", () => {
    for (const maxKeys of [Number.NaN, 0, -1]) {
      expect(() => memorySeenStore({ maxKeys })).toThrow(
        new RangeError(`maxKeys has to be a number, 1 or more, and is ${maxKeys}.`),
      );
    }
  });
});
