// Exactly which variants single schemas have: their ids, and the value each is.
import { describe, expect, it } from "vitest";
import { textOfLength, textRulesOf } from "waybill/description";
import { invalidVariants, type Variant, validVariants, variantId } from "../../src/values/index.ts";
import { withAjv } from "./schema-with-ajv.ts";
import { containers } from "./variants/containers.ts";
import { scalars } from "./variants/scalars.ts";

describe.each([...scalars, ...containers])("a schema with $name", ({ schema, base, valid, invalid }) => {
  const model = withAjv(schema).schema;

  it("has exactly the listed valid variants", () => expect(lines(validVariants(model, base))).toEqual(valid));

  it("has exactly the listed invalid variants", () => expect(lines(invalidVariants(model, base))).toEqual(invalid));
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
