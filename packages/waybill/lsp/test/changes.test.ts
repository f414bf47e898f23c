// Offsets of a text before and after any edits: what the edits left the same is found again.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, offsetBefore, spanNow, trimmed, withEdit } from "../src/text/changes.ts";
import { applied } from "../src/text/edit.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const edits = fc.array(fc.record({ at: fc.nat(40), length: fc.nat(6), text: fc.string({ maxLength: 4 }) }), {
  maxLength: 8,
});

test("each character outside of the changes is at its place in the other text", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 20, maxLength: 40 }), edits, (before, all) => {
      let now = before;
      let changes: readonly Change[] = [];
      for (const { at, length, text } of all) {
        const start = Math.min(at, now.length);
        const edit = { start, end: Math.min(start + length, now.length), text, range };
        changes = withEdit(changes, trimmed(now, edit));
        now = applied(now, [edit]);
      }
      const inside = (offset: number): boolean =>
        changes.some((change) => change.now.start <= offset && offset < change.now.end);
      for (let at = 0; at < now.length; at += 1) {
        if (inside(at) || inside(at + 1)) continue;
        const end = offsetBefore(changes, at + 1) ?? 0;
        expect(before[end - 1]).toBe(now[at]);
        expect(spanNow(changes, { start: end - 1, end })).toEqual({ start: at, end: at + 1 });
      }
    }),
  );
});

test("an edit that replaces everything changes only what is not the same", () => {
  const before = "a: 1\nb: 2\nc: 3\n";
  expect(trimmed(before, { start: 0, end: before.length, text: "a: 1\nb: 20\nc: 3\n" })).toEqual({
    start: 9,
    end: 9,
    text: "0",
  });
});
