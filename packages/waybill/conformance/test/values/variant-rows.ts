// Schemas with a value each: the variants that come out.
import type { Json } from "waybill/description";
import type { JsonSchema } from "../../../../../generators/test/targets/zod/judges.ts";

export interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly base: Json;
  /** By place, the details of the invalid variants of the keyword `type`. */
  readonly types: Readonly<Record<string, string>>;
  /** All others: `id  value`; eight or more of one character are written `x*100`. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

function row(
  name: string,
  schema: JsonSchema,
  base: Json,
  // Those of a text.
  { types = { "": "null number array" }, valid = [], invalid = [] }: Partial<Pick<Row, "types" | "valid" | "invalid">>,
): Row {
  return { name, schema, base, types, valid, invalid };
}

export const scalars: readonly Row[] = [
  row("a text of 1 to 100 characters", { type: "string", minLength: 1, maxLength: 100 }, "Ada", {
    valid: ['/minLength  "x"', '/minLength:astral  "😀"', '/maxLength  "x*100"', '/maxLength:astral  "😀*100"'],
    invalid: ['/minLength  ""', '/maxLength  "x*101"', '/maxLength:astral  "😀*101"'],
  }),
  row("a text that may be null", { type: ["string", "null"], maxLength: 30 }, null, {
    types: { "": "number array object" },
    valid: ['/maxLength:empty  ""', '/maxLength  "x*30"', '/maxLength:astral  "😀*30"'],
    invalid: ['/maxLength  "x*31"', '/maxLength:astral  "😀*31"'],
  }),
  row("an id: a text without any bound", { type: "string" }, "cmp_01K8", {}),
  row(
    "an e-mail address of at most 254 characters",
    { type: "string", format: "email", maxLength: 254 },
    "ada@example.com",
    {
      valid: [
        '/maxLength  "a*64@b*63.b*63.b*53.example"',
        '/format  "ada.lovelace@example.com"',
        '/format:2  "o\'neill+orders@sub.example.org"',
        '/format:3  "A_B-9@EXAMPLE.com"',
      ],
      invalid: [
        '/maxLength  "a*64@b*63.b*63.b*54.example"',
        '/format:no-at  "ada.lovelace.example.com"',
        '/format:two-at  "ada@lovelace@example.com"',
        '/format:blank  "ada lovelace@example.com"',
        '/format:no-domain  "ada.lovelace@"',
        '/format:no-name  "@example.com"',
        '/format:dots  "ada..lovelace@example.com"',
        '/maxLength:twice  "!*255"',
      ],
    },
  ),
  row("a date", { type: "string", format: "date" }, "2025-11-03", {
    valid: ['/format  "2024-02-29"', '/format:2  "9999-12-31"'],
    invalid: [
      '/format:day  "2025-02-30"',
      '/format:month  "2025-13-01"',
      '/format:order  "03/11/2025"',
      '/format:time  "2025-11-03T14:02:47Z"',
    ],
  }),
  row("a pattern", { type: "string", pattern: "^sku_[a-z0-9]+$", maxLength: 12 }, "sku_a1", {
    valid: ['/maxLength  "sku_a1111111"'],
    invalid: [
      '/maxLength  "sku_a1*8"',
      '/pattern:case  "SKU_A1"',
      '/pattern:line  "sku_a1\\n"',
      '/pattern:front  " sku_a1"',
      '/maxLength:twice  "!*13"',
    ],
  }),
  row("a pattern of fixed length", { type: "string", pattern: "^[A-Z]{2}$" }, "US", {
    invalid: ['/pattern:case  "us"', '/pattern:line  "US\\n"', '/pattern:front  " US"'],
  }),
  row("an integer from 1 to 100", { type: "integer", minimum: 1, maximum: 100 }, 20, {
    types: { "": "string fraction null" },
    valid: ["/minimum  1", "/maximum  100"],
    invalid: ["/minimum  0", "/minimum:twice  -0.5", "/maximum  101"],
  }),
  row("an integer without any bound", { type: "integer" }, 5, { types: { "": "string fraction null" } }),
  row("a 32-bit integer", { type: "integer", format: "int32" }, 5, {
    types: { "": "string fraction null" },
    valid: ["/format  2147483647", "/format:2  -2147483648"],
    invalid: ["/format:over  2147483648", "/format:under  -2147483649"],
  }),
  row("a price", { type: "number", exclusiveMinimum: 0, multipleOf: 0.01 }, 9.99, {
    types: { "": "string null array" },
    valid: ["/exclusiveMinimum  0.01", "/multipleOf  10", "/type:integer  9"],
    invalid: ["/exclusiveMinimum  0", "/multipleOf  9.995"],
  }),
  row("a fraction below a bound", { type: "number", minimum: 0, exclusiveMaximum: 1 }, 0.5, {
    types: { "": "string null array" },
    valid: ["/minimum  0", "/exclusiveMaximum  0.999999"],
    invalid: ["/minimum  -0.000001", "/exclusiveMaximum  1"],
  }),
  row("a boolean", { type: "boolean" }, false, {
    types: { "": "string number null true 1" },
    valid: ["/type:true  true"],
  }),
  row("an enum", { type: "string", enum: ["SHIPPED", "CANCELLED"] }, "SHIPPED", {
    valid: ['/enum:CANCELLED  "CANCELLED"'],
    invalid: ['/enum:case  "shipped"', '/enum:blank  "SHIPPED "', '/enum:other  "SHIPPED_X"'],
  }),
  row("an enum of numbers and null", { enum: [1, 2, null] }, 1, {
    types: { "": "string array boolean" },
    valid: ["/enum:2  2", "/enum:null  null"],
    invalid: ["/enum:other  3"],
  }),
  row("a constant", { const: "order.created" }, "order.created", {
    invalid: ['/const:case  "ORDER.CREATED"', '/const:blank  "order.created "', '/const:other  "order.created_X"'],
  }),
  row("a pattern of signs that are two code units each", { type: "string", pattern: "^💩+$", maxLength: 3 }, "💩", {
    valid: ['/maxLength  "💩💩💩"'],
    invalid: [
      '/maxLength  "💩💩💩💩"',
      '/pattern:line  "💩\\n"',
      '/pattern:front  " 💩"',
      '/pattern:cut  ""',
      '/maxLength:twice  "!!!!"',
    ],
  }),
  row("a text with null beside it", { type: ["string", "null"] }, "a", {
    types: { "": "number array object" },
    valid: ["/null  null"],
  }),
  row("an integer between exclusive bounds", { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 }, 5, {
    types: { "": "string fraction null" },
    valid: ["/exclusiveMinimum  1", "/exclusiveMaximum  9"],
    invalid: ["/exclusiveMinimum  0", "/exclusiveMinimum:twice  -0.5", "/exclusiveMaximum  10"],
  }),
  row(
    "the narrower of two bounds",
    {
      allOf: [
        { type: "string", maxLength: 9 },
        { type: "string", minLength: 1, maxLength: 4 },
      ],
    },
    "abc",
    {
      valid: ['/minLength  "x"', '/minLength:astral  "😀"', '/maxLength  "xxxx"', '/maxLength:astral  "😀😀😀😀"'],
      invalid: ['/minLength  ""', '/maxLength  "xxxxx"', '/maxLength:astral  "😀😀😀😀😀"'],
    },
  ),
];

export const containers: readonly Row[] = [
  row("a list of at least one", { type: "array", minItems: 1, items: { type: "string", enum: ["a", "b"] } }, ["a"], {
    types: { "": "string null object", "0": "null number array" },
    valid: ['0/enum:b  ["b"]'],
    invalid: ["/minItems  []", '0/enum:case  ["A"]', '0/enum:blank  ["a "]', '0/enum:other  ["a_X"]'],
  }),
  row(
    "a list of 2 to 3 different texts",
    { type: "array", minItems: 2, maxItems: 3, uniqueItems: true, items: { type: "string" } },
    ["a", "b"],
    {
      types: { "": "string null object", "0": "null number array" },
      valid: ['/maxItems  ["a","b","b2"]'],
      invalid: ['/minItems  ["a"]', '/maxItems  ["a","b","b2","2"]', '/uniqueItems  ["a","b","a"]'],
    },
  ),
  row("a pair", { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false }, ["a", 1], {
    types: { "": "string null object", "0": "null number array", "1": "string fraction null" },
    invalid: ['/items  ["a",1,"unexpected"]'],
  }),
  row(
    "a list with something in it",
    { type: "array", items: { type: "integer" }, contains: { minimum: 10 }, maxContains: 2 },
    [12],
    {
      types: { "": "number string null", "0": "string fraction null" },
      invalid: ["/contains  [9]", "/maxContains  [12,12,12]"],
    },
  ),
  row(
    "an open object",
    { type: "object", required: ["id"], properties: { id: { type: "string" }, note: { type: "string" } } },
    { id: "1" },
    {
      types: { "": "array string null", id: "null number array", note: "null number array" },
      valid: [
        'unexpected/additionalProperties  {"id":"1","unexpected":"unexpected"}',
        'note/optional:added  {"id":"1","note":"text"}',
      ],
      invalid: ["id/required  {}"],
    },
  ),
  row(
    "a closed object",
    {
      type: "object",
      required: ["firstName"],
      properties: { firstName: { type: "string" } },
      additionalProperties: false,
    },
    { firstName: "Ada" },
    {
      types: { "": "array string null", firstName: "null number array" },
      invalid: [
        "firstName/required  {}",
        'unexpected/additionalProperties  {"firstName":"Ada","unexpected":"unexpected"}',
        'first_name/additionalProperties:case  {"firstName":"Ada","first_name":"unexpected"}',
      ],
    },
  ),
  row(
    "a free object",
    { type: "object", additionalProperties: true },
    {},
    {
      types: { "": "array string null" },
    },
  ),
  row(
    "a map",
    {
      type: "object",
      additionalProperties: { type: "integer" },
      propertyNames: { pattern: "^[a-z]+$" },
      minProperties: 1,
      maxProperties: 2,
    },
    { a: 1 },
    {
      types: { "": "array string null", a: "string fraction null" },
      valid: ['/maxProperties  {"a":1,"key":1}'],
      invalid: ['""/propertyNames  {"":1}', "/minProperties  {}", '/maxProperties  {"a":1,"key":1,"c":1}'],
    },
  ),
  row(
    "members that come together",
    {
      type: "object",
      properties: { card: { type: "string" }, expiry: { type: "string" } },
      dependentRequired: { card: ["expiry"] },
    },
    {},
    {
      types: { "": "array string null", card: "null number array", expiry: "null number array" },
      valid: [
        'unexpected/additionalProperties  {"unexpected":"unexpected"}',
        'card/optional:added  {"expiry":"text","card":"text"}',
        'expiry/optional:added  {"expiry":"text"}',
      ],
      invalid: ['expiry/dependentRequired  {"card":"text"}'],
    },
  ),
  row(
    "a member that may never be there",
    { type: "object", required: ["id"], properties: { id: { type: "string" }, secret: { not: {} } } },
    { id: "1" },
    {
      types: { "": "array string null", id: "null number array" },
      valid: ['unexpected/additionalProperties  {"id":"1","unexpected":"unexpected"}'],
      invalid: ["id/required  {}", 'secret/not  {"id":"1","secret":"unexpected"}'],
    },
  ),
  row(
    "alternatives with a discriminating member",
    {
      oneOf: [
        {
          type: "object",
          required: ["kind", "n"],
          properties: { kind: { const: "a" }, n: { type: "integer", minimum: 1 } },
        },
        { type: "object", required: ["kind"], properties: { kind: { const: "b" } } },
      ],
    },
    { kind: "a", n: 1 },
    {
      types: { "": "array string null", kind: "null number array", n: "string fraction null" },
      valid: [
        'unexpected/additionalProperties  {"kind":"a","n":1,"unexpected":"unexpected"}',
        '/oneOf:2  {"kind":"b"}',
      ],
      invalid: [
        'kind/required  {"n":1}',
        'n/required  {"kind":"a"}',
        'kind/const:case  {"kind":"A","n":1}',
        'kind/const:blank  {"kind":"a ","n":1}',
        'kind/const:other  {"kind":"a_X","n":1}',
        'n/minimum  {"kind":"a","n":0}',
        'n/minimum:twice  {"kind":"a","n":-0.5}',
      ],
    },
  ),
  row("a text or an integer", { type: ["string", "integer"], maxLength: 3 }, "a", {
    types: { "": "null array object" },
    valid: ['/maxLength:empty  ""', '/maxLength  "xxx"', '/maxLength:astral  "😀😀😀"', "/type:1  1"],
    invalid: ['/maxLength  "xxxx"', '/maxLength:astral  "😀😀😀😀"'],
  }),
  row("what is not empty", { type: "string", not: { const: "none" } }, "some", {
    invalid: ['/not  "none"'],
  }),
  row(
    "two parts",
    {
      allOf: [
        { type: "object", required: ["a"], properties: { a: { type: "boolean" } } },
        { required: ["b"], properties: { b: { type: "string", minLength: 2 } } },
      ],
    },
    { a: true, b: "xy" },
    {
      types: { "": "array string null", a: "string number null false 0", b: "null number array" },
      valid: [
        'unexpected/additionalProperties  {"a":true,"b":"xy","unexpected":"unexpected"}',
        'a/type:false  {"a":false,"b":"xy"}',
        'b/minLength  {"a":true,"b":"xx"}',
        'b/minLength:astral  {"a":true,"b":"😀😀"}',
      ],
      invalid: ['a/required  {"b":"xy"}', 'b/required  {"a":true}', 'b/minLength  {"a":true,"b":"x"}'],
    },
  ),
  { name: "anything", schema: {}, base: { a: 1 }, types: {}, valid: [], invalid: [] },
];
