// A schema -> the schema of what TypeScript can express of it: the type of the first accepts what the second does. And the keywords that
// are lost on the way.
import { openObjectOf } from "../../../src/model/analysis/bare-objects.ts";
import { membersNamed } from "../../../src/model/analysis/value-parts.ts";
import { isObject } from "../../../src/model/sampling/index.ts";
import {
  type ArraySchema,
  type EnumSchema,
  type Json,
  type NamedSchema,
  noAnnotations,
  type ObjectSchema,
  type Property,
  type Schema,
} from "../../../src/model/schema.ts";
import { unreachable } from "../../../src/model/unreachable.ts";
import { isList } from "../../../src/model/values/equality.ts";
import { matches } from "../../../src/model/values/matching.ts";

/** Keywords that types cannot express, in groups, and what a type accepts instead. */
export const inexpressible = {
  "minLength, maxLength, pattern": "any string",
  format: "any string or number",
  "type: integer, minimum, maximum, exclusive…, multipleOf": "any number",
  "minItems, maxItems (without prefixItems), uniqueItems, contains": "arrays of any length",
  "minProperties, maxProperties, propertyNames": "any number of members, with any names",
  "type: object, none required and one named length": "texts and arrays, which have a length",
  "dependentRequired, dependentSchemas": "each member by its own schema",
  "additionalProperties: false": "more members, except in literals",
  "additionalProperties, patternProperties beside properties": "others with the type of any member",
  "unevaluatedProperties, unevaluatedItems": "more members and elements, except in literals",
  "oneOf, where several match": "the same as anyOf",
  "enum, const of objects": "more members, except in literals",
  not: "what it excludes",
  if: "then or else",
} as const;

export type Inexpressible = keyof typeof inexpressible;

/** What accepts the values of the type of a schema. */
export class Expressible {
  private readonly kept: Inexpressible | null;
  private readonly named = new Map<NamedSchema, NamedSchema>();

  /** `kept`: the only keywords that are left as they are, to find the one that rejects a value. */
  constructor(kept: Inexpressible | null = null) {
    this.kept = kept;
  }

  of(schema: Schema): Schema {
    switch (schema.kind) {
      case "any":
      case "never":
      case "null":
      case "boolean":
        return schema;
      case "enum":
        return this.keeps("enum, const of objects") ? schema : enumOf(schema);
      case "number": {
        const { format } = schema;
        const bounds = { minimum: null, exclusiveMinimum: null, maximum: null, exclusiveMaximum: null };
        const own = this.keeps("type: integer, minimum, maximum, exclusive…, multipleOf")
          ? schema
          : { ...schema, ...bounds, integer: false, multipleOf: null };
        return { ...own, format: this.keeps("format") ? format : null };
      }
      case "string": {
        const own = this.keeps("minLength, maxLength, pattern")
          ? schema
          : { ...schema, minLength: null, maxLength: null, pattern: null };
        return { ...own, format: this.keeps("format") ? schema.format : null };
      }
      case "array":
        return this.arrayOf(schema);
      case "object":
        return this.withTexts(this.objectOf(schema));
      case "ref":
        return { ...schema, target: this.namedOf(schema.target) };
      case "union": {
        const mode = this.keeps("oneOf, where several match") ? schema.mode : "anyOf";
        return { ...schema, mode, members: this.all(schema.members) };
      }
      case "intersection":
        return { ...schema, members: this.all(schema.members) };
      case "not":
        if (this.keeps("not")) return schema;
        return { ...schema, kind: schema.schema.kind === "any" ? "never" : "any" };
      case "conditional": {
        const [positive, negative] = [this.of(schema.then), this.of(schema.else)];
        // biome-ignore lint/suspicious/noThenProperty: the model's name
        if (this.keeps("if")) return { ...schema, then: positive, else: negative };
        const { at, annotations } = schema;
        return { kind: "union", mode: "anyOf", members: [positive, negative], discriminator: null, at, annotations };
      }
      case "unevaluated": {
        const inner = this.of(schema.schema);
        return this.keeps("unevaluatedProperties, unevaluatedItems") ? { ...schema, schema: inner } : inner;
      }
      default:
        return unreachable(schema);
    }
  }

  private keeps(keyword: Inexpressible): boolean {
    return this.kept === keyword;
  }

  private all(schemas: readonly Schema[]): Schema[] {
    return schemas.map((schema) => this.of(schema));
  }

  private namedOf(named: NamedSchema): NamedSchema {
    const known = this.named.get(named);
    if (known !== undefined) return known;
    const form = { ...named };
    this.named.set(named, form);
    form.schema = this.of(named.schema);
    return form;
  }

  /** The positions of a tuple are expressed; the length of any other array is not. */
  private arrayOf(schema: ArraySchema): ArraySchema {
    const parts = { ...schema, prefixItems: this.all(schema.prefixItems), items: this.of(schema.items) };
    if (this.keeps("minItems, maxItems (without prefixItems), uniqueItems, contains")) return parts;
    const length = Math.min(schema.prefixItems.length, schema.maxItems ?? schema.prefixItems.length);
    const isClosed = schema.maxItems !== null && schema.maxItems <= length && schema.prefixItems.length > 0;
    return {
      ...parts,
      minItems: Math.min(schema.minItems ?? 0, length),
      maxItems: isClosed ? schema.maxItems : null,
      uniqueItems: false,
      contains: null,
    };
  }

