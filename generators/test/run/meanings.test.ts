// Whose description it is decides how `nullable`, `discriminators` and `untyped` are read where no option states it: of flags it is someone
// else's, of a configuration one's own.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

const text = `openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    get:
      operationId: a
      responses: { "200": { description: D., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
components:
  schemas:
    Size: { type: string }
    Order: { type: object, properties: { size: { nullable: true, allOf: [{ $ref: "#/components/schemas/Size" }] } } }
`;

const config = (fields: object = {}): string =>
  JSON.stringify({ apis: { shop: { openapi: "openapi.yaml", out: "out", targets: ["types"], ...fields } } });

test.each([
  ["flags", ["generate", "--openapi", "openapi.yaml", "--out", "out", "--target", "types"], "Size | null", "assumed"],
  [
    "flags and the letter",
    ["generate", "--openapi", "openapi.yaml", "--out", "out", "--target", "types", "--nullable", "letter"],
    "Size",
    "no-effect",
  ],
  [
    "flags and its author",
    ["generate", "--openapi", "openapi.yaml", "--out", "out", "--target", "types", "--nullable", "author"],
    "Size | null",
    null,
  ],
  ["a configuration", ["generate", "--config", "own.json"], "Size", "no-effect"],
  ["a configuration and its author", ["generate", "--config", "author.json"], "Size | null", null],
])("nullable is read as its owner or its author means it: %s", async (_name, args, type, warning) => {
  const files = { "openapi.yaml": text, "own.json": config(), "author.json": config({ nullable: "author" }) };
  const workspace = new Workspace(files);
  const { code, text: printed } = await ran(workspace.folder, ...args);
  expect(printed).toMatch(warning === null ? /^(?!.*warning)/s : new RegExp(`warning ${warning}`));
  expect(code).toBe(0);
  expect(readFileSync(workspace.path("out/types/schemas.gen.ts"), "utf8")).toContain(`{ size?: ${type} | undefined }`);
});

const loose = `openapi: 3.0.3
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { tag: { type: string } } }] }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { lives: { type: integer } } }] }
    Bare: { properties: { id: { type: string } } }
`;
const union = "export type Pet = Dog | Cat;";
const ordinary = "export type Pet = {";
const object = "export type Bare = {";
const anything = "export type Bare = boolean | number | string";

test.each([
  ["flags", [], [union, object], ["base-discriminator", "no-type"]],
  [
    "flags and the letter",
    ["--discriminators", "letter", "--untyped", "letter"],
    [ordinary, anything],
    ["base-discriminator", "no-type"],
  ],
  ["flags and its author", ["--discriminators", "author", "--untyped", "author"], [union, object], []],
  ["a configuration", {}, [ordinary, anything], ["base-discriminator", "no-type"]],
  ["a configuration and its author", { discriminators: "author", untyped: "author" }, [union, object], []],
] as const)(
  "discriminators and untyped are read as their owner or their author means them: %s",
  async (_name, given, types, warnings) => {
    const workspace = new Workspace({ "openapi.yaml": loose });
    const isFlagged = Array.isArray(given);
    if (!isFlagged) workspace.write("waybill.config.json", config(given));
    const args = isFlagged ? ["--openapi", "openapi.yaml", "--out", "out", "--target", "types", ...given] : [];
    const { code, text: printed } = await ran(workspace.folder, "generate", ...args);
    expect(code).toBe(0);
    const codes = [...printed.matchAll(/warning ([a-z-]+):/g)].map(([, found]) => found);
    expect(codes).toEqual(warnings);
    const written = readFileSync(workspace.path("out/types/schemas.gen.ts"), "utf8");
    for (const type of types) expect(written).toContain(type);
  },
);

test("diff compares a configuration with a file by the rule of the configuration", async () => {
  const explicit = text.replace(
    'nullable: true, allOf: [{ $ref: "#/components/schemas/Size" }]',
    'anyOf: [{ $ref: "#/components/schemas/Size" }, { type: string, nullable: true, enum: [null] }]',
  );
  const workspace = new Workspace({
    "openapi.yaml": text,
    "old/openapi.yaml": text,
    "null/openapi.yaml": explicit,
    "waybill.config.json": config(),
    "author/waybill.config.json": config({ nullable: "author", openapi: "../openapi.yaml" }),
  });
  const compared = async (...args: string[]) => (await ran(workspace.folder, "diff", ...args, "--json")).text;
  expect(await compared("old", "waybill.config.json")).toContain('"changes": []');
  expect(await compared("old", "author/waybill.config.json")).toContain('"changes": []');
  expect(await compared("null", "openapi.yaml")).toContain('"changes": []');
  expect(await compared("null", "openapi.yaml", "--nullable", "letter")).not.toContain('"changes": []');
});
