// Random schemas of all supported keywords, and values that come close to them. Few names and few values, so that they meet.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import fc from "fast-check";
import type { JsonSchema } from "./judges.ts";

/** `propertyIsEnumerable` is a name every object inherits. Ajv passes over `__proto__` in schemas: that one is for values only. */
const names = ["a", "b", "kind", "x-a", "propertyIsEnumerable"] as const;
const texts = ["", "a", "ab", "abc", "💩", "💩b", "x-a", "b1", "2025-11-03"] as const;
const numbers = [-1, -0, 0, 1, 1.5, 2, 3, 4.5, 2 ** 53, 1e300] as const;
const patterns = ["^a", "b$", "^.$", "\\d", "^x-", "[^a]"] as const;
const jsonTypes = ["null", "boolean", "number", "integer", "string", "array", "object"] as const;

type Members = Readonly<Record<string, unknown>>;

const name = fc.constantFrom(...names);
const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...texts),
  fc.constantFrom(...numbers),
  fc.boolean(),
  fc.constant(null),
);

/** Any JSON value; `__proto__` is a member like any other. */
const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { arbitrary: scalar, weight: 3 },
    { arbitrary: fc.array(tie("value"), { maxLength: 4 }), weight: 1 },
    {
      arbitrary: objectOf(
        fc.array(fc.tuple(fc.constantFrom(...names, "__proto__", "z"), tie("value")), { maxLength: 4 }),
      ),
      weight: 2,
    },
  ),
})).value;

function objectOf(entries: fc.Arbitrary<[string, unknown][]>): fc.Arbitrary<unknown> {
  return entries.map((members) => Object.fromEntries(members));
}

const small = fc.nat({ max: 3 });

/** Values and schemas that often go together, so that what is looked at is decided by more than the first keyword that fails. */
const plain = fc.constantFrom<unknown>(1, "a", null);
const simple = fc.constantFrom<JsonSchema>(
  true,
  true,
  { type: "integer" },
  { const: "a" },
  { type: ["string", "null"] },
);

const home = "https://test.example/";

/** The named schemas that random ones refer to. What `Node` and `List` hold is up to those that lead to them. */
export const shared: Readonly<Record<string, Members>> = {
  Tree: {
    $id: `${home}Tree`,
    type: "object",
    properties: {
      kind: { const: "a" },
      a: { $ref: `${home}Tree` },
      b: { type: "array", items: { $ref: "#" } },
    },
    required: ["kind"],
  },
  Leaf: { $id: `${home}Leaf`, type: ["string", "null"], maxLength: 2 },
  Kind: { $id: `${home}Kind`, type: "object", properties: { kind: { type: "string" } }, required: ["kind", "a"] },
  Sort: { $id: `${home}Sort`, type: "object", properties: { kind: { enum: ["b", "ab"] } }, required: ["kind"] },
  Node: {
    $id: `${home}Node`,
    $dynamicAnchor: "node",
    type: "object",
    properties: { kind: { type: "string" }, a: { $dynamicRef: "#node" }, b: { $ref: `${home}List` } },
  },
  List: {
    $id: `${home}List`,
    anyOf: [{ type: "array", items: { $dynamicRef: "#item" } }, { $ref: `${home}Leaf` }],
    $defs: { item: { $dynamicAnchor: "item", type: ["integer", "object"] } },
  },
};

/** A mapping to some of the alternatives, and to others: by the standard it changes no verdict. */
const mapped = fc
  .dictionary(fc.constantFrom("a", "ab", "abc", "z"), fc.constantFrom("Tree", "Kind", "Sort", `${home}Tree`), {
    noNullPrototype: true,
  })
  .map((mapping) => ({ discriminator: { propertyName: "kind", mapping } }));

const nestedSchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => {
  const schema = tie("schema");
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      { arbitrary: fc.boolean(), weight: 1 },
      { arbitrary: leaf(), weight: 6 },
      { arbitrary: objectSchema(schema), weight: 4 },
      { arbitrary: arraySchema(schema), weight: 3 },
      { arbitrary: untyped(fc.oneof(objectSchema(schema), arraySchema(schema), leaf())), weight: 2 },
      { arbitrary: fc.record({ anyOf: list }), weight: 2 },
      { arbitrary: fc.record({ oneOf: list }), weight: 2 },
      { arbitrary: fc.record({ allOf: list }), weight: 2 },
      { arbitrary: both(objectSchema(schema), fc.record({ allOf: list })), weight: 1 },
      { arbitrary: fc.record({ not: schema }), weight: 1 },
      { arbitrary: fc.record({ if: schema, then: schema, else: schema }, { requiredKeys: ["if"] }), weight: 1 },
      { arbitrary: alternatives(schema), weight: 2 },
      { arbitrary: leaving(schema), weight: 4 },
    ),
    object: objectSchema(schema),
  };
}).schema;

/** Any schema. References go to the schemas of `shared`, by their URIs. */
export const anySchema: fc.Arbitrary<JsonSchema> = fc.oneof(
  { weight: 9, arbitrary: nestedSchema },
  // Deep inside another schema, few values reach what a discriminator says.
  { weight: 1, arbitrary: alternatives(simple) },
);

/**
 * A schema as a resource of its own, so that it can say what `Node` and `List` hold where it leads to them; `index` makes it one of
 * many. Its own place in the way of `#node` is never its own value.
 */
export function resourceOf(schema: JsonSchema, index: number): Members {
  const name = { $id: `${home}case${index}` };
  if (typeof schema === "boolean") return { ...name, allOf: [schema] };
  if (index % 3 === 0) return { ...name, ...schema };
  if (index % 3 === 1) return { ...name, $dynamicAnchor: "node", ...schema };
  return { ...name, ...schema, $defs: { item: { $dynamicAnchor: "item", type: ["string", "array"] } } };
}

function leaf(): fc.Arbitrary<JsonSchema> {
  return fc.oneof(
    fc
      .constantFrom("", "", "Tree", "Tree", "Leaf", "Leaf", "Node", "List")
      .map((named): JsonSchema => (named === "" ? {} : { $ref: home + named })),
    fc.record({
      type: fc.oneof(
        fc.constantFrom(...jsonTypes),
        fc.uniqueArray(fc.constantFrom(...jsonTypes), { minLength: 1, maxLength: 3 }),
      ),
    }),
    optional(
      {
        type: fc.constantFrom("number", "integer"),
        minimum: fc.constantFrom(0, 1, 1.5),
        exclusiveMaximum: fc.constantFrom(2, 3),
        maximum: fc.constantFrom(1, 4),
        multipleOf: fc.constantFrom(1, 2, 0.5),
      },
      ["type"],
    ),
    optional(
      {
        type: fc.constant("string"),
        minLength: small,
        maxLength: small,
        pattern: fc.constantFrom(...patterns),
        format: fc.constantFrom("date", "unknown"),
      },
      ["type"],
    ),
    fc.record({
      enum: fc.uniqueArray(anyValue, {
        minLength: 1,
        maxLength: 4,
        comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
      }),
    }),
    fc.record({ const: anyValue }),
  );
}

function objectSchema(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const byName = (values: fc.Arbitrary<unknown>) => fc.dictionary(name, values, { maxKeys: 3, noNullPrototype: true });
  return optional(
    {
      type: fc.constant("object"),
      properties: byName(schema),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: schema,
      patternProperties: fc.dictionary(fc.constantFrom(...patterns), schema, { maxKeys: 2, noNullPrototype: true }),
      propertyNames: fc.oneof(fc.record({ pattern: fc.constantFrom(...patterns) }), fc.record({ maxLength: small })),
      minProperties: small,
      maxProperties: fc.integer({ min: 1, max: 4 }),
      dependentRequired: byName(fc.uniqueArray(name, { maxLength: 2 })),
      dependentSchemas: byName(schema),
    },
    ["type", "properties"],
  );
}

