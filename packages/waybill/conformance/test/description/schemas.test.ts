import { describe, expect, test } from "vitest";
import { type Json, matches } from "waybill/description";
import { DescriptionError } from "../../src/description/description.ts";
import { createSchemas } from "../../src/description/schemas.ts";
import { asyncApiOf, errorsOfBody, errorsOfPayload, type JsonSchema, openApiOf, opened, placesOf } from "./opened.ts";
import { formats, openApi30, openApi31 } from "./schema-rows.ts";

interface Verdicts {
  readonly accepts: readonly unknown[];
  readonly rejects: readonly unknown[];
}

function expectVerdicts(errorsOf: (value: unknown) => readonly string[], { accepts, rejects }: Verdicts): void {
  expect(accepts.map(errorsOf)).toEqual(accepts.map(() => []));
  expect(rejects.filter((value) => errorsOf(value).length === 0)).toEqual([]);
}

describe.each([
  ["3.0.3", openApi30],
  ["3.1.1", openApi31],
  ["3.2.0", openApi31],
  ["3.1.0", formats],
])("schemas of OpenAPI %s", (version, rows) => {
  test.each(Object.entries(rows))("give Ajv's verdicts: %s", (_name, { It, more = {}, accepts, rejects }) => {
    const description = opened({ "openapi.yaml": openApiOf({ It, ...more }, version) });
    expectVerdicts((value) => errorsOfBody(description, value), { accepts, rejects });
  });
});

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Text or null, in the dialect of OpenAPI 3.0. */
const ofOpenApi30 = {
  schemaFormat: "application/vnd.oai.openapi;version=3.0.0",
  schema: { type: "string", nullable: true },
};

const author = { nullable: "author", discriminators: "author", untyped: "author" } as const;

describe("schemas that are read as their authors mean them", () => {
  /** Properties without a type. */
  const bare = { properties: { a: text } };
  test.each<[string, string, JsonSchema, readonly unknown[], readonly unknown[], object]>([
    ["nullable beside $ref", "3.0.3", { $ref: "#/components/schemas/Text", nullable: true }, ["a", null], [1], {}],
    ["nullable beside allOf", "3.0.3", { allOf: [text], nullable: true }, ["a", null], [1], {}],
    ["nullable beside oneOf", "3.0.3", { oneOf: [text], nullable: true }, ["a", null], [1], {}],
    ["nullable beside a type and anyOf", "3.0.3", { ...text, anyOf: [text], nullable: true }, ["a", null], [1], {}],
    ["nullable beside an enum", "3.0.3", { ...text, enum: ["a"], nullable: true }, ["a", null], ["b"], {}],
    ["nullable alone in anyOf", "3.0.3", { anyOf: [text, { nullable: true, title: "A" }] }, ["a", null], [1], {}],
    ["nullable alone in oneOf", "3.0.3", { oneOf: [text, { nullable: true }] }, ["a", null], [1], {}],
    ["nullable alone in allOf", "3.0.3", { allOf: [text, { nullable: true }] }, ["a", null], [1], {}],
    ["nullable: false beside allOf", "3.0.3", { allOf: [text], nullable: false }, ["a"], [null], {}],
    ["properties without type", "3.0.3", bare, [{ a: "b" }, {}], ["a", 1, { a: 1 }], {}],
    ["items without type", "3.1.1", { items: text }, [["a"], []], ["a", {}, [1]], {}],
    ["a map without type", "3.1.1", { additionalProperties: text }, [{ a: "b" }], ["a", { a: 1 }], {}],
    ["beside a type", "3.1.1", { type: ["object", "null"], allOf: [bare] }, [null, {}], ["a", { a: 1 }], {}],
    ["properties without type in not", "3.1.1", { not: bare }, [{ a: 1 }], ["a", {}], {}],
    ["required without type", "3.1.1", { required: ["a"] }, [1, { a: 1 }], [{}], {}],
    [
      "a reference to nothing",
      "3.0.3",
      { type: "object", properties: { a: ref("None"), b: text } },
      [{ a: 1 }, { a: null, b: "" }],
      [{ b: 1 }],
      { tolerate: ["ref-not-found"] },
    ],
    ["a type by another name", "3.1.1", { type: ["Int", "null"] }, [1, null], ["a"], { tolerate: ["unknown-type"] }],
    ["a type without a meaning", "3.1.1", { type: "strng" }, [1, "a"], [], { tolerate: ["unknown-type"] }],
    [
      "$recursiveRef with $recursiveAnchor",
      "3.1.1",
      { properties: { own: { $recursiveAnchor: true, items: { $recursiveRef: "#" }, type: "array" } } },
      [{ own: [[[]]] }],
      [{ own: [[1]] }],
      { tolerate: ["foreign-keyword"] },
    ],
    [
      "$recursiveRef alone",
      "3.1.1",
      { type: "object", properties: { next: { $recursiveRef: "#", required: ["id"] } } },
      [{}, { next: { id: 1, next: { id: 1 } } }],
      [{ next: {} }, { next: 1 }],
      { tolerate: ["foreign-keyword"] },
    ],
  ])("accept what their authors mean: %s", (_name, version, It, accepts, rejects, rules) => {
    const files = { "openapi.yaml": openApiOf({ It, Text: text }, version) };
    const description = opened(files, "described", { ...author, ...rules });
    expectVerdicts((value) => errorsOfBody(description, value), { accepts, rejects });
  });
});

