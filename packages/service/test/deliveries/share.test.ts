// The share of a subscription: bounded by what is free, never nothing while anything is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roomOf } from "../../src/deliveries/share.ts";

describe("roomOf", () => {
  it("gives an eighth of the capacity to one subscription", () => {
    expect(roomOf(1024, 0)).toBe(128);
    expect(roomOf(1024 - 128, 128)).toBe(0);
  });

  it("gives one while anything is free, and nothing of nothing", () => {
    expect([roomOf(7, 0), roomOf(1, 0), roomOf(0, 0)]).toEqual([1, 1, 0]);
    expect(roomOf(7, 1)).toBe(0);
  });

  it("gives in one go what it would give one by one", () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (free, held) => {
        let room = 0;
        // One more may be held while it is at most a seventh of what is free with it.
        while (free - room > 0 && (held + room === 0 || 7 * (held + room + 1) <= free - room - 1)) room += 1;
        expect(roomOf(free, held)).toBe(room);
      }),
    );
  });

  it("leaves room for another, however many hang", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4096 }), (free) => {
        expect(roomOf(free, 0)).toBeGreaterThan(0);
        expect(roomOf(free, 0)).toBeLessThanOrEqual(Math.max(1, free / 8));
      }),
    );
    let free = 1024;
    for (let hanging = 0; hanging < 30; hanging += 1) free -= roomOf(free, 0);
    expect(free).toBeGreaterThanOrEqual(Math.floor(1024 * (7 / 8) ** 30));
  });
});
