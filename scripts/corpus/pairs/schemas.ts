// Random pairs of schemas as descriptions of APIs have them, that differ by one edit at a random place.
import fc from "fast-check";
import { placesIn } from "../../../generators/test/diff/mutation.ts";
import type { JsonSchema } from "../../../generators/test/targets/zod/judges.ts";

type Members = Readonly<Record<string, unknown>>;

export interface SchemaPair {
  readonly base: JsonSchema;
  readonly revision: JsonSchema;
  /** The edit that made the revision. */
  readonly edit: string;
}

const names = ["id", "name", "status", "amount", "tags", "kind"] as const;
const words = ["open", "sent", "held", "a", "b"] as const;
const patterns = ["^[a-z]+$", "^[A-Z]{2}$", "\\d", "^a"] as const;

const name = fc.constantFrom(...names);
const small = fc.integer({ min: 0, max: 4 });

const text = fc.oneof(
  sometimes({ type: fc.constant("string"), minLength: small, maxLength: fc.integer({ min: 4, max: 9 }) }),
  sometimes({ type: fc.constant("string"), pattern: fc.constantFrom(...patterns) }),
  sometimes({ type: fc.constant("string"), format: fc.constantFrom("date", "date-time", "uuid", "email") }),
);
const lowest = fc.integer({ min: -2, max: 3 });
const highest = fc.integer({ min: 6, max: 9 });
const number = fc
  .tuple(fc.constantFrom("minimum", "exclusiveMinimum"), fc.constantFrom("maximum", "exclusiveMaximum"))
  .chain(([low, high]) =>
    sometimes({
      type: fc.constantFrom("integer", "number"),
      [low]: lowest,
      [high]: highest,
      multipleOf: fc.constantFrom(1, 2, 0.5),
    }),
  );
const choice = fc
  .uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((values): JsonSchema => ({ type: "string", enum: values }));
const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  text,
  text,
  number,
  number,
  choice,
  fc.constant({ type: "boolean" }),
  fc.constantFrom(...words).map((value) => ({ const: value })),
);

/** A schema of a body or a member, mostly an object. */
const schemaOf = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => {
  const schema = tie("schema");
  const object = objectOf(schema);
  return {
    object,
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 7, arbitrary: scalar },
      { weight: 4, arbitrary: object },
      { weight: 3, arbitrary: listOf(schema) },
      { weight: 1, arbitrary: scalar.map(nullable) },
      { weight: 1, arbitrary: schema.map((each) => ({ anyOf: [each, { type: "null" }] })) },
      { weight: 1, arbitrary: fc.tuple(object, object).map((parts) => ({ allOf: parts })) },
      { weight: 2, arbitrary: kindsOf(schema) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom("oneOf", "anyOf"), fc.array(schema, { minLength: 2, maxLength: 3 }))
          .map(([keyword, members]) => ({ [keyword]: members })),
      },
      {
        weight: 1,
        arbitrary: schema.map((each) => ({ type: "object", additionalProperties: each })),
      },
    ),
  };
});

