// The cases of the JSON Schema Test Suite keep their meaning as components of a description.
import { expect, it } from "vitest";
import { asComponent } from "./verdicts.ts";

it("a reference to the root becomes one to the component", () => {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", properties: { next: { $ref: "#" } } };
  expect(asComponent(schema, "Case1")).toEqual({ properties: { next: { $ref: "#/components/schemas/Case1" } } });
  expect(asComponent({ allOf: [{ $ref: "#/$defs/a" }, true] }, "Case1")).toEqual({
    allOf: [{ $ref: "#/components/schemas/Case1/$defs/a" }, true],
  });
});

it("a value with a member named $ref stays as it is", () => {
  const value = { $ref: "#/$defs/a", $schema: "any" };
  expect(asComponent({ enum: [value], not: { const: value } }, "Case1")).toEqual({
    enum: [value],
    not: { const: value },
  });
});

it("a property named like a keyword has a schema", () => {
  expect(asComponent({ properties: { enum: { $ref: "#" }, $schema: true } }, "Case1")).toEqual({
    properties: { enum: { $ref: "#/components/schemas/Case1" }, $schema: true },
  });
});