describe("a schema with a discriminator that others extend", () => {
  const extending = (name: string, schema: object, own: object = {}) => ({
    ...own,
    allOf: [{ $ref: `#/components/schemas/${name}` }, { type: "object", ...schema }],
  });
  const more = {
    Pet: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" }, friend: ref("Pet") },
      discriminator: { propertyName: "kind", mapping: { pet: "Pet", dog: "#/components/schemas/Dog", cow: "Cow" } },
    },
    Dog: extending("Pet", { properties: { bark: { type: "string" } } }),
    Puppy: extending("Dog", { properties: { age: { type: "integer" } } }),
    Cat: extending("Pet", { required: ["meow"], properties: { meow: { type: "string" } } }),
    Hen: extending("Pet", { properties: { eggs: { type: "integer" } } }, { "x-ms-discriminator-value": "hen" }),
    Cow: { type: "object", required: ["kind"], properties: { kind: { const: "cow" } } },
    Circle: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      discriminator: { propertyName: "kind" },
      oneOf: [ref("Big"), ref("Small")],
    },
    Big: extending("Circle", { properties: { size: { type: "integer" } } }),
    Small: extending("Circle", { properties: { size: { type: "string" } } }),
  };
  test.each<[string, JsonSchema, readonly Json[], readonly Json[]]>([
    [
      "the union",
      ref("Pet"),
      [
        { kind: "dog", bark: "a" },
        { kind: "Cat", meow: "a" },
        { kind: "pet" },
        { kind: "cow" },
        { kind: "hen", eggs: 1 },
        { kind: "Puppy", age: 1, friend: { kind: "dog" } },
      ],
      [{ kind: "bird" }, { kind: "Cat" }, { kind: "dog", bark: 1 }, { kind: "dog", friend: { kind: "bird" } }, {}],
    ],
    [
      "a schema between",
      ref("Dog"),
      [{ kind: "dog" }, { kind: "Puppy" }],
      [{ kind: "pet" }, { kind: "Cat", meow: "a" }],
    ],
    ["a schema that extends one", ref("Cat"), [{ kind: "Cat", meow: "a" }], [{ kind: "dog", meow: "a" }]],
    ["a use in allOf", { type: "array", items: { allOf: [ref("Pet")] } }, [[{ kind: "dog" }]], [[{ kind: "bird" }]]],
    [
      "a circle",
      ref("Circle"),
      [{ kind: "Big", size: 1 }, { kind: "Small" }],
      [{ kind: "Big", size: "a" }, { kind: "Circle" }],
    ],
  ])("accepts its alternatives: %s", (_name, It, accepts, rejects) => {
    const files = { "openapi.yaml": openApiOf({ It, ...more }, "3.1.1") };
    const description = opened(files, "described", author);
    expectVerdicts((value) => errorsOfBody(description, value), { accepts, rejects });
    // The toolkit's model has the same verdicts.
    const [model] = description.schemas.filter(({ name }) => name === "It").map(({ schema }) => schema);
    const isMatch = (value: Json): boolean => model !== undefined && matches(model, value);
    expect([accepts.filter(isMatch), rejects.filter(isMatch)]).toEqual([accepts, []]);
  });
});

