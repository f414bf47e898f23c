// A schema with a discriminator that others extend: which values it and they accept, as their author means them. The conformance kit,
// which gives Ajv the text, has the same verdicts: packages/waybill/conformance/test/description/schemas.test.ts.
import { describe, expect, it, test } from "vitest";
import type { Json } from "../../../src/model/schema.ts";
import { matches } from "../../../src/model/values/matching.ts";
import { type Files, readFiles } from "../../source/memory-files.ts";
import { print } from "./print.ts";

type Written = { readonly [key: string]: unknown };

const kind = { kind: { type: "string" } };
const ref = (name: string): Written => ({ $ref: `#/components/schemas/${name}` });
const extending = (name: string, own: Written = {}, beside: Written = {}): Written => ({
  ...beside,
  allOf: [ref(name), { type: "object", ...own }],
});
const base = (discriminator: Written, own: Written = {}): Written => ({
  type: "object",
  required: ["kind"],
  properties: kind,
  discriminator: { propertyName: "kind", ...discriminator },
  ...own,
});

function read(schemas: Written, { more = {}, version = "3.1.1" }: { more?: Files; version?: string } = {}) {
  const document = { openapi: version, info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const files = { "openapi.json": JSON.stringify(document), ...more };
  const { api, report } = readFiles(files, { openapi: "openapi.json", options: { discriminators: "author" } });
  const schemaOf = (name: string) => {
    const named = api?.schemas.find((one) => one.name === name);
    if (named === undefined) throw new Error(`no schema ${name}`);
    return named.schema;
  };
  return {
    accepts: (name: string, value: Json): boolean => matches(schemaOf(name), value),
    meaning: (name: string): string => print(schemaOf(name)),
    names: api?.schemas.map(({ name }) => name) ?? [],
    codes: report.list().map(({ code, message }) => `${code}: ${message}`),
  };
}

/** By schema: the kinds that its values can have, of those of all rows. */
const kinds = ["Pet", "pet", "Dog", "dog", "hund", "Cat", "cat", "Puppy", "puppy", "bird", "big", "small"];

const rows: readonly (readonly [
  name: string,
  schemas: Written,
  accepted: Readonly<Record<string, readonly string[]>>,
])[] = [
  [
    "by the mapping, else by name",
    { Pet: base({ mapping: { dog: ref("Dog")["$ref"], hund: "Dog" } }), Dog: extending("Pet"), Cat: extending("Pet") },
    { Pet: ["Dog", "dog", "hund", "Cat"].slice(1), Dog: ["dog", "hund"], Cat: ["Cat"] },
  ],
  [
    "with the base, once the mapping names it",
    { Pet: base({ mapping: { pet: "Pet" } }), Dog: extending("Pet") },
    { Pet: ["pet", "Dog"], Dog: ["Dog"] },
  ],
  [
    "with the base for values that it lists and no other has",
    {
      Pet: base({ mapping: { dog: "Dog" } }, { properties: { kind: { enum: ["dog", "bird"] } } }),
      Dog: extending("Pet"),
    },
    { Pet: ["dog", "bird"], Dog: ["dog"] },
  ],
  [
    "by the values that schemas list themselves",
    {
      Pet: base({}),
      Dog: extending("Pet", { properties: { kind: { const: "dog" } } }),
      Cat: extending("Pet", { properties: { kind: { enum: ["cat", "bird"] } } }),
    },
    { Pet: ["dog", "cat", "bird"], Dog: ["dog"], Cat: ["cat", "bird"] },
  ],
  [
    "by x-ms-discriminator-value",
    { Pet: base({}), Dog: extending("Pet", {}, { "x-ms-discriminator-value": "hund" }) },
    { Pet: ["hund"], Dog: ["hund"] },
  ],
  [
    "on several levels",
    { Pet: base({}), Dog: extending("Pet"), Puppy: extending("Dog"), Cat: extending("Pet") },
    { Pet: ["Dog", "Cat", "Puppy"], Dog: ["Dog", "Puppy"], Puppy: ["Puppy"], Cat: ["Cat"] },
  ],
  [
    "without a schema between that the mapping leaves out",
    { Pet: base({ mapping: { puppy: "Puppy" } }), Dog: extending("Pet"), Puppy: extending("Dog") },
    { Pet: ["puppy"], Dog: ["puppy"] },
  ],
  [
    "with another discriminator below, of another property",
    {
      Pet: base({ mapping: { dog: "Dog" } }),
      Dog: extending("Pet", { required: ["size"], properties: { size: {} }, discriminator: { propertyName: "size" } }),
      Puppy: extending("Dog"),
    },
    { Pet: [], Dog: [], Puppy: [] },
  ],
  [
    "with another discriminator below, of the same property",
    {
      Pet: base({ mapping: { dog: "Dog" } }),
      Dog: extending("Pet", { discriminator: { propertyName: "kind", mapping: { big: "Puppy" } } }),
      Puppy: extending("Dog"),
    },
    { Pet: ["dog", "big"], Dog: ["dog", "big"], Puppy: ["big"] },
  ],
  [
    "through an alias",
    { Pet: base({}), Animal: ref("Pet"), Dog: extending("Animal"), Cat: { allOf: [{ allOf: [ref("Pet")] }] } },
    { Pet: ["Dog", "Cat"], Animal: ["Dog", "Cat"], Dog: ["Dog"], Cat: ["Cat"] },
  ],
  [
    "with a schema that only the mapping names",
    {
      Pet: base({ mapping: { cat: "Cat" } }),
      Dog: extending("Pet"),
      Cat: { type: "object", required: ["kind"], properties: kind },
    },
    { Pet: ["Dog", "cat"] },
  ],
  [
    "with the schema of defaultMapping for all other values",
    { Pet: base({ mapping: { dog: "Dog" }, defaultMapping: "Cat" }), Dog: extending("Pet"), Cat: extending("Pet") },
    { Pet: kinds, Dog: ["dog"], Cat: kinds.filter((each) => each !== "dog") },
  ],
  [
    "in a circle of oneOf and allOf",
    { Pet: base({}, { oneOf: [ref("Dog"), ref("Cat")] }), Dog: extending("Pet"), Cat: extending("Pet") },
    { Pet: ["Dog", "Cat"], Dog: ["Dog"] },
  ],
  [
    "in a circle with one alternative",
    { Pet: base({}, { anyOf: [ref("Dog")] }), Dog: extending("Pet") },
    { Pet: ["Dog"], Dog: ["Dog"] },
  ],
  [
    "in a circle on two levels",
    {
      Pet: base({}, { oneOf: [ref("Dog"), ref("Puppy"), ref("Cat")] }),
      Dog: { ...extending("Pet"), oneOf: [ref("Puppy")], discriminator: { propertyName: "kind" } },
      Puppy: extending("Dog"),
      Cat: extending("Pet"),
    },
    { Pet: ["Puppy", "Cat"], Dog: ["Puppy"], Puppy: ["Puppy"] },
  ],
  [
    "in a part of allOf",
    { Pet: { allOf: [{ type: "object" }, base({ mapping: { dog: "Dog" } })] }, Dog: extending("Pet") },
    { Pet: ["dog"], Dog: ["dog"] },
  ],
  [
    "but not in a property that refers to it in allOf",
    {
      Pet: base({ mapping: { dog: "Dog" } }),
      Dog: extending("Pet", { properties: { friend: { allOf: [ref("Pet")], description: "One." } } }),
    },
    { Pet: ["dog"], Dog: ["dog"] },
  ],
];

describe("a reference to a base", () => {
  it.each(rows)("is the union of the schemas that extend it: %s", (_name, schemas, accepted) => {
    const { accepts, codes } = read(schemas);
    for (const [name, expected] of Object.entries(accepted)) {
      const found = kinds.filter((each) => accepts(name, { kind: each }));
      expect({ name, found }).toEqual({ name, found: kinds.filter((each) => expected.includes(each)) });
    }
    expect(codes).toEqual([]);
  });
});

test("a discriminator of another property below one selects by both", () => {
  const { accepts } = read({
    Pet: base({ mapping: { dog: "Dog" } }),
    Dog: extending("Pet", {
      required: ["size"],
      properties: { size: { type: "string" } },
      discriminator: { propertyName: "size", mapping: { big: "Big" } },
    }),
    Big: extending("Dog"),
    Small: extending("Dog"),
  });
  expect(accepts("Pet", { kind: "dog", size: "big" })).toBe(true);
  expect(accepts("Pet", { kind: "dog", size: "Small" })).toBe(true);
  expect(accepts("Pet", { kind: "Big", size: "big" })).toBe(false);
  expect(accepts("Small", { kind: "dog", size: "big" })).toBe(false);
});

test("members that refer to the base are unions, and what it is extended from is a schema of its own", () => {
  const { accepts, names, meaning } = read({
    PetBase: { type: "string" },
    Pet: base({}, { properties: { ...kind, friend: ref("Pet") } }),
    Dog: extending("Pet"),
  });
  expect(names).toEqual(["PetBase", "Pet", "ExtendedPetBase", "Dog"]);
  expect(meaning("Pet")).toContain("-> Dog");
  expect(accepts("Dog", { kind: "Dog", friend: { kind: "Dog" } })).toBe(true);
  expect(accepts("Dog", { kind: "Dog", friend: { kind: "bird" } })).toBe(false);
});

test("a property that only responses have stays absent from requests", () => {
  const tagged = base({}, { properties: { kind: { type: "string", readOnly: true } } });
  const body = { content: { "application/json": { schema: ref("Pet") } } };
  const paths = {
    "/pets": { post: { operationId: "a", requestBody: body, responses: { "200": { description: "D.", ...body } } } },
  };
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths,
    components: { schemas: { Pet: tagged, Dog: extending("Pet") } },
  };
  const { api, messages } = readFiles(
    { "openapi.json": JSON.stringify(document) },
    { openapi: "openapi.json", options: { discriminators: "author" } },
  );
  expect(messages).toBe("");
  const [operation] = api?.http?.operations ?? [];
  const sent = operation?.requestBody?.content[0]?.schema;
  const received = operation?.responses[0]?.content[0]?.schema;
  expect([sent, received].map((schema) => schema !== undefined && matches(schema, {}))).toEqual([true, false]);
});

