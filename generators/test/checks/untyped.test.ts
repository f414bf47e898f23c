// Which schemas without `type` are reported, and which are parts of something that has one.
import { expect, test } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";

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
])("%s", async (_, schemas, expected) => {
  expect(await untypedIn(schemas)).toEqual(expected);
});
