// What every store of handled events does, in memory or elsewhere.
import { expect, test } from "vitest";
import type { SeenStore } from "../src/index.ts";

const lease = { leaseSeconds: 60 };

/** `open` returns a fresh store; `pass` advances time, and expires keys. */
export function testSeenStore(
  open: () => Promise<{ readonly store: SeenStore; pass(seconds: number): Promise<void> }>,
): void {
  test("a key is claimed once, however many ask at the same time", async () => {
    const { store } = await open();
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim("a", lease)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(await store.claim("b", lease)).not.toBeNull();
  });

  test("a completed key is taken until its time is over", async () => {
    const { store, pass } = await open();
    const claim = await store.claim("a", lease);
    await claim?.complete(1000);
    expect(await store.claim("a", lease)).toBeNull();
    await pass(900);
    expect(await store.claim("a", lease)).toBeNull();
    await pass(101);
    expect(await store.claim("a", lease)).not.toBeNull();
  });

  test("a released key is free at once", async () => {
    const { store } = await open();
    await (await store.claim("a", lease))?.release();
    const second = await store.claim("a", lease);
    expect(second).not.toBeNull();
    expect(await store.claim("a", lease)).toBeNull();
  });

  test("an abandoned key is free after its lease", async () => {
    const { store, pass } = await open();
    await store.claim("a", lease);
    await pass(50);
    expect(await store.claim("a", lease)).toBeNull();
    await pass(11);
    expect(await store.claim("a", lease)).not.toBeNull();
  });

  test("a late claim changes nothing for the current holder of the key", async () => {
    const { store, pass } = await open();
    const late = await store.claim("a", lease);
    await pass(61);
    const current = await store.claim("a", lease);
    await late?.release();
    expect(await store.claim("a", lease)).toBeNull();
    await late?.complete(1000);
    await current?.release();
    expect(await store.claim("a", lease)).not.toBeNull();
  });

  test("a late claim does not extend the retention set by the handler", async () => {
    const { store, pass } = await open();
    const late = await store.claim("a", lease);
    await pass(61);
    await (await store.claim("a", lease))?.complete(100);
    await late?.complete(1000);
    expect(await store.claim("a", lease)).toBeNull();
    await pass(101);
    expect(await store.claim("a", lease)).not.toBeNull();
  });

  test("a late claim without another claim has handled the event all the same", async () => {
    const { store, pass } = await open();
    const late = await store.claim("a", lease);
    await pass(61);
    await late?.complete(1000);
    expect(await store.claim("a", lease)).toBeNull();
    const released = await store.claim("b", lease);
    await pass(61);
    await released?.release();
    expect(await store.claim("b", lease)).not.toBeNull();
  });
}
