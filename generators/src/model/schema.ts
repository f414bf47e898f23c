// What a JSON Schema means, in normal form: one node per kind of value or per way of combining schemas.
// Both dialects end up here: `nullable`, `type: [x, "null"]`, `const`, `$ref` siblings are already resolved, so an
// emitter sees one form. A node asserts exactly what its fields say; nothing is left in raw keywords.
import type { Location } from "../source/index.ts";

export type Schema =
  | AnySchema
  | NeverSchema
  | NullSchema
  | BooleanSchema
  | NumberSchema
  | StringSchema
  | ArraySchema
  | ObjectSchema
  | EnumSchema
  | RefSchema
  | UnionSchema
  | IntersectionSchema
  | NotSchema
  | ConditionalSchema
  | UnevaluatedSchema;

export type SchemaKind = Schema["kind"];

/** A JSON value: what `enum`, `const`, `default` and examples hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Words and hints that do not change what a schema accepts. */
export interface Annotations {
  readonly title: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** `default`, with its place; it never changes what is accepted. */
  readonly default: LocatedValue | null;
  readonly examples: readonly LocatedValue[];
  /** Meaning of single enum values, from `x-enumDescriptions`. */
  readonly enumDescriptions: Readonly<Record<string, string>>;
  /** Members that start with `x-`, as they stand. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** What a schema says that says nothing about itself. */
export const noNotes: Annotations = {
  title: null,
  description: null,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  default: null,
  examples: [],
  enumDescriptions: {},
  extensions: {},
};

export interface LocatedValue {
  readonly value: Json;
  readonly at: Location;
}

interface SchemaBase {
  /** Where the schema object stands in the description. */
  readonly at: Location;
  readonly notes: Annotations;
}

/** Accepts everything: `true`, `{}`. */
export interface AnySchema extends SchemaBase {
  readonly kind: "any";
}

/** Accepts nothing: `false`. */
export interface NeverSchema extends SchemaBase {
  readonly kind: "never";
}

export interface NullSchema extends SchemaBase {
  readonly kind: "null";
}

export interface BooleanSchema extends SchemaBase {
  readonly kind: "boolean";
}

export interface NumberSchema extends SchemaBase {
  readonly kind: "number";
  /** `type: integer`: a number without fraction, 1.0 and 1e300 included. */
  readonly integer: boolean;
  readonly minimum: number | null;
  readonly exclusiveMinimum: number | null;
  readonly maximum: number | null;
  readonly exclusiveMaximum: number | null;
  readonly multipleOf: number | null;
  readonly format: string | null;
}

export interface StringSchema extends SchemaBase {
  readonly kind: "string";
  /** Lengths count Unicode code points. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** ECMA-262, Unicode mode, not anchored. */
  readonly pattern: string | null;
  readonly format: string | null;
  readonly contentEncoding: string | null;
  readonly contentMediaType: string | null;
  /** The values of an open enum: they refuse no other. */
  readonly known?: readonly string[];
  /** Whether it is a point in time that code has as a Date. What is validated, and what travels, is the text. */
  readonly date?: true;
  /** Whether it is open only because the configuration says so: one direction may close it. */
  readonly closable?: true;
}

export interface ArraySchema extends SchemaBase {
  readonly kind: "array";
  /** Schemas of the first elements, by position; none of them has to be there. */
  readonly prefixItems: readonly Schema[];
  /** The elements after `prefixItems`. */
  readonly items: Schema;
  /** True when the description says `items` itself, false when openness is only JSON Schema's default. */
  readonly itemsStated: boolean;
  readonly contains: Contains | null;
  readonly minItems: number | null;
  readonly maxItems: number | null;
  readonly uniqueItems: boolean;
}

export interface Contains {
  readonly schema: Schema;
  readonly min: number;
  readonly max: number | null;
}

export interface ObjectSchema extends SchemaBase {
  readonly kind: "object";
  readonly properties: readonly Property[];
  readonly patternProperties: readonly PatternProperty[];
  /** Members that neither `properties` nor `patternProperties` describes. */
  readonly additional: Schema;
  /** True when the description says `additionalProperties` itself, false when openness is only JSON Schema's default. */
  readonly additionalStated: boolean;
  /** Required names that `properties` does not list. */
  readonly requiredElsewhere: readonly string[];
  readonly propertyNames: Schema | null;
  readonly minProperties: number | null;
  readonly maxProperties: number | null;
  readonly dependentRequired: readonly { readonly name: string; readonly requires: readonly string[] }[];
  readonly dependentSchemas: readonly { readonly name: string; readonly schema: Schema }[];
}

export interface Property {
  /** The key in JSON, never changed. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly at: Location;
  /** `readOnly` in a request, `writeOnly` in a response: the type leaves it out; where it is there all the same, it is checked. */
  readonly unsent?: boolean;
}

export interface PatternProperty {
  readonly pattern: string;
  readonly schema: Schema;
}

/** `enum` and `const`: equal by value, whatever the order of object keys. */
export interface EnumSchema extends SchemaBase {
  readonly kind: "enum";
  readonly values: readonly Json[];
}

export interface RefSchema extends SchemaBase {
  readonly kind: "ref";
  readonly target: NamedSchema;
}

/**
 * `anyOf`: at least one member. `oneOf`: exactly one. `types`: the members are of different JSON types, so at most
 * one can match (`type: [string, "null"]`, or no `type` at all).
 */
export interface UnionSchema extends SchemaBase {
  readonly kind: "union";
  readonly mode: "anyOf" | "oneOf" | "types";
  readonly members: readonly Schema[];
  readonly discriminator: Discriminator | null;
}

export interface Discriminator {
  readonly property: string;
  /** Each value of the property and the index of the member it selects. */
  readonly mapping: readonly { readonly value: string; readonly member: number }[];
}

/** Every member holds: keywords beside each other, `allOf`, a `$ref` with siblings. */
export interface IntersectionSchema extends SchemaBase {
  readonly kind: "intersection";
  readonly members: readonly Schema[];
}

export interface NotSchema extends SchemaBase {
  readonly kind: "not";
  readonly schema: Schema;
}

/** `if`/`then`/`else`; a missing branch is an `any`. */
export interface ConditionalSchema extends SchemaBase {
  readonly kind: "conditional";
  readonly if: Schema;
  readonly then: Schema;
  readonly else: Schema;
}

/**
 * `unevaluatedProperties` and `unevaluatedItems`: `schema` holds, which is everything the schema object says beside them, and
 * what it has not looked at matches `properties` or `items`. What it has looked at: `evaluatedMembersOf`, `evaluatedElementsOf`.
 * Only where the two depend on other schemas; elsewhere they are `additional` and `items` of the object and the array.
 */
export interface UnevaluatedSchema extends SchemaBase {
  readonly kind: "unevaluated";
  readonly schema: Schema;
  /** `null` when the description does not say. */
  readonly properties: Schema | null;
  readonly items: Schema | null;
}

/**
 * A schema other places refer to: an entry of `components.schemas`, a file of its own, or any place a `$ref` points to.
 * `schema` is set once the place has been read; recursion goes through here.
 */
export interface NamedSchema {
  /** The place, as one string: `/abs/order.yaml#`. */
  readonly identity: string;
  readonly at: Location;
  /** What the name is made from, most specific last: a component key, a file name, a path of keys. */
  readonly nameParts: readonly string[];
  /** How many of the last parts make the name when nothing else wants it; a clash adds the part before. */
  readonly nameLength: number;
  /** `Order`: a TypeScript identifier, decided by the names pass. */
  readonly name: string;
  readonly schema: Schema;
}
