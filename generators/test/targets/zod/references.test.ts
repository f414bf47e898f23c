// Named schemas that refer to each other, in every order and in circles through every kind of schema: each constant has its
// value before anything uses it, and the verdicts are Ajv's.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { type JsonSchema, type Judges, judgesOf, zodAccepts } from "./judges.ts";

const to = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

// biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema
// biome-ignore-start format: a table is read by the row
const schemas: Readonly<Record<string, JsonSchema>> = {
  Late: { type: "object", required: ["b"], properties: { b: to("Base") } },
  Base: { type: "object", properties: { kind: { type: "string" } }, required: ["kind"] },
  Alias: to("Late"),
  Node: {
    type: "object",
    required: ["value"],
    properties: { value: { type: "integer" }, left: to("Node"), right: { anyOf: [to("Node"), { type: "null" }] } },
    additionalProperties: false,
  },
  Json: {
    anyOf: [
      { type: ["string", "number", "boolean", "null"] },
      { type: "array", items: to("Json") },
      { type: "object", additionalProperties: to("Json") },
    ],
  },
  Ping: { type: "object", properties: { pong: to("Pong") }, required: ["pong"] },
  Pong: { type: ["array", "null"], items: to("Ping") },
  Even: {
    oneOf: [
      { type: "array", prefixItems: [{ type: "integer" }, to("Odd")], minItems: 2, items: false },
      { type: "array", maxItems: 0 },
    ],
  },
  Odd: { type: "array", prefixItems: [{ type: "integer" }, to("Even")], minItems: 2, items: false },
  Shape: { oneOf: [to("Circle"), to("Group")], discriminator: { propertyName: "shape" } },
  Circle: {
    type: "object",
    required: ["shape", "radius"],
    properties: { shape: { const: "circle" }, radius: { type: "number" } },
  },
  Group: {
    allOf: [
      to("Named"),
      {
        type: "object",
        required: ["shape", "parts"],
        properties: { shape: { const: "group" }, parts: { type: "array", items: to("Shape") } },
      },
    ],
  },
  Named: { type: "object", properties: { name: { type: "string" }, parent: to("Group") } },
  Rule: {
    if: { type: "object", required: ["not"] },
    then: { type: "object", properties: { not: to("Rule") } },
    else: { type: "boolean" },
  },
  Matrix: {
    type: "object",
    patternProperties: { "^m": to("Matrix") },
    propertyNames: { maxLength: 2 },
    dependentSchemas: { m: { properties: { n: to("Matrix") } } },
    additionalProperties: { not: to("Matrix") },
  },
};

const values: Readonly<Record<string, readonly unknown[]>> = {
  Late: [{ b: { kind: "x" } }, { b: {} }, {}],
  Alias: [{ b: { kind: "x" } }, { b: 1 }],
  Node: [
    { value: 1 },
    { value: 1, left: { value: 2, right: null } },
    { value: 1, right: { value: 2.5 } },
    { value: 1, left: null },
    { value: 1, left: { value: 1, x: 1 } },
  ],
  Json: [null, [1, { a: ["b", { c: null }] }], {}, JSON.parse('{"__proto__":[{}]}')],
  Ping: [{ pong: null }, { pong: [{ pong: [] }] }, { pong: [{ pong: [{}] }] }, {}],
  Pong: [[], null, [{ pong: null }], [{}]],
  Even: [[], [1, [2, []]], [1, [2, [3, [4, []]]]], [1, []], [1, [2]], [1, [2, [3, []]]]],
  Odd: [[1, []], [1, [2, [3, []]]], [], [1, [2, []]]],
  Shape: [
    { shape: "circle", radius: 1 },
    { shape: "group", parts: [{ shape: "circle", radius: 1 }] },
    { shape: "group", name: 1, parts: [] },
    { shape: "group", parts: [{ shape: "square" }] },
    { radius: 1 },
    { shape: "group", parts: [], parent: { shape: "group", parts: [] } },
    { shape: "group", parts: [], parent: {} },
  ],
  Rule: [true, { not: true }, { not: { not: false } }, { not: 1 }, {}, { not: { not: {} } }],
  Matrix: [{}, { m: {} }, { m: { m: {} } }, { m: 1 }, { long: 1 }, { a: 1 }, { a: {} }, { m: { a: {} } }],
};
// biome-ignore-end format: a table is read by the row
// biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema

const { directory, dispose } = temporaryDirectory();
const reversed = temporaryDirectory();
let judges: Judges;
let judgesOfReversed: Judges;

beforeAll(async () => {
  judges = await judgesOf(schemas, directory);
  judgesOfReversed = await judgesOf(Object.fromEntries(Object.entries(schemas).reverse()), reversed.directory);
});

afterAll(() => {
  dispose();
  reversed.dispose();
});

describe("references", () => {
  it.each(Object.entries(values))("of %s are judged as Ajv judges them", (name, rows) => {
    const verdicts = rows.map((value) => ({ value, verdict: judges.ajv(name)(value) }));
    expect(new Set(verdicts.map(({ verdict }) => verdict)).size, "both verdicts").toBe(name === "Json" ? 1 : 2);
    expect(rows.map((value) => ({ value, verdict: zodAccepts(judges.zod(name), value) }))).toEqual(verdicts);
    expect(rows.map((value) => ({ value, verdict: zodAccepts(judgesOfReversed.zod(name), value) }))).toEqual(verdicts);
  });

  it.each([directory, reversed.directory])("references compile in any order of schemas: %s", async (folder) => {
    expect(await compilerErrorsOf("typescript-7.0", folder, ["**/*.gen.ts"])).toBe("");
  });

  it("are in the order of the description", () => {
    const zod = judges.files.find(({ target, path }) => target === "zod" && path === "schemas.gen.ts")?.text ?? "";
    const order = [...zod.matchAll(/^export const (\w+)Schema/gm)].map(([, name]) => name);
    expect(order.join(" ")).toBe("Late Base Alias Node Json Ping Pong Even Odd Shape Circle Group Named Rule Matrix");
  });
});
