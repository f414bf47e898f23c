// A schema of the model -> JSON Schema 2020-12 in one piece: what it refers to is in `$defs`.
import type { Json, NamedSchema, Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";

export type JsonSchema = { readonly [keyword: string]: Json };

/** Writes schemas into one document, and collects what they refer to: `{ ...schemas.of(schema), ...schemas.definitions }`. */
export class JsonSchemas {
  private readonly bySchema = new Map<NamedSchema, JsonSchema>();

  /** The same verdict on every value; formats are annotations, as JSON Schema has them. */
  of(schema: Schema): JsonSchema {
    return { ...annotationsOf(schema), ...this.assertionsOf(schema) };
  }

  /** `{ $defs }`, or nothing. Names are those of the types. */
  get definitions(): JsonSchema {
    if (this.bySchema.size === 0) return {};
    return { $defs: Object.fromEntries([...this.bySchema].map(([{ name }, schema]) => [name, schema])) };
  }

  private assertionsOf(schema: Schema): JsonSchema {
    switch (schema.kind) {
      case "any":
        return {};
      case "never":
        return { not: {} };
      case "null":
      case "boolean":
        return { type: schema.kind };
      case "number": {
        const { integer, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format } = schema;
        const limits = { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format };
        return { type: integer ? "integer" : "number", ...stated(limits) };
      }
      case "string": {
        const { minLength, maxLength, pattern, format, contentEncoding, contentMediaType } = schema;
        return {
          type: "string",
          ...stated({ minLength, maxLength, pattern, format, contentEncoding, contentMediaType }),
        };
      }
      case "array":
        return this.arrayOf(schema);
      case "object":
        return this.objectOf(schema);
      case "enum":
        return { type: typesOf(schema.values), ...valuesOf(schema.values) };
      case "ref":
        return this.refTo(schema.target);
      case "union":
        return this.unionOf(schema);
      case "intersection":
        return { allOf: this.listOf(schema.members) };
      case "not":
        return { not: this.of(schema.schema) };
      case "conditional": {
        const keywords = ["if", "then", "else"] as const;
        return Object.fromEntries(keywords.map((keyword) => [keyword, this.of(schema[keyword])]));
      }
      case "unevaluated":
        return {
          allOf: [this.of(schema.schema)],
          ...(schema.properties === null ? {} : { unevaluatedProperties: this.of(schema.properties) }),
          ...(schema.items === null ? {} : { unevaluatedItems: this.of(schema.items) }),
        };
      default:
        return unreachable(schema);
    }
  }

  private listOf(schemas: readonly Schema[]): JsonSchema[] {
    return schemas.map((schema) => this.of(schema));
  }

  private arrayOf(schema: Extract<Schema, { kind: "array" }>): JsonSchema {
    const { prefixItems, items, itemsStated, contains, minItems, maxItems, uniqueItems } = schema;
    const counted = contains === null ? {} : { minContains: contains.min, ...stated({ maxContains: contains.max }) };
    return {
      type: "array",
      ...(prefixItems.length === 0 ? {} : { prefixItems: this.listOf(prefixItems) }),
      ...(items.kind === "any" && !itemsStated ? {} : { items: this.of(items) }),
      ...(contains === null ? {} : { contains: this.of(contains.schema), ...counted }),
      ...stated({ minItems, maxItems }),
      ...(uniqueItems ? { uniqueItems } : {}),
    };
  }

  private objectOf(schema: Extract<Schema, { kind: "object" }>): JsonSchema {
    const { properties, patternProperties, additional, propertyNames, minProperties, maxProperties } = schema;
    const { requiredElsewhere, dependentRequired, dependentSchemas, additionalStated } = schema;
    // Values that only the other side sets are not requested.
    const sent = properties.filter(({ unsent }) => unsent !== true);
    const required = [...sent.filter((property) => property.required).map(({ name }) => name), ...requiredElsewhere];
    const entries = {
      properties: sent.map((property) => [property.name, this.of(property.schema)] as const),
      patternProperties: patternProperties.map((entry) => [entry.pattern, this.of(entry.schema)] as const),
      dependentRequired: dependentRequired.map(({ name, requires }) => [name, requires] as const),
      dependentSchemas: dependentSchemas.map((entry) => [entry.name, this.of(entry.schema)] as const),
    };
    return {
      type: "object",
      ...Object.fromEntries(
        Object.entries(entries)
          .filter(([, members]) => members.length > 0)
          .map(([keyword, members]) => [keyword, Object.fromEntries<Json>(members)]),
      ),
      ...(required.length === 0 ? {} : { required }),
      ...(additional.kind === "any" && !additionalStated
        ? {}
        : { additionalProperties: closedOr(additional, (open) => this.of(open)) }),
      ...(propertyNames === null ? {} : { propertyNames: this.of(propertyNames) }),
      ...stated({ minProperties, maxProperties }),
    };
  }

  private refTo(target: NamedSchema): JsonSchema {
    if (!this.bySchema.has(target)) {
      // Before its schema is read: it may refer to itself.
      this.bySchema.set(target, {});
      this.bySchema.set(target, this.of(target.schema));
    }
    return { $ref: `#/$defs/${target.name}` };
  }

  private unionOf({ mode, members }: Extract<Schema, { kind: "union" }>): JsonSchema {
    const schemas = this.listOf(members);
    if (mode === "types" && schemas.every(isOfOneType)) return ofSeveralTypes(schemas);
    return { [mode === "oneOf" ? "oneOf" : "anyOf"]: schemas };
  }
}

/** `null` stands for absent. */
function stated(keywords: Readonly<Record<string, Json>>): JsonSchema {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== null));
}

function closedOr(schema: Schema, otherwise: (schema: Schema) => Json): Json {
  return schema.kind === "never" ? false : otherwise(schema);
}

function annotationsOf({ annotations }: Schema): JsonSchema {
  const { title, description, deprecated, examples } = annotations;
  return {
    ...stated({ title, description }),
    ...(deprecated ? { deprecated } : {}),
    ...(annotations.default === null ? {} : { default: annotations.default.value }),
    ...(examples.length === 0 ? {} : { examples: examples.map(({ value }) => value) }),
  };
}

/** Implied by the values, but many readers choose what to write by it. */
function typesOf(values: readonly Json[]): Json {
  const all = new Set(values.map(typeOf));
  const types = [...all].filter((type) => type !== "integer" || !all.has("number"));
  const [only, second] = types;
  return only !== undefined && second === undefined ? only : types;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function valuesOf(values: readonly Json[]): JsonSchema {
  return values.length === 1 ? { const: values[0] ?? null } : { enum: values };
}

/** Whether all that it asserts is about values of its type, so that it can share an object with other types. */
function isOfOneType({ type, ...others }: JsonSchema): boolean {
  const general = ["title", "description", "default", "examples", "deprecated", "enum", "const"];
  return typeof type === "string" && !Object.keys(others).some((keyword) => general.includes(keyword));
}

/** `{ type: ["string", "null"], maxLength: 3 }`: each keyword is about one type. */
function ofSeveralTypes(schemas: readonly JsonSchema[]): JsonSchema {
  const merged: JsonSchema = Object.assign({}, ...schemas);
  return { ...merged, type: schemas.map(({ type }) => type ?? null) };
}
