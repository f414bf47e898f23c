import { expect, test } from "vitest";
import { withoutAliases } from "../build/bundle.ts";
import { colouredLines } from "../build/coloured-lines.ts";

test("keys, texts, literals and comments have their colours, and no text of a block counts as a key", () => {
  expect(colouredLines('a: "x" # why\nb: |\n  c: 1\n  # not a comment\nd: [2, <e>]\n')).toEqual([
    '<span class="key">a</span>: <span class="text">&quot;x&quot;</span> <span class="comment"># why</span>',
    '<span class="key">b</span>: <span class="text">|</span>',
    '<span class="text">  c: 1</span>',
    '<span class="text">  # not a comment</span>',
    '<span class="key">d</span>: [<span class="literal">2</span>, <span class="text">&lt;e&gt;</span>]',
  ]);
});

test("a name that only refers to another takes its place", () => {
  const bundled = {
    paths: { a: { $ref: "#/components/schemas/order" }, b: { mapping: { x: "#/components/schemas/order" } } },
    components: {
      schemas: { Order: { $ref: "#/components/schemas/order" }, order: { type: "object" }, item: { type: "string" } },
      examples: { order: { value: 1 } },
    },
  };
  expect(withoutAliases(bundled)).toEqual({
    paths: { a: { $ref: "#/components/schemas/Order" }, b: { mapping: { x: "#/components/schemas/Order" } } },
    components: {
      schemas: { Order: { type: "object" }, item: { type: "string" } },
      examples: { order: { value: 1 } },
    },
  });
});
