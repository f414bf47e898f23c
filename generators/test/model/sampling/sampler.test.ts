// Which value the one sampler gives a schema: examples first, then made-up values, the same for a seed, and a reason where there is none.
// Random schemas, validated by Ajv, are in packages/waybill/conformance/test/values/agreement.slow.test.ts; published descriptions in
// packages/waybill/mocks/test/corpus.test.ts.
import { describe, expect, it } from "vitest";
import { type Json, matches, type Operation, readApi, type Schema } from "../../../src/entries/description.ts";
import { type SampleOptions, sampleOf } from "../../../src/model/sampling/index.ts";

type Written = { readonly [keyword: string]: unknown };

/** The operation `POST /` whose body and response have the schema `It`. */
function operationOf(schemas: Readonly<Record<string, Written>>, examples: Written = {}): Operation {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/It" }, ...examples } };
  const responses = { "200": { description: "Fine.", content } };
  const post = { operationId: "post", requestBody: { required: true, content }, responses };
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: { "/": { post } } };
  const text = JSON.stringify({ ...document, components: { schemas } });
  const [operation] =
    readApi({ cwd: "/test", openapi: "openapi.json", readText: () => text }).api?.http?.operations ?? [];
  if (operation === undefined) throw new Error("no operation");
  return operation;
}

function schemaOf(it: Written): Schema {
  const schema = operationOf({ It: it }).responses[0]?.content[0]?.schema;
  if (schema === undefined) throw new Error("no schema");
  return schema;
}

function sampled(it: Written, options: SampleOptions = {}): Json {
  const schema = schemaOf(it);
  const sample = sampleOf(schema, options);
  if (!sample.ok) throw new Error(sample.reason);
  expect(matches(schema, sample.value)).toBe(true);
  return sample.value;
}

const order = {
  type: "object",
  required: ["id", "status"],
  properties: {
    id: { type: "string", readOnly: true },
    secret: { type: "string", writeOnly: true },
    status: { enum: ["NEW", "SHIPPED"] },
    email: { type: "string", format: "email" },
  },
};

describe("where a value comes from", () => {
  const rows: readonly (readonly [name: string, schema: Written, options: SampleOptions, value: Json])[] = [
    [
      "the example of an object",
      { ...order, examples: [{ id: "o1", status: "NEW" }] },
      {},
      { id: "o1", status: "NEW" },
    ],
    [
      "the members that the schema describes",
      { ...order, examples: [{ id: "o1", status: "NEW", x: 1 }] },
      {},
      { id: "o1", status: "NEW" },
    ],
    [
      "no member that only a bare schema beside the described ones allows",
      {
        type: "object",
        required: ["status"],
        allOf: [order, { required: ["links"], properties: { links: { properties: { self: { type: "string" } } } } }],
        examples: [{ id: "o1", status: "NEW", links: { self: "a", docs: "b" }, x: 1 }],
      },
      {},
      { id: "o1", status: "NEW", links: { self: "a" } },
    ],
    [
      "all members, if an alternative describes none",
      { anyOf: [order, { type: "object" }], examples: [{ id: "o1", status: "NEW", x: 1 }] },
      {},
      { id: "o1", status: "NEW", x: 1 },
    ],
    [
      "made-up values for an example that is wrong",
      { ...order, examples: [{ id: 1 }] },
      {},
      { id: "text", status: "NEW" },
    ],
    ["the default of a list", { type: "array", items: { type: "integer" }, default: [3, 4] }, {}, [3, 4]],
    ["no empty default", { type: "array", items: { type: "integer" }, default: [] }, {}, [1]],
    ["no example, if asked", { type: "string", examples: ["a"] }, { described: "none" }, "text"],
    [
      "members, if only scalars count",
      { ...order, examples: [{ id: "o1", status: "NEW" }] },
      { described: "scalars" },
      { id: "text", status: "NEW" },
    ],
    [
      "optional members, if asked",
      order,
      { all: true },
      { id: "text", status: "NEW", email: "ada.lovelace@example.com" },
    ],
    ["only required ones once the places are used up", order, { all: true, places: 1 }, { id: "text", status: "NEW" }],
  ];

  it.each(rows)("a sample has %s", (_, schema, options, value) => expect(sampled(schema, options)).toEqual(value));

  it("the first example of the media type that matches comes first", () => {
    const examples = { examples: { wrong: { value: { id: 1 } }, right: { value: { id: "o2", status: "SHIPPED" } } } };
    const media = operationOf({ It: { ...order, examples: [{ id: "o1", status: "NEW" }] } }, examples).responses[0]
      ?.content[0];
    if (media === undefined) throw new Error("no media type");
    expect(sampleOf(media.schema, { examples: media.examples })).toEqual({
      ok: true,
      value: { id: "o2", status: "SHIPPED" },
    });
  });

  it("a request has no readOnly member and a response no writeOnly one", () => {
    const { requestBody, responses } = operationOf({ It: order });
    const values = [requestBody?.content[0], responses[0]?.content[0]].map(
      (media) => media && sampleOf(media.schema, { all: true }),
    );
    expect(values).toEqual([
      { ok: true, value: { secret: "text", status: "NEW", email: "ada.lovelace@example.com" } },
      { ok: true, value: { id: "text", status: "NEW", email: "ada.lovelace@example.com" } },
    ]);
  });
});

