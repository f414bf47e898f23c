// Exactly which variants single schemas have: their ids, and the value each is.
import { describe, expect, it } from "vitest";
import { type Json, textOfLength, textRulesOf } from "waybill/description";
import type { JsonSchema } from "../../../../../generators/test/targets/zod/judges.ts";
import { type Variant, variantId } from "../../src/values/variant.ts";
import { invalidVariants, validVariants } from "../../src/values/variants.ts";
import { withAjv } from "./schema-with-ajv.ts";
import { containers, scalars } from "./variant-rows.ts";

describe.each([...scalars, ...containers])("a schema with $name", ({ schema, base, types, valid, invalid }) => {
  const model = withAjv(schema).schema;
  const [ofTypes, others] = [true, false].map((isType) =>
    invalidVariants(model, base).filter(({ keyword }) => (keyword === "type") === isType),
  );

  it("has exactly the listed valid variants", () => expect(lines(validVariants(model, base))).toEqual(valid));

  it("has exactly the listed invalid variants", () => expect(lines(others ?? [])).toEqual(invalid));

  it("has values of the listed wrong types", () => {
    const places = Map.groupBy(ofTypes ?? [], ({ path }) => path.join("."));
    const found = [...places].map(([place, all]) => [place, all.map(({ detail }) => detail).join(" ")]);
    expect(Object.fromEntries(found)).toEqual(types);
  });
});

describe("a value of a wrong type", () => {
  it.each<[string, JsonSchema, Json, readonly Json[]]>([
    ["a text", { type: "string" }, "Ada", [null, 5, ["Ada"]]],
    ["a text or null", { type: ["string", "null"], maxLength: 30 }, null, [5, ["text"], {}]],
    ["an integer", { type: "integer" }, 20, ["20", 20.5, null]],
    ["a number", { type: "number" }, 9.99, ["9.99", null, [9.99]]],
    ["a boolean", { type: "boolean" }, false, ["false", 0, null, "true", 1]],
    ["one of an enum", { enum: [1, 2, null] }, 1, ["1", [1], true]],
    ["a list", { type: "array", items: {} }, [12], [12, "text", null]],
    ["an object", { type: "object" }, {}, [[{}], "text", null]],
    [
      "a member",
      { required: ["a"], type: "object", properties: { a: { type: "string" } } },
      { a: "x" },
      [[{ a: "x" }], "text", null, { a: null }, { a: 5 }, { a: ["x"] }],
    ],
    [
      "an element",
      { type: "array", items: { type: "integer" } },
      [1, 2],
      [1, "text", null, ["1", 2], [1.5, 2], [null, 2]],
    ],
  ])("nearly fits in the place of %s", (_, text, base, values) => {
    const found = invalidVariants(withAjv(text).schema, base).filter(({ keyword }) => keyword === "type");
    expect(found.map(({ value }) => value)).toEqual(values);
  });
});

function lines(variants: readonly Variant[]): string[] {
  return variants.map((variant) => {
    const text = JSON.stringify(variant.value);
    return `${variantId(variant)}  ${text.replace(/(.)\1{7,}/gu, (run, one: string) => `${one}*${[...run].length}`)}`;
  });
}

describe("variants", () => {
  it("have a readable description", () => {
    const { schema } = withAjv({
      type: "object",
      required: ["zip"],
      properties: { zip: { type: "string", maxLength: 9 } },
    });
    const base = { zip: "62701" };
    expect(validVariants(schema, base).map(({ what }) => what)).toEqual([
      "an undeclared member",
      "empty",
      "exactly 9 characters",
      "exactly 9 characters outside the basic plane",
    ]);
    expect(invalidVariants(schema, base).map(({ what }) => what)).toEqual([
      "an array instead of an object",
      "a string instead of an object",
      "null instead of an object",
      "left out",
      "null instead of a string",
      "a number instead of a string",
      "an array instead of a string",
      "longer than 9 characters",
      "longer than 9 characters, outside the basic plane",
    ]);
  });

  it.each(["email", "hostname"])("have an %s of every length, with labels of at most 63 characters", (format) => {
    const rules = textRulesOf(
      [withAjv({ type: "string", format }).schema].filter((schema) => schema.kind === "string"),
    );
    const lengths = Array.from({ length: 240 }, (_, index) => index + 13);
    const texts = lengths.map((length) => textOfLength(rules, length, "a@b.co") ?? "");
    expect(texts.map((text) => text.length)).toEqual(lengths);
    const labels = texts.flatMap((text) => text.replace(/.*@/, "").split("."));
    expect(Math.max(...labels.map((label) => label.length))).toBe(63);
  });

  it("stop where a named schema repeats", () => {
    const node = {
      type: "object",
      properties: { name: { type: "string", maxLength: 3 }, next: { $ref: "#/components/schemas/It" } },
    };
    const { schema } = withAjv(node);
    const paths = new Set(invalidVariants(schema, { next: { next: {} } }).map(({ path }) => path.join("/")));
    expect([...paths]).toEqual(["", "name", "next", "next/name"]);
  });

  it("use the known value for a member that they add", () => {
    const { schema } = withAjv({ type: "object", properties: { warehouseId: { type: "string" } } });
    const known = ({ path }: { readonly path: readonly (string | number)[] }): string | undefined =>
      path.join(".") === "warehouseId" ? "wh_1" : undefined;
    const added = validVariants(schema, {}, { known }).find(({ detail }) => detail === "added");
    expect(added?.value).toEqual({ warehouseId: "wh_1" });
  });

  it("have ids of their own", () => {
    const { schema } = withAjv({
      type: "object",
      properties: { "a.b": { type: "string" }, "0": { enum: ["x y", "z"] } },
    });
    const ids = invalidVariants(schema, { "a.b": "", "0": "z" }).map(variantId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('"a.b"/type:null');
    expect(ids).toContain('"0"/enum:case');
  });
});