  private withTexts(schema: ObjectSchema): Schema {
    const { properties, at } = schema;
    if (this.keeps("type: object, none required and one named length")) return schema;
    if (properties.some(({ required }) => required) || !properties.some(({ name }) => name === "length")) return schema;
    const base = { at, annotations: noAnnotations };
    const text: Schema = { kind: "enum", values: ["text"], ...base };
    const texts: Schema = { kind: "enum", values: [["text"]], ...base };
    return { kind: "union", mode: "anyOf", members: [schema, text, texts], discriminator: null, ...base };
  }

  /** An index signature speaks of listed members too, so it is the union of all types; and there is none where nothing states it. */
  private objectOf(schema: ObjectSchema): ObjectSchema {
    const { at } = schema;
    const properties = [
      ...schema.properties.map((property) => ({ ...property, schema: this.memberOf(schema, property.name) })),
      ...schema.requiredElsewhere.map(
        (name): Property => ({ name, required: true, schema: this.memberOf(schema, name), at }),
      ),
    ];
    return {
      ...schema,
      ...this.othersOf(schema, properties),
      properties,
      requiredElsewhere: [],
      ...(this.keeps("minProperties, maxProperties, propertyNames")
        ? {}
        : { minProperties: null, maxProperties: null, propertyNames: null }),
      ...(this.keeps("dependentRequired, dependentSchemas") ? {} : { dependentRequired: [], dependentSchemas: [] }),
    };
  }

  private memberOf(schema: ObjectSchema, name: string): Schema {
    const [only, ...others] = this.all(membersNamed(schema, name));
    const { at } = schema;
    if (only === undefined) return { kind: "any", at, annotations: noAnnotations };
    return others.length === 0
      ? only
      : { kind: "intersection", members: [only, ...others], at, annotations: noAnnotations };
  }

  private othersOf(
    schema: ObjectSchema,
    properties: readonly Property[],
  ): Pick<ObjectSchema, "additional" | "patternProperties"> {
    const { additional, additionalStated, patternProperties, at } = schema;
    const patterns = patternProperties.map((entry) => ({ ...entry, schema: this.of(entry.schema) }));
    if (this.keeps("additionalProperties, patternProperties beside properties"))
      return { additional: this.of(additional), patternProperties: patterns };
    const isClosed = additional.kind === "never";
    const any: Schema = { kind: "any", at, annotations: noAnnotations };
    const isStated = patterns.length > 0 || (additionalStated && !isClosed);
    const keepsClosed = properties.length === 0 || this.keeps("additionalProperties: false");
    if (!isStated) return { additional: isClosed && keepsClosed ? additional : any, patternProperties: [] };
    const members = [
      ...patterns.map((entry) => entry.schema),
      ...(isClosed ? [] : [this.of(additional)]),
      ...properties.map((property) => property.schema),
    ];
    const union = {
      kind: "union",
      mode: "anyOf",
      members,
      discriminator: null,
      at,
      annotations: noAnnotations,
    } as const;
    return { additional: union, patternProperties: [] };
  }
}

/** Types of objects accept objects with more members. */
function enumOf(schema: EnumSchema): Schema {
  if (!schema.values.some((value) => typeof value === "object" && value !== null)) return schema;
  const { at } = schema;
  const members = schema.values.map((value) => valueSchemaOf(value, schema));
  return { kind: "union", mode: "anyOf", members, discriminator: null, at, annotations: noAnnotations };
}

function valueSchemaOf(value: Json, { at }: Schema): Schema {
  const base = { at, annotations: noAnnotations };
  if (isList(value)) {
    const prefixItems = value.map((item) => valueSchemaOf(item, { kind: "any", ...base }));
    const size = { minItems: value.length, maxItems: value.length, uniqueItems: false };
    return {
      kind: "array",
      prefixItems,
      items: { kind: "never", ...base },
      itemsStated: true,
      contains: null,
      ...size,
      ...base,
    };
  }
  if (!isObject(value) || Object.keys(value).length === 0) return { kind: "enum", values: [value], ...base };
  const properties = Object.entries(value).map(
    ([name, member]): Property => ({
      name,
      required: true,
      schema: valueSchemaOf(member, { kind: "any", ...base }),
      at,
    }),
  );
  return openObjectOf(properties, at);
}

/** Finds the keywords that reject a value which the type of a schema accepts. */
export class Rejecters {
  private readonly judges = Object.keys(inexpressible)
    .filter(isInexpressible)
    .map((keyword) => [keyword, new Expressible(keyword)] as const);

  /** `null` where only several together reject it. */
  of(schema: Schema, value: Json): Inexpressible | null {
    for (const [keyword, judge] of this.judges) if (!matches(judge.of(schema), value)) return keyword;
    return null;
  }
}

function isInexpressible(keyword: string): keyword is Inexpressible {
  return keyword in inexpressible;
}