function objectOf(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .tuple(
      fc.dictionary(name, schema, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      fc.constantFrom<unknown>(undefined, undefined, undefined, false, true, { type: "string" }),
      fc.nat(9),
    )
    .map(([properties, flags, additional, roll]) => {
      const keys = Object.keys(properties);
      const required = keys.filter((_, index) => flags[index] === true);
      return {
        type: "object",
        properties,
        ...(required.length > 0 ? { required } : {}),
        ...(additional === undefined ? {} : { additionalProperties: additional }),
        ...(roll === 0 ? { minProperties: 1 } : {}),
        ...(roll === 1 && keys.length > 1 ? { dependentRequired: { [keys[0] ?? ""]: [keys[1]] } } : {}),
      };
    });
}

function listOf(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .tuple(
      schema,
      sometimes({
        minItems: fc.integer({ min: 0, max: 2 }),
        maxItems: fc.integer({ min: 2, max: 5 }),
        uniqueItems: fc.boolean(),
      }),
    )
    .map(([items, limits]) => ({ type: "array", items, ...membersOf(limits) }));
}

/** Alternatives that the value of `kind` distinguishes. */
function kindsOf(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .tuple(
      fc.constantFrom("oneOf", "anyOf"),
      fc.uniqueArray(fc.constantFrom(...words), { minLength: 2, maxLength: 3 }),
      fc.array(schema, { minLength: 3, maxLength: 3 }),
    )
    .map(([keyword, kinds, schemas]) => ({
      [keyword]: kinds.map((kind, index) => ({
        type: "object",
        properties: { kind: { const: kind }, [names[index] ?? "id"]: schemas[index] },
        required: ["kind"],
      })),
    }));
}

/** Every keyword but `type` is there in one schema of three. */
function sometimes(keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonSchema> {
  const rows = Object.entries(keywords).map(([keyword, values]) =>
    fc
      .tuple(fc.nat(2), values)
      .map(([roll, value]) => (roll === 0 || keyword === "type" ? [[keyword, value] as const] : [])),
  );
  return fc.tuple(...rows).map((found) => Object.fromEntries(found.flat()));
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = membersOf(schema);
  if (values !== undefined) return { ...rest, enum: [...(values as unknown[]), null] };
  return type === undefined ? { anyOf: [schema, { type: "null" }] } : { ...rest, type: [type, "null"] };
}

function membersOf(schema: JsonSchema): Members {
  return typeof schema === "object" ? schema : {};
}

interface Dice {
  readonly other: JsonSchema;
  readonly key: string;
  readonly at: number;
}

type Edit = (schema: Members, dice: Dice) => JsonSchema | null;

/** What people do to descriptions; null where it does not apply. */
const edits: Readonly<Record<string, Edit>> = {
  "a keyword changed": (schema, { other, at }) => {
    const shared = Object.keys(membersOf(other)).filter((key) => key in schema && typeof schema[key] !== "object");
    const key = shared[at % Math.max(1, shared.length)];
    return key === undefined ? null : { ...schema, [key]: membersOf(other)[key] };
  },
  "a keyword added": (schema, { other, at }) => {
    const keys = Object.keys(membersOf(other)).filter((key) => !(key in schema) && isSameType(schema, other));
    const key = keys[at % Math.max(1, keys.length)];
    return key === undefined ? null : { ...schema, [key]: membersOf(other)[key] };
  },
  "a keyword removed": (schema, { at }) => {
    const keys = Object.keys(schema);
    return keys.length < 2 ? null : without(schema, keys[at % keys.length] ?? "");
  },
  "a bound moved by one": (schema, { at }) => {
    const keys = Object.keys(schema).filter((key) => /^(?:m|exclusiveM)(?:in|ax)/.test(key));
    const key = keys[at % Math.max(1, keys.length)];
    if (key === undefined) return null;
    return { ...schema, [key]: Math.max(key.includes("imum") ? -9 : 0, Number(schema[key]) + (at % 2 === 0 ? 1 : -1)) };
  },
  "a member added": (schema, { other, key, at }) => {
    const properties = propertiesOf(schema);
    if (properties === null || key in properties) return null;
    const required = at % 3 === 0 ? { required: [...requiredOf(schema), key] } : {};
    return { ...schema, properties: { ...properties, [key]: other }, ...required };
  },
  "a member removed": (schema, { at }) => {
    const properties = propertiesOf(schema);
    const keys = Object.keys(properties ?? {});
    const key = keys[at % Math.max(1, keys.length)];
    if (properties === null || key === undefined) return null;
    return {
      ...schema,
      properties: without(properties, key),
      required: requiredOf(schema).filter((each) => each !== key),
    };
  },
  "a member required, or optional": (schema, { at }) => {
    const keys = Object.keys(propertiesOf(schema) ?? {});
    const key = keys[at % Math.max(1, keys.length)];
    if (key === undefined) return null;
    const required = requiredOf(schema);
    return {
      ...schema,
      required: required.includes(key) ? required.filter((each) => each !== key) : [...required, key],
    };
  },
  "an object closed, or opened": (schema) => {
    if (propertiesOf(schema) === null) return null;
    return schema["additionalProperties"] === false
      ? without(schema, "additionalProperties")
      : { ...schema, additionalProperties: false };
  },
  "a value added, or removed": (schema, { at }) => {
    const values = schema["enum"];
    if (!Array.isArray(values)) return null;
    const word = words[at % words.length];
    return {
      ...schema,
      enum:
        values.includes(word) && values.length > 1
          ? values.filter((each) => each !== word)
          : [...new Set([...values, word])],
    };
  },
  "null allowed, or not": (schema) => {
    const type = schema["type"];
    return Array.isArray(type) ? { ...schema, type: type[0] } : nullable(schema);
  },
  "an alternative added": (schema, { other }) => {
    const keyword = listIn(schema);
    return keyword === null ? null : { ...schema, [keyword]: [...(schema[keyword] as JsonSchema[]), other] };
  },
  "an alternative removed": (schema, { at }) => {
    const keyword = listIn(schema);
    const members = keyword === null ? [] : (schema[keyword] as JsonSchema[]);
    if (keyword === null || members.length < 2) return null;
    return { ...schema, [keyword]: members.filter((_, index) => index !== at % members.length) };
  },
  "oneOf and anyOf exchanged": (schema) => {
    const keyword = listIn(schema);
    if (keyword === null) return null;
    return { ...without(schema, keyword), [keyword === "oneOf" ? "anyOf" : "oneOf"]: schema[keyword] };
  },
  "wrapped in an alternative": (schema, { other, at }) => ({ [at % 2 === 0 ? "oneOf" : "anyOf"]: [schema, other] }),
  "replaced by another schema": (_, { other }) => other,
  "an allOf part added": (schema, { other }) => ({ allOf: [schema, other] }),
};

export const pairs: fc.Arbitrary<SchemaPair> = fc
  .tuple(schemaOf.schema, schemaOf.schema, fc.nat(), name, fc.nat(), fc.nat())
  .map(([base, other, place, key, at, choice]) => {
    const places = placesIn({ schema: base, replace: (replaced) => replaced });
    const { schema, replace } = places[place % places.length] ?? {
      schema: base,
      replace: (replaced: JsonSchema) => replaced,
    };
    const possible = Object.entries(edits).flatMap(([edit, apply]) => {
      const edited = typeof schema === "boolean" ? null : apply(schema, { other, key, at });
      return edited === null ? [] : [{ edit, edited }];
    });
    const { edit, edited } = possible[choice % Math.max(1, possible.length)] ?? {
      edit: "replaced by another schema",
      edited: other,
    };
    return { base, revision: replace(edited), edit };
  });

function isSameType(schema: Members, other: JsonSchema): boolean {
  return schema["type"] === membersOf(other)["type"];
}

function propertiesOf(schema: Members): Members | null {
  const properties = schema["properties"];
  return typeof properties === "object" && properties !== null ? (properties as Members) : null;
}

function requiredOf(schema: Members): unknown[] {
  const required = schema["required"];
  return Array.isArray(required) ? required : [];
}

function listIn(schema: Members): "oneOf" | "anyOf" | null {
  return "oneOf" in schema ? "oneOf" : "anyOf" in schema ? "anyOf" : null;
}

function without(schema: Members, keyword: string): Members {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}
