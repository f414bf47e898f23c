import { expect, test } from "vitest";
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
