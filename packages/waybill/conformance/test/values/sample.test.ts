// Which value a schema gets: plausible, the same every time, and a reason where there is none.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, matches, type ValuePlace } from "waybill/description";
import type { JsonSchema } from "../../../../../generators/test/targets/zod/judges.ts";
import { arbitraryOf } from "../../src/values/arbitrary.ts";
import { sampleOf } from "../../src/values/places.ts";
import { withAjv } from "./schema-with-ajv.ts";

const person = {
  type: "object",
  required: ["firstName", "email"],
  properties: {
    firstName: { type: "string" },
    email: { type: "string", format: "email" },
    street2: { type: ["string", "null"] },
    tags: { type: "array", items: { type: "string" } },
  },
};

/** Nodes that hold a list of nodes. */
const tree = {
  type: "object",
  required: ["name", "children"],
  properties: {
    name: { type: "string" },
    children: { type: "array", items: { $ref: "#/components/schemas/It" } },
    parent: { $ref: "#/components/schemas/It" },
  },
};

const rows: readonly (readonly [name: string, schema: JsonSchema, value: Json])[] = [
  ["of required members", person, { firstName: "Ada", email: "ada.lovelace@example.com" }],
  [
    "of a country",
    { type: "object", required: ["country"], properties: { country: { type: "string" } } },
    { country: "US" },
  ],
  ["of the first of an enum", { enum: ["b", "a"] }, "b"],
  ["of a text rather than null", { type: ["null", "string"] }, "text"],
  [
    "of the type that keywords without one speak of",
    { required: ["a"], properties: { a: { type: "boolean" } } },
    { a: true },
  ],
  ["no shorter than it may be", { type: "string", minLength: 6 }, "xxxxxx"],
  ["no longer than it may be", { type: "string", maxLength: 2 }, "xx"],
  ["between bounds", { type: "integer", exclusiveMinimum: 10, maximum: 12 }, 11],
  ["on a grid", { type: "number", minimum: 0.5, multipleOf: 0.25 }, 1],
  ["of one element", { type: "array", items: { type: "integer" } }, [1]],
  ["of different elements", { type: "array", minItems: 3, uniqueItems: true, items: { type: "integer" } }, [1, 2, 0]],
  ["with what it has to contain", { type: "array", items: { type: "integer" }, contains: { const: 7 } }, [7]],
  ["of all parts", { allOf: [{ type: "integer", minimum: 5 }, { multipleOf: 4 }] }, 8],
  ["that one alternative alone takes", { oneOf: [{ type: "object" }, { required: ["a"], type: "object" }] }, {}],
  [
    "that a condition allows",
    { type: "object", required: ["a"], if: { properties: { a: { const: 1 } } }, then: { required: ["b"] } },
    { a: 1, b: "text" },
  ],
  ["that `not` does not exclude", { type: "boolean", not: { const: true } }, false],
  [
    "of a tree: the named one is not entered twice",
    tree,
    { name: "A name", children: [{ name: "A name", children: [] }] },
  ],
  [
    "of enough entries",
    { type: "object", minProperties: 2, additionalProperties: { type: "boolean" } },
    { key: true, key2: true },
  ],
];

it.each(rows)("a sample is %s", (_, text, value) => {
  const { schema, accepts } = withAjv(text);
  const sample = sampleOf(schema);
  expect(sample).toEqual({ ok: true, value });
  expect(sample.ok && accepts(sample.value)).toBe(true);
});

describe("what is known", () => {
  const places: string[] = [];
  const known = ({ path, schema }: ValuePlace): Json | undefined => {
    places.push(`${path.join(".")}:${schema.kind}`);
    return path.at(-1) === "firstName" ? "Grace" : path.at(-1) === "email" ? "no address" : undefined;
  };

  it("is queried at every place, outer ones first, and used where it matches", () => {
    const { schema } = withAjv({ type: "array", minItems: 1, items: person });
    expect(sampleOf(schema, { known })).toEqual({
      ok: true,
      value: [{ firstName: "Grace", email: "ada.lovelace@example.com" }],
    });
    expect(places).toEqual([":array", "0:object", "0.firstName:string", "0.email:string"]);
  });

  it("is in every random value", () => {
    const { schema } = withAjv({ type: "array", minItems: 1, maxItems: 3, items: person });
    const values = fc.sample(arbitraryOf(schema, { known }), { seed: 5, numRuns: 20 });
    const names = values.flatMap((value) =>
      Array.isArray(value) ? value.map((each) => Reflect.get(each, "firstName")) : [],
    );
    expect(new Set(names)).toEqual(new Set(["Grace"]));
  });
});

it("a schema without a value makes arbitraryOf throw and say what to ask", () => {
  const { schema } = withAjv({ type: "string", pattern: "^(?=a)b" });
  expect(() => arbitraryOf(schema)).toThrow(/no text with its pattern.*ask sampleOf for a value first/);
});

describe("random values", () => {
  it("reach the maximum length in code points, with every kind of character", () => {
    const { schema } = withAjv({ type: "string", minLength: 1, maxLength: 12 });
    const texts = fc
      .sample(arbitraryOf(schema), { seed: 2, numRuns: 600 })
      .filter((value) => typeof value === "string");
    const all = texts.join("");
    expect(texts.every((text) => matches(schema, text) && text.isWellFormed())).toBe(true);
    expect(Math.max(...texts.map((text) => [...text].length))).toBe(12);
    const kinds = [
      /\p{Surrogate}|[\u{10000}-\u{10ffff}]/u,
      /\p{Mn}/u,
      /["\\]/u,
      /\p{Cc}/u,
      /\u2028/,
      /\p{Script=Hebrew}/u,
      /\p{Script=Arabic}/u,
      /\u202e/u,
    ];
    expect(kinds.filter((kind) => !kind.test(all))).toEqual([]);
  });

  it("are the same for one seed", () => {
    const { schema } = withAjv(person);
    const draw = (): Json[] => fc.sample(arbitraryOf(schema), { seed: 9, numRuns: 10 });
    expect(draw()).toEqual(draw());
  });

  it("end where schemas refer to themselves", () => {
    const { schema, accepts } = withAjv(tree);
    const values = fc.sample(arbitraryOf(schema), { seed: 3, numRuns: 50 });
    expect(values.filter((value) => !accepts(value))).toEqual([]);
    const depth = (value: Json): number =>
      Array.isArray(value)
        ? Math.max(0, ...value.map(depth))
        : typeof value === "object" && value !== null
          ? 1 + Math.max(0, ...Object.values(value).map(depth))
          : 0;
    expect(Math.max(...values.map(depth))).toBeGreaterThan(1);
    expect(Math.max(...values.map(depth))).toBeLessThan(8);
  });

  it("use only hosts reserved for examples", () => {
    for (const format of ["email", "uri", "url", "hostname"]) {
      const { schema } = withAjv({ type: "string", format });
      const texts = fc.sample(arbitraryOf(schema), { seed: 4, numRuns: 60 }).map(String);
      expect(texts.filter((text) => !/example\.(com|org|net)|localhost|urn:isbn/i.test(text))).toEqual([]);
    }
  });
});