test("schemas that extend each other are an error, as ever", () => {
  const { codes } = read({ Pet: { ...base({}), allOf: [ref("Dog")] }, Dog: extending("Pet") });
  expect(codes.join("\n")).toContain("ref-cycle");
});

test("a schema in another file that only the mapping refers to is one of them", () => {
  const more = {
    "dog.yaml": "allOf: [{ $ref: 'openapi.json#/components/schemas/Pet' }, { type: object, required: [tag] }]\n",
  };
  const { accepts, codes } = read({ Pet: base({ mapping: { dog: "dog.yaml" } }), Cat: extending("Pet") }, { more });
  expect(codes).toEqual([]);
  expect(accepts("Pet", { kind: "dog", tag: "a" })).toBe(true);
  expect(accepts("Pet", { kind: "dog" })).toBe(false);
});

test("a base that may be null is a union with null", () => {
  const { accepts } = read({ Pet: base({}, { type: ["object", "null"] }), Dog: extending("Pet") });
  expect(accepts("Pet", null)).toBe(true);
  expect(accepts("Dog", null)).toBe(false);
});

test("a base that nothing extends is an ordinary schema, without a warning", () => {
  const { accepts, codes } = read({ Pet: base({ mapping: { dog: "Pet" } }) });
  expect([accepts("Pet", { kind: "anything" }), codes]).toEqual([true, []]);
});
