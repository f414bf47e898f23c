// Schemas that say the same have one number, wherever they stand.
import { expect, it } from "vitest";
import { Sameness } from "../../src/model/sameness.ts";
import { readFiles } from "../source/memory-files.ts";

it("of a discriminator its property and values count, not where the mapping stands", () => {
  const union = (value: string): object => ({
    oneOf: ["A", "B"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: { propertyName: "kind", mapping: { [value]: "#/components/schemas/A" } },
  });
  const member = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
  const schemas = { A: member, B: member, One: union("a"), Same: union("a"), Other: union("b") };
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
  const sameness = new Sameness();
  const [one, same, other] = ["One", "Same", "Other"].map((name) => {
    const found = api?.schemas.find((schema) => schema.name === name);
    return found === undefined ? null : sameness.of(found.schema);
  });
  expect(one).not.toBeNull();
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
