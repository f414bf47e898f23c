// Values that JSON would replace with `null`: an error wherever JSON is sent, not only in bodies.
import { expect, test } from "vitest";
import { writeDataEvents } from "../../../src/targets/http/runtime/events.ts";
import { writeLines, writeRecords } from "../../../src/targets/http/runtime/sequences.ts";
import { writeDeepObject, writeDocument, writeForm } from "../../../src/targets/http/runtime/styles.ts";

const unwritable: readonly (readonly [string, unknown])[] = [
  ["ratio is not finite", { ratio: Number.NaN }],
  ["ratio is not finite", { inner: [{ ratio: Number.NEGATIVE_INFINITY }] }],
  ["at is an invalid Date", { at: new Date(Number.NaN) }],
];

test.each(unwritable)("an item of a sequence that JSON cannot represent is refused: %s", async (reason, value) => {
  for (const write of [writeLines, writeRecords])
    await expect(new Response(write([{ ok: null }, value])).text()).rejects.toThrow(
      new TypeError(`item 2 cannot be sent: ${reason}`),
    );
  await expect(
    new Response(writeDataEvents({ data: "json" }, [{ data: null }, { data: value }])).text(),
  ).rejects.toThrow(`item 2 cannot be sent: ${reason}`);
});

test.each(unwritable)("a parameter with a value that JSON cannot represent is refused: %s", (reason, value) => {
  const query = { name: "filter", part: "query" } as const;
  expect(() => writeDocument({ ...query, mediaType: "application/json" }, value)).toThrow(reason);
  expect(() => writeForm(query, [value])).toThrow(reason);
});

test("an invalid Date, or a number that is not finite, has no text in any style", () => {
  const query = { name: "filter", part: "query" } as const;
  expect(() => writeDeepObject(query, { at: new Date(Number.NaN) })).toThrow(RangeError);
  expect(() => writeForm(query, [Number.NaN])).toThrow(TypeError);
});
