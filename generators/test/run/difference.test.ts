import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hunksOf } from "../../src/run/drift/difference.ts";

describe("the differences of two texts", () => {
  test("have one hunk for a changed line", () => {
    expect(hunksOf("a\nbad\nc\nd\n", "a\nbed\nc\nd\n")).toEqual([
      { line: 1, generatedLine: 1, removed: ["bad"], added: ["bed"], column: 1, excerpt: [" a", "-bad", "+bed", " c"] },
    ]);
  });

  test("have hunks for removed and for added lines", () => {
    expect(hunksOf("a\nb\nc\nd\n", "a\nd\n")).toMatchObject([{ excerpt: [" a", "-b", "-c", " d"] }]);
    expect(hunksOf("a\nd\n", "a\nb\nc\nd\n")).toMatchObject([{ excerpt: [" a", "+b", "+c", " d"] }]);
  });

  test("have their positions in both texts", () => {
    expect(hunksOf("1\n2\n3\n4\n5\n6\n", "1\nx\n2\n3\n4\ny\n6\n")).toMatchObject([
      { line: 1, generatedLine: 1, added: ["x"] },
      { line: 4, generatedLine: 5, removed: ["5"], added: ["y"] },
    ]);
  });

  test("a difference after a hundred new lines is found where it is", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `new ${index}`);
    expect(hunksOf("a\nb\nc\nd\ne\n", ["a", ...lines, "b", "c", "d", "E", ""].join("\n"))).toMatchObject([
      { line: 1, removed: [], added: lines },
      { line: 4, generatedLine: 104, removed: ["e"], added: ["E"] },
    ]);
  });

  test("one line in common between two differences does not separate them", () => {
    expect(hunksOf("a\nb\n}\nc\nd\n", "a\nx\n}\ny\nd\n")).toMatchObject([
      { line: 1, removed: ["b", "}", "c"], added: ["x", "}", "y"] },
    ]);
  });

  test("texts that differ almost everywhere are compared where they begin to differ", () => {
    const lines = Array.from({ length: 9000 }, (_, index) => `${index}`);
    const changed = lines.map((line, index) => (index >= 1000 && index % 9 === 0 ? `${line} changed` : line));
    const [first, second] = hunksOf(lines.join("\n"), changed.join("\n"));
    expect(first).toMatchObject({
      line: 1008,
      generatedLine: 1008,
      removed: ["1008"],
      added: ["1008 changed"],
      column: 4,
    });
    expect(second).toMatchObject({ line: 1017, generatedLine: 1017 });
    const [appended] = hunksOf("a\nb", ["a", "b", ...lines].join("\n"));
    expect(appended).toMatchObject({ line: 2, generatedLine: 2, removed: [] });
  });

  test("have long hunks cut", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `new ${index}`);
    const [hunk] = hunksOf("a\nz\ny\n", ["a", ...lines, "z", "y", ""].join("\n"));
    expect(hunk?.excerpt).toHaveLength(1 + 6 + 1 + 1);
  });

  test("give the other text when they are applied to one", () => {
    const text = fc.array(fc.constantFrom("a", "b", "", "  c"), { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const lines = one.split("\n");
        for (const { line, removed, added } of hunksOf(one, other).toReversed()) {
          expect(lines.splice(line, removed.length, ...added)).toEqual(removed);
        }
        expect(lines.join("\n")).toBe(other);
      }),
    );
  });
});
