// Which schemas without `type` are reported and have the type of their keywords, and which are parts of something that has one.
import { expect, test } from "vitest";
import type { Json } from "../../src/model/schema.ts";
import { matches } from "../../src/model/values/matching.ts";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";
import { readFiles } from "../source/memory-files.ts";

const properties = { id: { type: "string" } };
const part = { properties };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The pointers of the warnings, below components.schemas. */
async function untypedIn(schemas: Readonly<Record<string, object>>): Promise<string[]> {
  const openapi = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { folder } = new Workspace({ "openapi.json": JSON.stringify(openapi) });
  const { text } = await ran(folder, "lint", "openapi.json", "--json");
  const { diagnostics } = JSON.parse(text) as { diagnostics: { code: string; pointer: string }[] };
  return diagnostics
    .filter(({ code }) => code === "no-type")
    .map(({ pointer }) => pointer.replace("/components/schemas/", ""));
}

test.each<[string, Readonly<Record<string, object>>, string[]]>([
  ["an object", { A: part }, ["A/properties"]],
  ["an array", { A: { items: { type: "string" } } }, ["A/items"]],
  [
    "a member, once for each place",
    { A: { type: "object", properties: { b: part, c: part } } },
    ["A/properties/b/properties", "A/properties/c/properties"],
  ],
  ["an alternative", { A: { oneOf: [{ type: "object", ...part }, part] } }, ["A/oneOf/1/properties"]],
  [
    "all parts of a combination",
    { A: { allOf: [part, { properties: { b: {} } }] } },
    ["A/allOf/0/properties", "A/allOf/1/properties"],
  ],
  [
    "a part that is used alone, too",
    { A: part, B: { allOf: [{ type: "object" }, ref("A")] }, C: { type: "array", items: ref("A") } },
    ["A/properties"],
  ],
  ["not with a type", { A: { type: "object", ...part } }, []],
  [
    "not a part of a combination with a type",
    { A: { type: "object", allOf: [part], anyOf: [part, { required: ["id"] }] } },
    [],
  ],
  [
    "not a part that is used in typed combinations alone",
    { A: part, B: { allOf: [{ type: "object" }, ref("A")] } },
    [],
  ],
  ["not with a type that is none", { A: { type: "objct", ...part } }, []],
  [
    "not conditions",
    { A: { type: "object", if: part, else: part, dependentSchemas: { b: part } }, B: { not: part } },
    [],
  ],
  ["not what has no keywords", { A: {}, B: { description: "Anything." }, C: { required: ["a"] } }, []],
])("schemas without a type are found: %s", async (_, schemas, expected) => {
  expect(await untypedIn(schemas)).toEqual(expected);
});

/** What the schema `A` accepts, as the author means it and by the letter. */
function verdictsOf(schemas: Readonly<Record<string, object>>, value: Json, version: string): (boolean | null)[] {
  const openapi = { openapi: version, info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  return (["author", "letter"] as const).map((untyped) => {
    const files = { "openapi.json": JSON.stringify(openapi) };
    const { api } = readFiles(files, { openapi: "openapi.json", options: { untyped, nullable: untyped } });
    const schema = api?.schemas.find(({ name }) => name === "A")?.schema;
    return schema === undefined ? null : matches(schema, value);
  });
}

const typed = { type: "object" };

test.each<[string, Readonly<Record<string, object>>, Json, boolean, boolean, string?]>([
  ["text for an object", { A: part }, "text", false, true],
  ["an object for an object", { A: part }, { id: "a" }, true, true],
  ["an object for an array", { A: { items: {} } }, {}, false, true],
  ["an array for an array", { A: { items: {} } }, [], true, true],
  ["text for a map", { A: { additionalProperties: { type: "string" } } }, "text", false, true],
  ["text where other members are anything", { A: { additionalProperties: true } }, "text", true, true],
  ["text for patterns of names", { A: { patternProperties: { "^a": {} } } }, "text", false, true],
  ["text for keywords of two types", { A: { ...part, items: {} } }, "text", true, true],
  ["text for a format", { A: { ...part, format: "x" } }, "text", true, true],
  ["text for required alone", { A: { required: ["id"] } }, "text", true, true],
  ["null for a nullable object", { A: { ...part, nullable: true } }, null, true, true, "3.0.3"],
  ["text for a nullable object", { A: { ...part, nullable: true } }, "text", false, true, "3.0.3"],
  ["null for a part of what may be null", { A: { type: ["object", "null"], allOf: [part] } }, null, true, true],
  ["text for parts without a type", { A: { allOf: [part, { properties: { b: {} } }] } }, "text", false, true],
  ["text for a reference", { A: ref("B"), B: part }, "text", false, true],
  [
    "null for a reference to what is only a part",
    { A: { type: ["object", "null"], allOf: [ref("B")] }, B: part },
    null,
    true,
    true,
  ],
  [
    "text for an alternative",
    {
      A: {
        oneOf: [
          { ...typed, ...part },
          { properties: { b: {} }, required: ["b"] },
        ],
      },
    },
    "text",
    false,
    true,
  ],
  ["an object for not", { A: { not: part } }, { id: 1 }, true, true],
  ["text for not", { A: { not: part } }, "text", false, false],
  ["text for if", { A: { if: part, else: false } }, "text", true, true],
])(
  "properties without a type are read as their author means them, or by the letter: %s",
  (_name, schemas, value, author, letter, version = "3.1.1") => {
    expect(verdictsOf(schemas, value, version)).toEqual([author, letter]);
  },
);