function arraySchema(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return optional(
    {
      type: fc.constant("array"),
      items: schema,
      prefixItems: fc.array(schema, { minLength: 1, maxLength: 3 }),
      contains: schema,
      minContains: small,
      maxContains: small,
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
    },
    ["type"],
  );
}

/** Something said of what other schemas of the same value leave alone. */
function leaving(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const object = optional(
    {
      properties: fc.dictionary(name, simple, { maxKeys: 2, noNullPrototype: true }),
      patternProperties: fc.dictionary(fc.constantFrom(...patterns), simple, { maxKeys: 1, noNullPrototype: true }),
      required: fc.uniqueArray(name, { maxLength: 1 }),
      additionalProperties: simple,
      dependentSchemas: fc.dictionary(name, simple, { maxKeys: 1, noNullPrototype: true }),
    },
    ["properties"],
  );
  const array = optional(
    { prefixItems: fc.array(simple, { minLength: 1, maxLength: 2 }), contains: simple, items: simple, minItems: small },
    ["prefixItems"],
  );
  const left = fc.oneof(fc.constant(false), simple, schema);
  return fc.oneof(
    fc.tuple(aroundOf(object), left).map(([around, rest]) => ({ ...around, unevaluatedProperties: rest })),
    fc.tuple(aroundOf(array), left).map(([around, rest]) => ({ ...around, unevaluatedItems: rest })),
    fc
      .tuple(aroundOf(fc.oneof(object, array, schema)), left, left)
      .map(([around, a, b]) => ({ ...around, unevaluatedProperties: a, unevaluatedItems: b })),
  );
}

/** A part, and ways of judging the same value by others. */
function aroundOf(part: fc.Arbitrary<JsonSchema>): fc.Arbitrary<Members> {
  const parts = fc.array(fc.oneof(part, part.map(nested)), { minLength: 1, maxLength: 3 });
  const ways = optional(
    {
      allOf: parts,
      anyOf: parts,
      oneOf: parts,
      if: part,
      then: part,
      else: part,
      not: part,
      $ref: fc.constantFrom(...Object.keys(shared)).map((named) => home + named),
    },
    [],
  );
  return fc.tuple(part, ways).map(([own, others]) => ({ ...toMembers(own), ...toMembers(others) }));
}

function nested(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { not: schema }] };
}

function toMembers(schema: JsonSchema): Members {
  return typeof schema === "object" ? schema : {};
}

/** Objects that the value of `kind` tells apart, mostly. */
function alternatives(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const kinds = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("a", "ab", "abc", 1).map((kind) => ({ const: kind })) },
    { weight: 1, arbitrary: fc.constant({ type: "string" }) },
  );
  const member = fc.tuple(kinds, schema, fc.boolean()).map(([kind, other, isRequired]) => ({
    type: "object",
    properties: { kind, b: other },
    ...(isRequired ? { required: ["kind"] } : {}),
  }));
  const references = fc.constantFrom("Tree", "Kind", "Sort").map((named) => ({ $ref: home + named }));
  const other = fc.constant({ type: "null" });
  const size = { minLength: 2, maxLength: 3 };
  const some = fc.oneof(
    fc.array(fc.oneof({ weight: 5, arbitrary: member }, { weight: 1, arbitrary: other }), size),
    fc.array(fc.oneof({ weight: 5, arbitrary: references }, { weight: 1, arbitrary: fc.oneof(member, other) }), size),
  );
  const described = fc.oneof(fc.constant({}), fc.constant({ discriminator: { propertyName: "kind" } }), mapped);
  return fc
    .tuple(fc.constantFrom("oneOf", "anyOf"), some, described)
    .map(([keyword, members, discriminator]) => ({ [keyword]: members, ...discriminator }));
}

function untyped(schemas: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return schemas.map((schema) => without(schema, ["type"]));
}

