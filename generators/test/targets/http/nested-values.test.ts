// What converts values of recursive schemas: steps in proportion to the value, at any depth.
import { describe, expect, test } from "vitest";
import { type Int64Places, parseJson, withInt64s } from "../../../src/targets/types/runtime/exact-json.ts";
import { type DefaultPlaces, withDefaults } from "../../../src/targets/types/runtime/filling.ts";
import { type DatePlaces, revive } from "../../../src/targets/types/runtime/reviving.ts";

/** Alternatives that contain each other, as `Expr: anyOf [Num, And, Or]` has them, and how often one referred to another. */
function recursive<Places>(leaf: Places): { readonly places: Places; readonly steps: () => number } {
  let steps = 0;
  const reference = (target: () => unknown): unknown => ({
    of: () => {
      steps += 1;
      if (steps > 100_000) throw new Error("too many steps");
      return target();
    },
  });
  const num = { members: { value: leaf } };
  const and = { members: { args: { items: reference(() => expr) } } };
  const or = { members: { args: { items: reference(() => expr) } } };
  const expr: unknown = { all: [num, and, or].map((each) => reference(() => each)) };
  return { places: expr as Places, steps: () => steps };
}

const depth = 60;
const nested = (text: string, levels: number): string => '{"args":['.repeat(levels) + text + "]}".repeat(levels);

function innermost(value: unknown): unknown {
  let inner: unknown = value;
  for (;;) {
    const { args } = inner as { readonly args?: readonly unknown[] };
    if (args === undefined) return inner;
    [inner] = args;
  }
}

describe("alternatives that contain each other take few steps per value", () => {
  test("integers", () => {
    const { places, steps } = recursive<Int64Places>({ self: true });
    expect(innermost(parseJson(nested('{"value":9007199254740993}', depth), places))).toEqual({
      value: 9007199254740993n,
    });
    expect(steps()).toBeLessThan(10 * depth);
  });

  test("dates", () => {
    const { places, steps } = recursive<DatePlaces>({ self: true });
    const value: unknown = JSON.parse(nested('{"value":"2026-01-02T03:04:05Z"}', depth));
    const read = revive(value, places);
    expect(innermost(read)).toEqual({ value: new Date("2026-01-02T03:04:05Z") });
    expect(innermost(value)).toEqual({ value: "2026-01-02T03:04:05Z" });
    expect(steps()).toBeLessThan(10 * depth);
  });

  test("defaults", () => {
    const { places, steps } = recursive<DefaultPlaces>({ values: { unit: "EUR" } });
    const value: unknown = JSON.parse(nested('{"value":{}}', depth));
    expect(innermost(withDefaults(value, places))).toEqual({ value: { unit: "EUR" } });
    expect(innermost(value)).toEqual({ value: {} });
    expect(steps()).toBeLessThan(20 * depth);
    const whole: unknown = JSON.parse(nested('{"value":{"unit":"USD"}}', depth));
    expect(withDefaults(whole, places)).toBe(whole);
  });
});

describe("values that are deeper than the stack has room for", () => {
  const levels = 100_000;
  const free = `{"free":${"[".repeat(levels)}9007199254740993${"]".repeat(levels)},"at":"2026-01-02T03:04:05Z"}`;

  test("integers, with and without places", () => {
    const { places } = recursive<Int64Places>({ self: true });
    const deep = nested('{"value":9007199254740993}', 10_000);
    expect(innermost(parseJson(deep, places))).toEqual({ value: 9007199254740993n });
    const small: unknown = JSON.parse(nested('{"value":1}', 10_000));
    expect(innermost(withInt64s(small, recursive<Int64Places>({ self: true }).places))).toEqual({ value: 1n });
    expect(parseJson(free, { members: { id: { self: true } } })).toHaveProperty("at");
    expect(parseJson(free)).toHaveProperty("at");
  });

  test("dates and defaults", () => {
    const { places } = recursive<DatePlaces>({ self: true });
    const at = new Date("2026-01-02T03:04:05Z");
    const deep: unknown = JSON.parse(nested('{"value":"2026-01-02T03:04:05Z"}', 10_000));
    expect(innermost(revive(deep, places))).toEqual({ value: at });
    const value = JSON.parse(free) as { readonly free: unknown };
    const read = revive(value, { members: { at: { self: true } } }) as { readonly free: unknown; readonly at: Date };
    expect(read.at).toEqual(at);
    expect(read.free).toBe(value.free);
    expect(withDefaults(value, { values: { a: 1 } })).toHaveProperty("a", 1);
  });
});

test("texts of many escapes, and members in the order of JSON.parse", () => {
  const long = '\\n\\\\\\"'.repeat(2_000_000);
  expect(parseJson(`["${long}",9007199254740993]`)).toEqual([JSON.parse(`"${long}"`), 9007199254740993n]);
  const text = '{"b":{"c":[]},"1":[{},"]"],"b":2,"__proto__":{"x":null},"":9007199254740993}';
  const read = parseJson<Readonly<Record<string, unknown>>>(text);
  expect(Object.entries(read)).toEqual([
    ["1", [{}, "]"]],
    ["b", 2],
    ["__proto__", { x: null }],
    ["", 9007199254740993n],
  ]);
});