describe("schemas of AsyncAPI", () => {
  test.each<[string, unknown, readonly unknown[], readonly unknown[]]>([
    ["a tuple", { type: "array", items: [{ type: "string" }], additionalItems: false }, [["a"], []], [["a", 1], [1]]],
    ["a tuple with a rest", { type: "array", items: [{}], additionalItems: text }, [[1, "a"]], [["a", 1]]],
    [
      "dependencies",
      { type: "object", dependencies: { a: ["b"], c: { required: ["d"] } } },
      [
        { a: 1, b: 1 },
        { c: 1, d: 1 },
      ],
      [{ a: 1 }, { c: 1 }],
    ],
    [
      "a member called dependencies",
      object({ dependencies: { type: "array", items: text } }),
      [{ dependencies: ["a"] }],
      [{ dependencies: [1] }],
    ],
    ["the dialect of OpenAPI 3.0", ofOpenApi30, ["a", null], [1]],
    ["JSON Schema", { schemaFormat: "application/schema+json;version=draft-07", schema: text }, ["a"], [1]],
    ["a reference to one of those", ref("Wrapped"), ["a", null], [1]],
  ])("give Ajv's verdicts: %s", (_name, payload, accepts, rejects) => {
    const description = opened({ "asyncapi.yaml": asyncApiOf(payload, { Wrapped: ofOpenApi30 }) });
    expectVerdicts((value) => errorsOfPayload(description, value), { accepts, rejects });
  });

  test("say for each format whether keywords beside a reference count", () => {
    const Cup = object({ id: text });
    const payload = (schemaFormat: string): string =>
      asyncApiOf({ schemaFormat, schema: { $ref: "#/components/schemas/Cup", maxProperties: 0 } }, { Cup });
    const old = opened({ "asyncapi.yaml": payload("application/vnd.oai.openapi;version=3.0.0") });
    const recent = opened({
      "openapi.yaml": openApiOf({ It: true }, "3.0.3").replace('"It":true', '"It":{}'),
      "asyncapi.yaml": payload("application/schema+json;version=2020-12"),
    });
    expect(errorsOfPayload(old, { id: "a" })).toEqual([]);
    expect(errorsOfPayload(recent, { id: "a" })).toEqual(["must NOT have more than 0 properties"]);
    const Wrapped = { ...ofOpenApi30, schema: { ...ref("Cup"), maxProperties: 0 } };
    const inside = asyncApiOf(ref("Wrapped"), { Cup, Wrapped });
    expect(errorsOfPayload(opened({ "asyncapi.yaml": inside }), { id: "a" })).toEqual([]);
  });

  test("in a format other than JSON Schema are rejected before anything is validated", () => {
    const payload = { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: { type: "record" } };
    expect(() => opened({ "asyncapi.yaml": asyncApiOf(payload) })).toThrow(DescriptionError);
    expect(() => opened({ "asyncapi.yaml": asyncApiOf(payload) })).toThrow(
      /asyncapi\.yaml:1:\d+ error unsupported-feature: the schema format "application\/vnd\.apache\.avro/,
    );
  });

  test("beside an OpenAPI 3.0 document keep their own dialect", () => {
    const description = opened({
      "openapi.yaml": openApiOf({ It: { type: "string", nullable: true } }, "3.0.3"),
      "asyncapi.yaml": asyncApiOf({ type: "array", items: [{ type: "string" }] }),
    });
    expect(errorsOfBody(description, null)).toEqual([]);
    expect(errorsOfPayload(description, [1])).toEqual(["/0 must be string"]);
  });
});

describe("several files", () => {
  const files = {
    "openapi.yaml": `
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /it: { $ref: "paths/a%20b.yaml#/it" }
`,
    "paths/a b.yaml": `
it:
  get:
    operationId: getIt
    responses:
      "200":
        description: It.
        content: { application/json: { schema: { $ref: "../schemas/%C3%A9%20%7B1%7D.yaml" } } }
`,
    "schemas/é {1}.yaml": `type: object
properties:
  status:
    type: string
    enum: [A, B]
  own:
    $ref: "#/properties/status"
  tree:
    $ref: other.json#/definitions/Tree
`,
    "schemas/other.json": `{ "definitions": { "Tree": { "type": "array",
  "items": { "$ref": "#/definitions/Tree" } } } }`,
  };

  test("in folders with spaces, braces and accents, are read as one", () => {
    const description = opened(files, "a folder {with} 'marks' é%41#");
    expect(errorsOfBody(description, { status: "A", own: "B", tree: [[[]]] })).toEqual([]);
    expect(errorsOfBody(description, { own: "C" })).toEqual([
      '/own must be equal to one of the allowed values: ["A","B"]',
    ]);
    expect(errorsOfBody(description, { tree: [[1]] })).toEqual(["/tree/0/0 must be array"]);
  });

  test("errors have the line and column of the keyword that rejects", () => {
    const description = opened(files);
    expect(placesOf(description, { status: "C" })).toEqual(["schemas/é {1}.yaml:5:5"]);
    expect(placesOf(description, { own: 7 })).toEqual(["schemas/é {1}.yaml:4:5", "schemas/é {1}.yaml:5:5"]);
    expect(placesOf(description, [])).toEqual(["schemas/é {1}.yaml:1:1"]);
    expect(placesOf(description, { tree: [[1]] })).toEqual(["schemas/other.json:1:30"]);
  });

  test("a reference that passes through another one", () => {
    const description = opened({
      "openapi.yaml": openApiOf({
        It: { $ref: "#/components/schemas/Alias/properties/id" },
        Alias: ref("Real"),
        Real: { type: "object", properties: { id: { type: "integer" } } },
      }),
    });
    expect([errorsOfBody(description, 1), errorsOfBody(description, "1")]).toEqual([[], ["must be integer"]]);
  });
});

