import { expect, test } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

const instant = "{ type: string, format: date-time }";

test.each([
  [`{ anyOf: [${instant}, { type: string }] }`, "another schema allows or requires any string here"],
  [`{ allOf: [${instant}, { type: string, maxLength: 30 }] }`, "another schema allows or requires any string here"],
  ['{ type: string, format: date-time, enum: ["2026-01-02T03:04:05Z"] }', "its values are listed"],
  [
    `{ oneOf: [{ type: object, properties: { at: ${instant} } }, { type: object, properties: { at: { type: string } } }] }`,
    "another schema allows or requires any string here",
  ],
  [
    `{ oneOf: [{ type: array, items: ${instant} }, { type: array, items: { type: [string, integer] } }] }`,
    "another schema allows or requires any string here",
  ],
  [
    `{ allOf: [{ type: object, properties: { at: ${instant} } }, { additionalProperties: { type: string } }] }`,
    "another schema allows or requires any string here",
  ],
  [
    `{ allOf: [{ type: object }], unevaluatedProperties: ${instant} }`,
    "only values that no other schema describes are dates",
  ],
])("a date-time in %s is reported, since its value is ambiguous", async (schema, reason) => {
  const { code, text } = await generated(`A: ${schema}`);
  expect(text).toContain("error undecidable-date: this date-time cannot be a Date in code: ");
  expect(text).toContain(reason);
  expect(code).toBe(1);
});

test.each([
  `{ anyOf: [${instant}, { type: integer }, { type: "null" }] }`,
  `{ oneOf: [{ type: object, properties: { at: ${instant} } }, { type: object, properties: { at: ${instant}, b: { type: string } } }] }`,
  `{ allOf: [{ type: object, properties: { at: ${instant} } }, { required: [at] }, { description: More. }] }`,
  `{ type: object, properties: { self: { $ref: "#/components/schemas/A" }, at: ${instant} }, not: { required: [c] } }`,
])("a date-time in %s can be a Date", async (schema) => {
  expect(await generated(`A: ${schema}`)).toMatchObject({ code: 0 });
});

test("an incompatible option is rejected with the reason", async () => {
  const one = `A: ${instant}`;
  expect((await generated(one, "--target", "paths")).text).toMatch(
    /paths: has texts where dates: "date" says Date\nhint: /,
  );
  expect((await generated(one, "--formats", "annotate")).text).toContain("formats turns their validation off");
  expect((await generated(`Date: ${instant}`)).text).toContain('a schema is called "Date"');
});

async function generated(schemas: string, ...flags: string[]): Promise<{ code: number; text: string }> {
  const workspace = new Workspace({
    "openapi.yaml": `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { ${schemas} } }\n`,
  });
  const target = flags.includes("--target") ? [] : ["--target", "types"];
  return ran(
    workspace.folder,
    "generate",
    "--openapi",
    "openapi.yaml",
    "--out",
    "gen",
    "--dates",
    "date",
    ...target,
    ...flags,
  );
}
