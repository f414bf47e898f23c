// The share of an account and of a subscription: bounded by what is free, never nothing while anything is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Amount, accountRoom, subscriptionRoom } from "../../src/deliveries/share.ts";

const both = (value: number): Amount => ({ count: value, bytes: value });

describe("accountRoom", () => {
  it("gives a quarter of the capacity to one account", () => {
    expect(accountRoom(both(1024), both(0))).toEqual(both(256));
    expect(accountRoom(both(1024 - 256), both(256))).toEqual(both(0));
  });

  it("gives one while anything is free, and nothing of nothing", () => {
    expect([7, 1, 0].map((free) => accountRoom(both(free), both(0)).count)).toEqual([1, 1, 0]);
    expect(accountRoom(both(7), both(3))).toEqual(both(0));
  });

  it("gives bytes to an account that holds nothing, and none for its second delivery when they are used up", () => {
    expect(accountRoom({ count: 100, bytes: 2 }, both(0)).bytes).toBe(1);
    expect(accountRoom({ count: 100, bytes: 2 }, { count: 1, bytes: 50 }).bytes).toBe(0);
    expect(accountRoom({ count: 100, bytes: -5 }, both(0)).bytes).toBe(0);
  });

  it("gives in one go what it would give one by one", () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (free, held) => {
        let room = 0;
        // One more may be held while it is at most a third of what is free with it.
        while (free - room > 0 && (held + room === 0 || 3 * (held + room + 1) <= free - room - 1)) room += 1;
        expect(accountRoom(both(free), both(held)).count).toBe(room);
      }),
    );
  });

  it("leaves room for another, however many hang", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4096 }), (free) => {
        const { count } = accountRoom(both(free), both(0));
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(Math.max(1, free / 4));
      }),
    );
    let free = 1024;
    for (let hanging = 0; hanging < 15; hanging += 1) free -= accountRoom(both(free), both(0)).count;
    expect(free).toBeGreaterThanOrEqual(Math.floor(1024 * (3 / 4) ** 15));
  });
});

describe("subscriptionRoom", () => {
  it("gives half of its account's to one subscription, an eighth of the capacity", () => {
    const alone = subscriptionRoom(accountRoom(both(1024), both(0)), both(0));
    expect(alone).toEqual(both(128));
    expect(subscriptionRoom(accountRoom(both(1024 - 128), both(128)), both(128))).toEqual(both(0));
  });

  it("gives one to each while its account has room", () => {
    expect(subscriptionRoom(both(1), both(0))).toEqual(both(1));
    expect(subscriptionRoom(both(0), both(0))).toEqual(both(0));
  });
});
