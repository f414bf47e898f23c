// The table of formats is ajv-formats' own list, and every example is valid or invalid as the table states.
import { fullFormats } from "ajv-formats/dist/formats.js";
import { describe, expect, it } from "vitest";
import { formats } from "waybill/description";
import { withAjv } from "./schema-with-ajv.ts";

it("the table of formats has those of ajv-formats, and no other", () => {
  expect(Object.keys(formats).sort()).toEqual(Object.keys(fullFormats).sort());
});

describe.each(Object.entries(formats))("the format %s", (format, { valid, invalid }) => {
  const { accepts } = withAjv({ format });

  it("has examples, the valid ones valid and the invalid ones invalid", () => {
    expect(valid.length).toBeGreaterThan(0);
    expect(valid.filter((value) => !accepts(value))).toEqual([]);
    expect(invalid.filter(({ value }) => accepts(value))).toEqual([]);
  });

  it("has near misses with names of their own", () => {
    expect(new Set(invalid.map(({ detail }) => detail)).size).toBe(invalid.length);
  });

  it("has near misses unless it allows everything", () => {
    const refusesNothing = ["float", "double", "password", "binary"];
    expect(invalid.length === 0).toBe(refusesNothing.includes(format));
  });
});