describe("schemas that cannot be compiled", () => {
  test.each([
    ["a pattern", { It: { type: "string", pattern: "(" } }, /openapi\.yaml:1:\d+ error invalid-pattern/],
    ["a reference to nothing", { It: ref("None") }, /openapi\.yaml:1:\d+ error ref-not-found/],
    ["a keyword of another kind", { It: { type: "string", minLength: "1" } }, /error invalid-keyword-value/],
    ["what types are called is no obstacle", { It: { type: "string" }, it: { type: "string" } }, null],
  ])("are errors with a place: %s", (_name, schemas, message) => {
    const open = (): unknown => opened({ "openapi.yaml": openApiOf(schemas) });
    if (message === null) expect(open).not.toThrow();
    else {
      expect(open).toThrow(DescriptionError);
      expect(open).toThrow(message);
    }
  });

  /** The reading refuses all of these before; validation does not rely on it. */
  test.each([
    ["an enum", { enum: [] }, "it.json:1:1 error unsupported-feature: this schema"],
    [
      "a reference",
      { items: { $ref: "#/none" } },
      'it.json:1:18 error unsupported-feature: this schema is not supported: "#/none" leads nowhere',
    ],
  ])("are reported with their place where Ajv rejects %s", (_name, value, message) => {
    const text = JSON.stringify(value);
    const document = { path: "/it.json", name: "it.json", format: "json" as const, text, value };
    const { compile, validate } = createSchemas([document]);
    const at = { document, parent: null, key: "" };
    expect(() => compile(at)).toThrow(DescriptionError);
    expect(() => validate(at, {})).toThrow(message);
  });

  test("a value that is deeper than the engine can go", () => {
    const description = opened({
      "openapi.yaml": openApiOf({ It: { type: "array", items: ref("It") } }),
    });
    const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(errorsOfBody(description, deep)).toEqual(["is nested too deeply to be validated"]);
  });
});

describe("words", () => {
  const none = { type: "null" };
  test.each<[string, JsonSchema, unknown, readonly string[]]>([
    ["a union: the branch that came furthest", { anyOf: [none, object({ a: text })] }, { a: 1 }, ["/a must be string"]],
    [
      "a union: nothing came near",
      { anyOf: [none, text] },
      1,
      ["must be null", "must be string", "must match a schema in anyOf"],
    ],
    [
      "several of one",
      { oneOf: [{ required: ["a"] }, { required: ["b"] }], properties: { c: text } },
      { a: 1, b: 1, c: 1 },
      ["/c must be string", "must match exactly one schema in oneOf"],
    ],
    ["one of several: the furthest", { oneOf: [none, object({ a: text })] }, { a: 1 }, ["/a must be string"]],
    ["twice the same", { type: "array", uniqueItems: true }, [1, 2, 2], ["must NOT have duplicate items"]],
    ["a member too many", { additionalProperties: false }, { b: 1 }, ['must NOT have additional properties: "b"']],
    ["a fixed value", { const: { a: 1 } }, 1, ['must be {"a":1}']],
    [
      "a name",
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      ['the name "ab" must NOT have more than 1 characters', "property name must be valid"],
    ],
    ["what must not be", { properties: { a: false } }, { a: 1 }, ["/a must be absent"]],
  ])("say what is wrong with %s", (_name, It, value, words) => {
    const found = errorsOfBody(opened({ "openapi.yaml": openApiOf({ It }) }), value);
    expect(found.toSorted()).toEqual(words.toSorted());
  });
});