describe("a seed", () => {
  const many: Written = {
    type: "object",
    properties: {
      day: { type: "string", format: "date" },
      at: { type: "string", format: "date-time" },
      id: { type: "string", format: "uuid" },
      code: { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" },
      size: { type: "number", minimum: 0.5, maximum: 10, multipleOf: 0.5 },
      count: { type: "integer", exclusiveMinimum: 3 },
      tags: { type: "array", uniqueItems: true, minItems: 2, items: { enum: ["a", "b", "c"] } },
      either: {
        oneOf: [{ type: "string", maxLength: 5 }, { type: "array", items: { type: "boolean" } }, { type: "null" }],
      },
    },
    required: ["day", "at", "id", "code", "size", "count", "tags", "either"],
    additionalProperties: false,
  };

  it("gives the same value every time, and another seed another value; all of them valid", () => {
    const values = Array.from({ length: 100 }, (_, seed) => JSON.stringify(sampled(many, { all: true, seed })));
    expect(new Set(values).size).toBe(100);
    expect(values.slice(0, 20)).toEqual(
      values.slice(0, 20).map((_, seed) => JSON.stringify(sampled(many, { all: true, seed }))),
    );
  });

  it("does not replace an example", () => {
    expect(sampled({ type: "string", examples: ["SKU-1"] }, { seed: 3 })).toBe("SKU-1");
  });
});

describe("patterns", () => {
  const patterns = [
    "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
    "^(?:\\+\\d{1,3} )?\\(\\d{3}\\) \\d{3}-\\d{4}$",
    "^(foo|bar)-\\1$",
    "^\\p{Lu}\\p{Ll}+$",
    "^[^a-zA-Z0-9]$",
    "^arn:aws:[a-z]+::\\d{12}:role/.+$",
    "^(?=.*\\d)(?=.*[a-z]).{8,}$",
    "\\bword\\b",
    "^v\\d+(\\.\\d+){2}$",
    "^[\\u3040-\\u309f]{2}$",
  ];

  it.each(patterns)("have a text that matches: %s", (pattern) => {
    const text = sampled({ type: "string", pattern });
    expect(String(text)).toMatch(new RegExp(pattern, "u"));
  });
});

it("a schema without a value has a reason and a place, and no value", () => {
  const schema = schemaOf({
    type: "object",
    required: ["self"],
    properties: { self: { $ref: "#/components/schemas/It" } },
  });
  expect(sampleOf(schema)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("It would contain itself without end"),
  });
  const none = schemaOf({ type: "string", minLength: 3, maxLength: 2 });
  expect(sampleOf(none)).toMatchObject({ ok: false, reason: expect.stringContaining("give an example") });
});

it("a sample has the value of the discriminator for an alternative that leaves it open", () => {
  const open = (name: string) => ({
    type: "object",
    required: ["kind", name],
    properties: { kind: { type: "string" }, [name]: { type: "string" } },
  });
  const schemas = {
    It: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind", mapping: { dog: "Dog", cat: "Cat" } },
    },
    Cat: open("lives"),
    Dog: open("tag"),
  };
  const schema = operationOf(schemas).responses[0]?.content[0]?.schema;
  const samples = [0, 1, 2, 3].map((seed) => (schema === undefined ? null : sampleOf(schema, { seed })));
  const kinds = samples.map((sample) => (sample?.ok === true ? JSON.stringify(sample.value) : ""));
  for (const text of kinds) expect(text).toMatch(/"kind":"cat","lives"|"kind":"dog","tag"/);
});

it.each([
  ["date", "2025-11-03"],
  ["time", "14:02:47Z"],
  ["date-time", "2025-11-03T14:02:47.120Z"],
  ["duration", "P3D"],
])("the sample of the format %s is %s", (format, sample) => {
  expect(sampled({ type: "string", format })).toBe(sample);
});
