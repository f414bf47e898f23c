import { describe, expect, test } from "vitest";
import { ExcusesError, excuseFor, parseExcuses, readExcuses, staleExcuses } from "../../src/ledger/excuses.ts";
import type { Cell } from "../../src/ledger/ledger.ts";

const reason = "no request can cause it";

describe("a file of excuses", () => {
  test.each([
    ["YAML", `- cells: ["* 500"]\n  reason: "  ${reason} "`],
    ["JSON", JSON.stringify([{ reason, cells: [" * 500 "] }])],
    ["with what is said once", `- &one\n  cells: &cells ["* 500"]\n  reason: ${reason}`],
  ])("is read in %s", (_name, text) => {
    expect(parseExcuses(text, "e.yaml")).toEqual([{ cells: ["* 500"], reason }]);
  });

  test("names may be said once and used again", () => {
    const text = `- { cells: &all ["a 1", "b 1"], reason: ${reason} }\n- { cells: *all, reason: ${reason} }`;
    expect(parseExcuses(text, "e.yaml").map(({ cells }) => cells.join())).toEqual(["a 1,b 1", "a 1,b 1"]);
  });

  test.each(["", "# nothing yet\n", "[]", "null"])("may be empty: %j", (text) => {
    expect(parseExcuses(text, "e.yaml")).toEqual([]);
  });

  test.each([
    ["no list", "cells: [a]", "e.yaml:1:1: must be a list of { cells: [...], reason: ... }"],
    ["no entry", "- a 500", "e.yaml:1:3: must be { cells: [...], reason: ... }"],
    ["nothing in an entry", "-", "e.yaml:1:2: must be { cells: [...], reason: ... }"],
    ["another key", `- cells: [a]\n  reason: ${reason}\n  by: 1`, 'e.yaml:1:3: has "by"; it takes cells and reason'],
    ["no cells", `-\n  reason: ${reason}`, "e.yaml:2:3: cells must be a list of ids"],
    ["cells that are no list", `- { cells: a, reason: ${reason} }`, "e.yaml:1:3: cells must be a list"],
    ["an empty list", `- { cells: [], reason: ${reason} }`, "e.yaml:1:3: cells must be a list"],
    ["a number", `- { cells: [a, 500], reason: ${reason} }`, "e.yaml:1:3: cells must be a list"],
    ["an empty id", `- { cells: [a, " "], reason: ${reason} }`, "e.yaml:1:3: cells must be a list"],
    ["no reason", "- cells: [a]", "e.yaml:1:3: reason must say in a sentence why"],
    ["a word for a reason", "- { cells: [a], reason: todo }", "e.yaml:1:3: reason must say in a sentence why"],
    ["the second entry", `- { cells: [a], reason: ${reason} }\n\n- { cells: [b] }`, "e.yaml:3:3: reason must say"],
    ["a bare star", `- { cells: [* 500], reason: ${reason} }`, 'write cells that begin with * in quotes: "* 500"'],
    [
      "a star that is a name",
      `- { cells: [*500], reason: ${reason} }`,
      'e.yaml:1:3: Unresolved alias (the anchor must be set before the alias): 500; write cells that begin with * in quotes: "* 500"',
    ],
    ["no YAML", "- cells: [a", "e.yaml:1:12: "],
    ["a key twice", "- cells: [a]\n  cells: [b]", "e.yaml:2:3: Map keys must be unique"],
    ["two documents", "[]\n---\n[]", "e.yaml:2:1: Source contains multiple documents"],
  ])("is refused with its place: %s", (_name, text, message) => {
    expect(() => parseExcuses(text, "e.yaml")).toThrow(ExcusesError);
    expect(() => parseExcuses(text, "e.yaml")).toThrow(message);
  });

  test("that is not there", () => {
    expect(() => readExcuses("/nowhere/e.yaml")).toThrow(ExcusesError);
    expect(() => readExcuses("/nowhere/e.yaml")).toThrow("/nowhere/e.yaml cannot be read: ENOENT");
  });
});

describe("a pattern", () => {
  const isExcused = (pattern: string, id: string): boolean => excuseFor(id, [{ cells: [pattern], reason }]) === reason;

  test.each([
    ["createOrder 500", "createOrder 500"],
    ["* 500", "createOrder 500"],
    ["createOrder *", "createOrder 500 application/json"],
    ["* 500 *", "createOrder 500 application/json"],
    ["*", "anything"],
    ["a*", "a"],
    ["* text/html; charset=utf-8", "a 401 text/html; charset=utf-8"],
    ["a 200 */*", "a 200 */*"],
    ["a 200 application/*+json", "a 200 application/x+json"],
    ["a.b(c)[d]+$ 200", "a.b(c)[d]+$ 200"],
    ["list orders 200", "list orders 200"],
  ])("excuses what it matches: %s, %s", (pattern, id) => {
    expect(isExcused(pattern, id)).toBe(true);
  });

  test.each([
    ["createOrder 500", "createOrder 5000"],
    ["createOrder 500", "recreateOrder 500"],
    ["* 500", "createOrder 500 application/json"],
    ["order.created", "orderXcreated"],
    ["aa*aa", "aaa"],
    ["a*b*c", "acb"],
    ["a*b*b*c", "a b c"],
    ["[a-z]* 500", "x 500"],
  ])("excuses nothing else: %s, not %s", (pattern, id) => {
    expect(isExcused(pattern, id)).toBe(false);
  });

  test("with many stars is matched in linear time", () => {
    expect(isExcused(`${"*a".repeat(200)}b`, "a".repeat(5000))).toBe(false);
  });

  test("the first excuse counts", () => {
    expect(
      excuseFor("a 1", [
        { cells: ["b *"], reason: "no" },
        { cells: ["c", "a *"], reason: "yes" },
        { cells: ["*"], reason: "too" },
      ]),
    ).toBe("yes");
  });
});

test("an excuse is stale when nothing is called so, or all that is was seen", () => {
  const cell = (id: string, seen: number): Cell => {
    return { id, seen, kind: "status", subject: "a", route: "", status: null, part: null, where: "", excuse: null };
  };
  const rows = [cell("a 200", 1), cell("a 500", 0), cell("b 200", 2)];
  const excuses = [{ cells: ["* 500", "a 200", "* 200", "c *", "a *"], reason }];
  expect(staleExcuses(rows, excuses)).toEqual([
    "a 200: it was seen, so it needs no excuse",
    "* 200: it was seen, so it needs no excuse",
    "c *: nothing of that name is declared",
  ]);
});
