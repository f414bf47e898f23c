// Yesterday's consumers: which errors count, which changes they are attributed to, and that declarations were recorded for them.
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { blamedChanges } from "./blame.ts";
import type { BumpNeed } from "./bump.ts";
import { type CompilerError, readErrors } from "./compile.ts";
import { checkConsumers } from "./consumers.ts";
import { readPublicModules, releasedPaths } from "./declarations.ts";
import { lastRelease } from "./releases.ts";

const root = path.resolve(import.meta.dirname, "../..");

test("the last release has declarations of every public module", () => {
  const paths = releasedPaths(root, lastRelease(root).folder);
  expect(Object.keys(paths)).toContain("@fulfillment/client/validation");
  expect(Object.keys(paths)).toHaveLength(readPublicModules(root).length);
  expect(Object.values(paths).flatMap((files) => files.filter((file) => !existsSync(file)))).toEqual([]);
});

test("what the compiler prints becomes errors, with all lines of their text", () => {
  const output =
    "a/b.ts(12,3): error TS2345: not assignable\n  to this\n    in that\na/c.ts(1,1): error TS2305: gone\n";
  expect(readErrors(output)).toEqual([
    { file: "a/b.ts", line: 12, column: 3, text: "TS2345: not assignable\n  to this\n    in that" },
    { file: "a/c.ts", line: 1, column: 1, text: "TS2305: gone" },
  ]);
});

const errorIn = (file: string): CompilerError => ({ file, line: 1, column: 1, text: "TS1: no" });
const need = (given: "major" | "minor" | null): BumpNeed => ({
  since: "1.0.0",
  changes: [],
  needed: null,
  pending: { given, next: given === null ? null : "1.1.0", files: [] },
});

test.each([
  ["minor", [], ["a.ts"], ["breaks-consumers"]],
  ["minor", ["a.ts"], [], ["not-yesterdays"]],
  [null, [], ["a.ts"], ["breaks-consumers"]],
  ["major", [], ["a.ts"], []],
  ["major", ["a.ts"], [], []],
  ["major", ["a.ts"], ["a.ts"], ["not-yesterdays"]],
  [null, ["a.ts"], ["a.ts", "b.ts"], ["not-yesterdays", "breaks-consumers"]],
  ["minor", [], [], []],
] as const)("%s pending, released errors in %j, errors now in %j: %j", (given, released, now, expected) => {
  const errors = { released: released.map(errorIn), now: now.map(errorIn) };
  expect(checkConsumers(errors, need(given), () => "").map(({ code }) => code)).toEqual(expected);
});

test("an error is blamed on the change that it has most words in common with, or on none", () => {
  const changes = [
    changeOf("OrderStatus", 'the value "ON_HOLD" is new'),
    changeOf("Order.notes", "is no longer there"),
    changeOf("GET /v1/orders/list", "its summary has other words"),
  ];
  const blamed = (text: string): string[] => blamedChanges(text, changes).map(({ subject }) => subject);
  expect(blamed("Argument of type '\"ON_HOLD\"' is not assignable to parameter of type 'never'.")).toEqual([
    "OrderStatus",
  ]);
  expect(blamed("Property 'notes' does not exist on type 'Order'.")).toEqual(["Order.notes"]);
  expect(blamed("Property 'createOnce' does not exist on type 'OrdersApi'.")).toEqual([]);
});

function changeOf(subject: string, clause: string): { subject: string; message: string } {
  return { subject, message: `${subject}: ${clause}` };
}
