// One schema -> the text of its type.
import { describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import { layOut } from "../../../src/emit/layout.ts";
import { typeOf } from "../../../src/targets/types/index.ts";

/** Each schema may refer to these by `$ref: Cat` and so on. */
const named = `
    Cat: { type: object, required: [kind], properties: { kind: { const: cat } } }
    Text: { type: string }
    Maybe: { type: [string, "null"] }
    Free: { type: object, description: Any members. }
    Either: { anyOf: [{ type: string }, { type: object, properties: { a: {} } }] }
    Draft: { type: object, properties: { name: { type: string }, tags: { type: array, items: { $ref: Text } }, to: { type: object, properties: { a: {} } } } }
    Needs: { type: object, required: [name] }
    Named: { allOf: [{ $ref: Draft }], required: [name] }
    Color: { type: string, enum: [red, green] }
    Colors: { anyOf: [{ $ref: Color }, { type: 'null' }] }
    Tree: { type: object, properties: { children: { type: array, items: { $ref: Tree } } } }
`;

/** A schema => its type. */
const table: Readonly<Record<string, string>> = {
  "any value and none": `
true => unknown
{} => unknown
{ description: Words only. } => unknown
false => never
{ not: {} } => never
`,
  "single types": `
{ type: 'null' } => null
{ type: boolean } => boolean
{ type: integer, minimum: 1 } => number
{ type: string, format: date-time, pattern: ^a } => string
{ type: string, contentEncoding: base64 } => string
{ type: [string, 'null'] } => string | null
{ type: [integer, number] } => number
{ minLength: 1 } => boolean | number | string | unknown[] | { [key: string]: unknown } | null
`,
  arrays: `
{ type: array } => unknown[]
{ type: array, items: { type: string }, minItems: 1, maxItems: 3, uniqueItems: true } => string[]
{ type: array, items: { type: [string, 'null'] } } => (string | null)[]
{ type: array, items: { type: array, items: { $ref: Cat } } } => Cat[][]
{ type: array, items: false } => never[]
{ type: array, prefixItems: [{ type: string }, {}], maxItems: 1 } => [string?]
{ type: array, contains: { type: string } } => unknown[]
{ type: array, prefixItems: [{ type: string }] } => [string?, ...unknown[]]
{ type: array, prefixItems: [{ type: string }, true], minItems: 1, items: false } => [string, unknown?]
{ type: array, prefixItems: [{ type: string }, { $ref: Maybe }], minItems: 2, maxItems: 2 } => [string, Maybe]
{ type: array, prefixItems: [{ type: string }], items: { type: [number, 'null'] } } => [string?, ...(number | null)[]]
`,
  objects: `
{ type: object } => { [key: string]: unknown }
{ type: object, additionalProperties: true } => { [key: string]: unknown }
{ type: object, additionalProperties: false } => { [key: string]: never }
{ type: object, additionalProperties: { $ref: Cat } } => { [key: string]: Cat }
{ type: object, properties: { a: { type: string } } } => { a?: string | undefined }
{ type: object, required: [a], properties: { a: { type: string } } } => { a: string }
{ type: object, properties: { a: { type: string } }, additionalProperties: false } => { a?: string | undefined }
{ type: object, properties: { a: { type: string } }, additionalProperties: true } => { a?: string | undefined; [key: string]: unknown }
{ type: object, required: [a], properties: { a: { type: string } }, additionalProperties: { type: number } } => { a: string; [key: string]: number | string }
{ type: object, properties: { a: {} } } => { a?: unknown }
{ type: object, properties: { a: false } } => { a?: undefined }
{ type: object, properties: { a: {} }, patternProperties: { ^a: { type: string } } } => { a?: string | undefined; [key: string]: unknown }
{ type: object, required: [a] } => { a: unknown }
{ type: object, required: [a, x-b], patternProperties: { ^x-: { type: string } }, additionalProperties: { type: number } } => { a: number; "x-b": string; [key: string]: string | number }
{ type: object, patternProperties: { ^x-: { type: string } } } => { [key: string]: unknown }
{ type: object, propertyNames: { maxLength: 3 }, minProperties: 1 } => { [key: string]: unknown }
{ type: object, required: [a-b, "1", constructor], properties: { a-b: {}, "1": {}, constructor: {}, __proto__: {} } } => { "1": unknown; "a-b": unknown; constructor: unknown; "__proto__"?: unknown }
`,
  "enum and const": `
{ enum: [a, b, a] } => "a" | "b"
{ const: 1 } => 1
{ const: null } => null
{ enum: [true, x, false] } => boolean | "x"
{ enum: [-1, 0.5, 1e21] } => -1 | 0.5 | 1e+21
{ const: { a: [1, { b: null }], 'c d': {} } } => { a: [1, { b: null }]; "c d": { [key: string]: never } }
{ type: string, enum: [a, 1] } => "a"
{ type: string, minLength: 1, enum: [a, 1] } => "a"
`,
  references: `
{ $ref: Cat } => Cat
{ $ref: Cat, description: Words beside it. } => Cat
{ $ref: Tree } => Tree
{ anyOf: [{ $ref: Cat }, { type: 'null' }] } => Cat | null
`,
  unions: `
{ anyOf: [{ type: string }, { type: string, minLength: 3 }] } => string
{ oneOf: [{ $ref: Cat }, { $ref: Cat }] } => Cat
{ anyOf: [{}, { type: string }] } => unknown
{ anyOf: [false, { type: string }] } => string
{ anyOf: [{ type: 'null' }, { anyOf: [{ type: integer }, { type: string }] }] } => number | string | null
{ anyOf: [{ type: object, required: [a], properties: { a: {} } }, { type: object, required: [a], properties: { a: {} } }] } => { a: unknown }
`,
  "listed texts beside any text": `
{ anyOf: [{ enum: [a] }, { type: string }] } => "a" | (string & {})
{ anyOf: [{ type: string }, { type: string, enum: [a, b] }] } => "a" | "b" | (string & {})
{ anyOf: [{ const: a }, { const: b }, { type: string, pattern: ^x }] } => "a" | "b" | (string & {})
{ anyOf: [{ $ref: Color }, { type: string }] } => Color | (string & {})
{ anyOf: [{ $ref: Text }, { $ref: Color }] } => Color | (Text & {})
{ anyOf: [{ $ref: Colors }, { type: string }] } => Colors | (string & {})
{ anyOf: [{ $ref: Maybe }, { enum: [a] }] } => "a" | (string & {}) | null
{ anyOf: [{ type: 'null' }, { enum: [a] }, { type: string }] } => "a" | (string & {}) | null
{ anyOf: [{ enum: [a, null] }, { type: [string, 'null'] }] } => "a" | (string & {}) | null
{ anyOf: [{ anyOf: [{ enum: [a] }, { type: integer }] }, { type: string }] } => "a" | number | (string & {})
{ type: array, items: { anyOf: [{ enum: [a] }, { type: string }] } } => ("a" | (string & {}))[]
{ type: string, anyOf: [{ enum: [a] }, { pattern: ^x }] } => "a" | (string & {})
{ anyOf: [{ type: string, x-extensible-enum: [a] }, { type: string }] } => "a" | (string & {})
{ type: object, additionalProperties: true, properties: { b: { anyOf: [{ enum: [a] }, { type: string }] } } } => { b?: "a" | (string & {}) | undefined; [key: string]: unknown }
{ oneOf: [{ enum: [a] }, { type: string }] } => string
{ oneOf: [{ enum: [a] }, { type: string, pattern: ^x }] } => "a" | (string & {})
{ anyOf: [{ enum: [1] }, { type: integer }] } => number
{ type: string, x-known: [a] } => string
`,
  intersections: `
{ allOf: [{ $ref: Cat }, { type: object, required: [a], properties: { a: { type: string } } }] } => Cat & { a: string }
{ allOf: [{ $ref: Cat }, {}] } => Cat
{ allOf: [{ $ref: Cat }, { $ref: Cat }] } => Cat
{ allOf: [{ $ref: Text }, { maxLength: 3 }] } => Text
{ $ref: Color, type: string } => Color
{ type: string, allOf: [{ $ref: Color }] } => Color
{ $ref: Maybe, type: string } => Maybe & string
{ allOf: [{ $ref: Maybe }, { minLength: 1 }] } => Maybe
{ type: array, items: { type: string }, allOf: [{ minItems: 1 }] } => string[]
{ type: [string, number], allOf: [{ enum: [a, 1, null] }] } => "a" | 1
{ allOf: [{ type: string }, { maxLength: 3 }] } => string
{ allOf: [{ type: [string, 'null'] }, { enum: [a, null, 1] }] } => "a" | null
{ allOf: [{ $ref: Cat }, { required: [a] }] } => Cat & { a: unknown }
{ allOf: [{ type: string }, { type: object }] } => never
{ type: object, properties: { a: {}, b: {} }, anyOf: [{ required: [a] }, { required: [b] }] } => { a?: unknown; b?: unknown } & ({ a: unknown } | { b: unknown })
{ allOf: [{ $ref: Cat }, { anyOf: [{ type: string }, { type: object, required: [a] }] }] } => Cat & { a: unknown }
{ allOf: [{ type: object }, { $ref: Cat }] } => Cat
{ allOf: [{ $ref: Free }, { $ref: Cat }] } => Cat
{ type: object, unevaluatedProperties: false, allOf: [{ $ref: Cat }] } => Cat
{ type: object, oneOf: [{ $ref: Cat }, { $ref: Tree }] } => Cat | Tree
{ allOf: [{ type: [object, 'null'] }, { $ref: Cat }] } => Cat
{ allOf: [{ type: object }, { $ref: Free }] } => Free
{ allOf: [{ type: object }, { not: { $ref: Cat } }] } => { [key: string]: unknown }
{ allOf: [{ type: object }, { $ref: Either }] } => { [key: string]: unknown } & Either
{ allOf: [{ type: object, additionalProperties: true }, { $ref: Cat }] } => { [key: string]: unknown } & Cat
{ anyOf: [{ type: object }, { $ref: Cat }] } => { [key: string]: unknown } | Cat
{ allOf: [{ $ref: Text }, { not: {} }] } => never
{ type: [object, 'null'], properties: { a: {} }, allOf: [{ properties: { b: {} }, required: [b] }] } => { a?: unknown; b: unknown } | null
{ properties: { a: {} }, allOf: [{ properties: { b: {} } }] } => boolean | number | string | unknown[] | { a?: unknown; b?: unknown } | null
`,
  "members that one part requires and another describes": `
{ allOf: [{ $ref: Draft }], required: [name] } => Draft & { name: string }
{ $ref: Draft, required: [name, tags] } => Draft & { name: string; tags: Text[] }
{ $ref: Draft, required: [to] } => Draft & { to: Exclude<Draft["to"], undefined> }
{ allOf: [{ $ref: Named }], required: [tags] } => Named & { tags: Text[] }
{ allOf: [{ $ref: Named }, { required: [name] }] } => Named
{ allOf: [{ $ref: Named }, { required: [name] }, { required: [name] }] } => Named
{ allOf: [{ $ref: Draft }, { required: [name] }, { required: [name] }] } => Draft & { name: string }
{ allOf: [{ $ref: Needs }, { $ref: Draft }] } => Needs & { name: string } & Draft
{ $ref: Draft, anyOf: [{ $ref: Needs }, { required: [tags] }] } => Draft & ((Needs & { name: string }) | { tags: Text[] })
{ allOf: [{ $ref: Draft }, { type: object, required: [name], properties: { name: { description: X. } } }] } => Draft & { /** X. */ name: string }
{ allOf: [{ allOf: [{ $ref: Draft }] }, { type: object, required: [name] }] } => Draft & { name: string }
{ allOf: [{ $ref: Draft }, { type: object, required: [name, b], properties: { b: {} } }] } => Draft & { b: unknown; name: string }
{ allOf: [{ $ref: Draft }, { type: object, properties: { b: { type: number } } }], required: [name, b] } => Draft & { b: number; name: string }
{ type: object, properties: { a: { type: string }, b: {} }, allOf: [{ required: [a] }] } => { a: string; b?: unknown }
{ type: object, properties: { a: { type: string }, b: { type: number } }, oneOf: [{ required: [a] }, { required: [b] }] } => { a?: string | undefined; b?: number | undefined } & ({ a: string } | { b: number })
{ $ref: Draft, anyOf: [{ required: [name] }, { required: [tags, name] }] } => Draft & ({ name: string } | { tags: Text[]; name: string })
{ required: [name], oneOf: [{ $ref: Draft }, { type: object, properties: { name: { type: number } } }] } => (Draft | { name?: number | undefined }) & { name: string | number }
{ required: [name], allOf: [{ type: object, additionalProperties: { type: string } }] } => { [key: string]: string } & { name: string }
{ $ref: Draft, required: [name], additionalProperties: true } => Draft & { name: string; [key: string]: unknown }
{ $ref: Draft, required: [name], unevaluatedProperties: false } => Draft & { name: string }
{ allOf: [{ type: object, properties: { a: { type: [string, 'null'] } } }, { required: [a] }] } => { a: string | null }
{ allOf: [{ type: object, properties: { a: { enum: [x, y] } } }, { type: object, required: [a], properties: { a: { type: string } } }] } => { a: "x" | "y" }
{ if: { required: [name] }, then: { $ref: Draft, required: [name] }, else: { $ref: Draft } } => (Draft & { name: string }) | Draft
`,
  "not and if": `
{ not: { type: string } } => unknown
{ type: integer, not: { const: 1 } } => number
{ if: { type: string }, then: { const: a } } => unknown
{ type: [string, number], if: { type: string }, then: { const: a }, else: { const: 1 } } => "a" | 1
`,
};

describe.each(Object.entries(table))("types of %s", (_, lines) => {
  const rows = lines.trim().split(/\n(?=.* => )/);
  it.each(rows.map((row) => row.split(" => ")))("are exact: %s is %s", (schema = "", type) => {
    expect(typeTextOf(schema)).toBe(type);
  });
});

it("escapes what would end a comment, a line or a template", () => {
  expect(typeTextOf('{ const: "a\\u2028`${b}*/" }')).toBe('"a\\u2028`${b}*/"');
});

it("parenthesises what an operator would otherwise tear apart", () => {
  expect(
    typeTextOf(
      "{ type: array, items: { anyOf: [{ $ref: Cat }, { allOf: [{ $ref: Cat }, { type: object, required: [a] }] }] } }",
    ),
  ).toBe("(Cat | (Cat & { a: unknown }))[]");
});

it("a member with a description has it above, on a line of its own", () => {
  expect(
    typeTextOf(
      "{ type: object, properties: { a: { type: string, description: First., default: x }, b: { deprecated: true } } }",
    ),
  ).toBe(
    [
      "{",
      "  /**",
      "   * First.",
      '   * @default "x"',
      "   */",
      "  a?: string | undefined;",
      "  /** @deprecated */",
      "  b?: unknown;",
      "}",
    ].join("\n"),
  );
});

function typeTextOf(schema: string): string {
  const text = `openapi: 3.1.1\ninfo: { title: T, version: "1" }\ncomponents:\n  schemas:\n    Subject: ${schema}${named}`;
  const readText = (): string => text.replace(/\$ref: (\w+)/g, '$ref: "#/components/schemas/$1"');
  const report = new Report();
  const { api } = readApi({ cwd: "/", openapi: "api.yaml", readText }, report);
  const problems = report.list().filter(({ severity }) => severity === "error");
  expect(problems.map(textOf).join("\n")).toBe("");
  const subject = api?.schemas.find(({ name }) => name === "Subject");
  if (subject === undefined) throw new Error("the schema was not read");
  return layOut(typeOf(subject.schema), (symbol) => symbol.name);
}
