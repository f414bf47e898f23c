// The model of JSON Schema, in normal form: one node per kind of value or per way of combining schemas.
// All dialects end up here: `nullable`, `type: [x, "null"]`, `const`, `$ref` siblings are already resolved, so an
// emitter sees one form. A node asserts exactly what its fields say; no raw keywords are left.
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

/** Annotations do not affect validation. */
export interface Annotations {
  readonly title: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** `default` with its location; it never affects validation. */
  readonly default: LocatedValue | null;
  readonly examples: readonly LocatedValue[];
  /** Meaning of single enum values, from `x-enumDescriptions`. */
  readonly enumDescriptions: Readonly<Record<string, string>>;
  /** Members that start with `x-`, unchanged. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** The annotations of a schema that has none. */
export const noAnnotations: Annotations = {
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
  /** Where the schema object is in the description. */
  readonly at: Location;
  readonly annotations: Annotations;
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
  /** Whether its integers are `bigint` in code; see `finish/bigints.ts`. What travels is a number. */
  readonly bigint?: true;
  /** The bounds that no double holds, as they are written. */
  readonly exact?: ExactBounds;
}

export type ExactBounds = {
  readonly [Bound in "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum"]?: string;
};

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
  /** The values of an open enum: other values are accepted too. */
  readonly known?: readonly string[];
  /** Whether it is a point in time that code has as a Date. The text is what is validated and sent. */
  readonly date?: true;
  /** Whether it is open only by configuration: one direction may close it. */
  readonly closable?: true;
}

/** The schema of any text, where the description has none. */
export function anyText(at: Location): StringSchema {
  const limits = { minLength: null, maxLength: null, pattern: null, format: null };
  return { kind: "string", ...limits, contentEncoding: null, contentMediaType: null, at, annotations: noAnnotations };
}

export interface ArraySchema extends SchemaBase {
  readonly kind: "array";
  /** Schemas of the first elements, by position; all elements are optional. */
  readonly prefixItems: readonly Schema[];
  /** The elements after `prefixItems`. */
  readonly items: Schema;
  /** True when the description has `items`, false when openness is only JSON Schema's default. */
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
  /** True when the description has `additionalProperties`, false when openness is only JSON Schema's default. */
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
  /** `readOnly` in a request, `writeOnly` in a response: the type omits it; a value that has it all the same is validated. */
  readonly unsent?: boolean;
  /** Of an optional one: whether its type is without `undefined`, with which types otherwise allow what is absent. */
  readonly isExact?: true;
}

export interface PatternProperty {
  readonly pattern: string;
  readonly schema: Schema;
}

/** `enum` and `const`: equal by value; the order of object keys does not count. */
export interface EnumSchema extends SchemaBase {
  readonly kind: "enum";
  readonly values: readonly Json[];
  /** Whether its integers are `bigint` in code. */
  readonly bigint?: true;
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

/** What the description says, for readers: it changes no verdict. Only `const` and `enum` in the members do, see `discriminationOf`. */
export interface Discriminator {
  readonly property: string;
  /** Each value of the property and the index of the member that it names. */
  readonly mapping: readonly { readonly value: string; readonly member: number }[];
}

/** All members apply: keywords next to each other, `allOf`, a `$ref` with siblings. */
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
 * `unevaluatedProperties` and `unevaluatedItems`: `schema` is everything the schema object says next to them; what it does not
 * evaluate must match `properties` or `items`. What it evaluates: `evaluatedMembersOf`, `evaluatedElementsOf`.
 * Only where the two depend on other schemas; elsewhere they are `additional` and `items` of the object and the array.
 */
export interface UnevaluatedSchema extends SchemaBase {
  readonly kind: "unevaluated";
  readonly schema: Schema;
  /** `null` when the keyword is absent. */
  readonly properties: Schema | null;
  readonly items: Schema | null;
}

/**
 * A schema that is referred to: an entry of `components.schemas`, a file of its own, or any target of a `$ref`.
 * `schema` is set once the target has been read; recursion goes through here.
 */
export interface NamedSchema {
  /** The location, as one string: `/abs/order.yaml#`. */
  readonly identity: string;
  readonly at: Location;
  /** What the name is made from, most specific last: a component key, a file name, a path of keys. */
  readonly nameParts: readonly string[];
  /** The number of last parts that form the name when it is free; a clash adds the part before. */
  readonly nameLength: number;
  /** `Order`: a TypeScript identifier, decided by the names pass. */
  readonly name: string;
  readonly schema: Schema;
  /** With `defaults: "apply"`: its form after validation, where that differs, which has the members with defaults. Only types use it. */
  readonly output?: NamedSchema;
  /** Whether it is such a form. */
  readonly isOutput?: true;
  /** What it is a form of: the schema as the description has it, which is generated whenever the form is. */
  readonly basis?: NamedSchema;
}