function both(a: fc.Arbitrary<JsonSchema>, b: fc.Arbitrary<Members>): fc.Arbitrary<JsonSchema> {
  return fc.tuple(a, b).map(([left, right]) => ({ ...(typeof left === "object" ? left : {}), ...right }));
}

function without(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return typeof schema === "boolean"
    ? schema
    : Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Each keyword that is not required is there in one schema of three. */
function optional(
  keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: readonly string[],
): fc.Arbitrary<JsonSchema> {
  const rows = Object.entries(keywords).map(([keyword, values]) =>
    fc
      .tuple(fc.nat(2), values)
      .map(([roll, value]) => (roll === 0 || required.includes(keyword) ? [[keyword, value] as const] : [])),
  );
  return fc.tuple(...rows).map((found) => Object.fromEntries(found.flat()));
}

/** A value made after a schema, as far as that is easy, and anything at all now and then. */
export function valueFor(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean" || depth > 4) return anyValue;
  return fc.oneof(
    { weight: 1, arbitrary: anyValue },
    { weight: 5, arbitrary: fc.oneof(...candidatesOf(schema, depth)) },
  );
}

function candidatesOf(schema: Members, depth: number): fc.Arbitrary<unknown>[] {
  const below = (child: unknown): fc.Arbitrary<unknown> => valueFor(isSchema(child) ? child : true, depth + 1);
  const found: fc.Arbitrary<unknown>[] = [];
  if ("const" in schema) found.push(fc.constant(schema["const"]));
  if (Array.isArray(schema["enum"])) found.push(fc.constantFrom(...schema["enum"]));
  if (typeof schema["$ref"] === "string") found.push(below(shared[schema["$ref"].split("/").at(-1) ?? ""]));
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const members: unknown = schema[keyword];
    if (Array.isArray(members)) found.push(...members.map(below));
  }
  for (const keyword of ["not", "if", "then", "else"]) if (keyword in schema) found.push(below(schema[keyword]));
  if ("unevaluatedProperties" in schema) found.push(objectOf(fc.array(fc.tuple(name, plain), { maxLength: 3 })));
  if ("unevaluatedItems" in schema) found.push(fc.array(plain, { maxLength: 3 }));
  if (schema["type"] === "object" || "properties" in schema) found.push(objectFor(schema, below));
  if (schema["type"] === "array" || "items" in schema || "prefixItems" in schema) found.push(arrayFor(schema, below));
  if (found.length === 0) found.push(scalar);
  return found;
}

function objectFor(schema: Members, below: (child: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = isMembers(schema["properties"]) ? schema["properties"] : {};
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const wanted = [...new Set([...Object.keys(properties), ...required.map(String)])];
  const entry = (key: string): fc.Arbitrary<[string, unknown][]> => {
    const member = below(Object.hasOwn(properties, key) ? properties[key] : schema["additionalProperties"]).map(
      (value): [string, unknown][] => [[key, value]],
    );
    return fc.oneof(
      { weight: required.includes(key) ? 8 : 2, arbitrary: member },
      { weight: 1, arbitrary: fc.constant<[string, unknown][]>([]) },
    );
  };
  const extra = fc.oneof(
    { weight: 2, arbitrary: fc.constant<[string, unknown][]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("z", "x-a", "__proto__"), below(schema["additionalProperties"]))
        .map((pair): [string, unknown][] => [pair]),
    },
  );
  return fc.tuple(...wanted.map(entry), extra).map((rows) => Object.fromEntries(rows.flat()));
}

function arrayFor(schema: Members, below: (child: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const prefix: unknown[] = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
  const rest = fc.oneof(below(schema["items"]), below(schema["contains"]));
  return fc
    .tuple(fc.tuple(...prefix.map(below)), fc.array(rest, { maxLength: 4 }), fc.nat(4))
    .map(([first, others, cut]) => [...first, ...others].slice(0, 5 - cut));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isMembers(value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
