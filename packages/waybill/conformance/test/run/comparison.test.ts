// A sent and a returned value -> their differences, and equal values in another form.
import { describe, expect, it } from "vitest";
import type { Json } from "waybill/description";
import { differenceOf, isMostlySame, objectsIn } from "../../src/run/comparison.ts";
import { valueAt } from "../../src/values/json.ts";

it.each<readonly [Json, Json]>([
  [1, 1],
  ["a", " a "],
  ["Ann@Example.com", "ann@example.com"],
  ["2024-05-01T10:00:00Z", "2024-05-01T12:00:00.000+02:00"],
  ["https://a.example", "https://a.example/"],
  [
    ["b", "a"],
    ["a", "b"],
  ],
  [["a", "a"], ["a"]],
  [
    [1, 2],
    [{ id: 1 }, { id: 2 }],
  ],
  [
    { a: 1, b: 2 },
    { a: 1, c: 3 },
  ],
  [5, "5"],
  ["5", { amount: 5 }],
  [[{ a: 1 }], [{ a: 1, title: "more" }]],
])("equal values are no difference: %j and %j", (sent, received) => {
  expect(differenceOf(sent, received, "x")).toBeNull();
});

it.each<readonly [Json, Json, string]>([
  [1, 2, "x"],
  ["a", "b", "x"],
  ["a", null, "x"],
  [null, "a", "x"],
  [true, false, "x"],
  ["2024-05-01T10:00:00Z", "2024-05-01T10:00:01Z", "x"],
  ["https://a.example/a", "https://a.example/b", "x"],
  [["a", "b"], ["a"], "x"],
  [["a"], [], "x"],
  [[{ a: 1 }, { a: 2 }], [{ a: 1 }], "x"],
  [[{ a: 1 }], [{ a: 2 }], "x.0.a"],
  [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, "x.a.b.0.c"],
  [{ a: 1 }, null, "x"],
])("different values are found at their path: %j and %j, at %s", (sent, received, path) => {
  expect(differenceOf(sent, received, "x")).toBe(path);
});

describe("an object that is read in another place", () => {
  const sent = { first: "Ann", last: "Lee", city: "Ulm", zip: "1" };

  it.each<readonly [{ readonly [key: string]: Json }, boolean]>([
    [{ first: "Ann", last: "Lee", city: "Ulm", street: "x" }, true],
    [{ first: "Ann", last: "Lee", city: "Ulm", zip: "2" }, true],
    [{ first: "Lee", last: "Ann", city: "Ulm", zip: "1" }, false],
    [{ first: "Ann", last: "Lee" }, false],
    [{ first: "Bob", last: "Poe", city: "Rom", zip: "9" }, false],
  ])("is the same where far more agrees than differs: %j", (received, same) => {
    expect(isMostlySame(sent, received)).toBe(same);
  });

  it("is looked for at every depth, outside of lists", () => {
    expect(objectsIn({ a: { b: { c: 1 } }, list: [{ d: 1 }], e: null }).map(([name]) => name)).toEqual(["a", "b"]);
  });

  it("is reached along a path", () => {
    expect(valueAt({ a: [{ b: 1 }] }, ["a", 0, "b"])).toBe(1);
    expect(valueAt({ a: [] }, ["a", 0, "b"])).toBeUndefined();
  });
});
