// Text made to escape, in every string slot of both documents -> output in which it sits only inside literals, comments
// and names of members.
// @module-tag compilers
import paths from "@waybill/paths";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { type Generation, generate, temporaryDirectory } from "../../scenarios/generation.ts";
import { anysOf, leaksOf, syntaxErrorsOf } from "../../scenarios/output-text.ts";

const hostile = [
  "*/ STOLEN /*",
  "*\\/ STOLEN",
  "`STOLEN`",
  "${STOLEN}",
  '"; STOLEN; "',
  "'; STOLEN; '",
  "line\n STOLEN \r\n// STOLEN",
  "\u2028STOLEN\u2029",
  "@deprecated STOLEN",
  "{@link STOLEN}",
  "__proto__",
  "constructor",
  "</script> STOLEN",
  "eslint-disable STOLEN",
  "\u202eSTOLEN",
  "\\",
];

const { directory, dispose } = temporaryDirectory();
let generation: Generation;

beforeAll(async () => {
  const inputs = new Map([
    ["openapi.yaml", JSON.stringify(openapi())],
    ["asyncapi.yaml", JSON.stringify(asyncapi())],
  ]);
  generation = await generate(inputs, ["types", paths, "webhooks"], directory);
});
afterAll(dispose);

it("a description of hostile texts is read without problems", () => {
  expect(generation.diagnostics).toBe("");
});

it("the output parses, and contains no any", () => {
  for (const { text } of generation.files)
    expect({ syntax: syntaxErrorsOf(text), anys: anysOf(text) }).toEqual({ syntax: [], anys: [] });
});

it("hostile text stays inside comments, literals and names", () => {
  const leaks = generation.files.flatMap(({ path, text }) => leaksOf(text, "STOLEN").map((leak) => `${path} ${leak}`));
  expect(leaks).toEqual([]);
  expect(generation.files.some(({ text }) => text.includes("STOLEN"))).toBe(true);
});

it("the output contains no character that ends or turns a line unseen", () => {
  for (const { target, text } of generation.files)
    if (target !== "paths") expect(text).not.toMatch(/[\u2028\u2029\u202a-\u202e\r]/);
});

it.each(testedCompilers)("the output compiles with %s", async (compiler) => {
  expect(await compilerErrorsOf(compiler, directory, ["types", "paths", "webhooks"])).toBe("");
});

function words(index: number): { summary: string; description: string } {
  return { summary: hostile[index % hostile.length] ?? "", description: hostile.join(" ") };
}

function schema(): object {
  return {
    title: "*/ STOLEN",
    description: hostile.join("\n"),
    type: "object",
    required: hostile,
    properties: Object.fromEntries(
      hostile.map((text) => [
        text,
        { description: text, title: text, enum: hostile, default: hostile[0], "x-enumDescriptions": { [text]: text } },
      ]),
    ),
    additionalProperties: { type: "string", description: "*/ STOLEN" },
  };
}

function openapi(): object {
  return {
    openapi: "3.1.1",
    info: { title: hostile[0], version: hostile[1], description: hostile.join(" ") },
    paths: Object.fromEntries(
      hostile.map((text, index) => [
        `/p${index}/*/ STOLEN`,
        {
          post: {
            operationId: `op${index}`,
            ...words(index),
            parameters: hostile.map((name) => ({
              name: name.replace(/[\r\n]/g, ""),
              in: "query",
              description: text,
              schema: { default: text },
            })),
            requestBody: {
              description: text,
              content: {
                "application/json": { schema: { $ref: "#/components/schemas/Thing" } },
                "text/x-$STOLEN": {},
                "image/*": {},
              },
            },
            responses: {
              200: {
                description: text,
                headers: { "X-`STOLEN`": { description: text, schema: { const: text } } },
                content: { "text/plain": {} },
              },
              404: { $ref: "#/components/responses/Gone" },
            },
          },
        },
      ]),
    ),
    components: { schemas: { Thing: schema() }, responses: { Gone: { description: "*/ STOLEN" } } },
  };
}

function asyncapi(): object {
  return {
    asyncapi: "3.0.0",
    info: { title: hostile[0], version: hostile[1] },
    "x-waybill-text": { "*/ STOLEN": hostile, __proto__: 1 },
    channels: {
      all: {
        address: hostile[0],
        messages: Object.fromEntries(
          hostile.map((text, index) => [
            `m${index}`,
            { name: text, title: text, ...words(index), payload: schema(), headers: schema(), "x-waybill-text": text },
          ]),
        ),
      },
    },
    operations: { "*/ STOLEN": { action: "send", channel: { $ref: "#/channels/all" }, "x-waybill-text": hostile } },
  };
}
