// A schema -> the leaves that validate a value: refs followed, intersections split, one member of each union chosen.

import { openObjectOf } from "../analysis/bare-objects.ts";
import { type JsonType, jsonTypeOf, jsonTypes } from "../analysis/json-types.ts";
import {
  type ArraySchema,
  type EnumSchema,
  type Json,
  type NamedSchema,
  type NumberSchema,
  noAnnotations,
  type ObjectSchema,
  type Schema,
  type StringSchema,
  type UnionSchema,
} from "../schema.ts";
import { matches } from "../values/matching.ts";
import { isObject } from "./numbers.ts";

/** A schema with constraints of its own. */
export type Leaf = Exclude<Schema, { readonly kind: "ref" | "union" | "intersection" | "conditional" | "unevaluated" }>;

/** One way to satisfy a schema: all leaves apply together. */
export interface Way {
  readonly leaves: readonly Leaf[];
  /** The named schemas that led here. */
  readonly named: readonly NamedSchema[];
  /** Whether another way is the same with a more plausible value. */
  readonly isFallback?: true;
}

/** More ways than any handwritten schema has; further ones are not tried. */
const mostWays = 200;

/** The ways to satisfy a schema, the likeliest first; ways whose leaves require different types are omitted. */
export function waysOf(schema: Schema): Way[] {
  return rawWaysOf(schema, new Set()).toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rawWaysOf(schema: Schema, seen: ReadonlySet<NamedSchema>): Way[] {
  switch (schema.kind) {
    case "ref": {
      const { target } = schema;
      if (seen.has(target)) return [];
      const ways = rawWaysOf(target.schema, new Set([...seen, target]));
      return ways.map((way) => ({ ...way, named: [target, ...way.named] }));
    }
    case "intersection":
      return schema.members.reduce<Way[]>((ways, member) => together(ways, rawWaysOf(member, seen)), [unconstrained]);
    case "union": {
      const ways = schema.members.map((member) => rawWaysOf(member, seen));
      const named = namedWaysOf(schema, ways);
      const others = ways.flat();
      return (
        named.length === 0 ? others : [...named, ...others.map((way) => ({ ...way, isFallback: true as const }))]
      ).slice(0, mostWays);
    }
    case "unevaluated":
      return rawWaysOf(schema.schema, seen);
    case "conditional": {
      const { if: condition, then: positive, else: negative, at, annotations } = schema;
      const otherwise: Way = { leaves: [{ kind: "not", schema: condition, at, annotations }], named: [] };
      return [
        ...together(rawWaysOf(condition, seen), rawWaysOf(positive, seen)),
        ...together([otherwise], rawWaysOf(negative, seen)),
      ];
    }
    case "object":
      return objectWaysOf(schema, seen);
    default:
      return [{ leaves: [schema], named: [] }];
  }
}

/** The alternatives with the value that the discriminator has for each: the plausible one, where the schema leaves it open. */
function namedWaysOf({ discriminator, members }: UnionSchema, ways: readonly (readonly Way[])[]): Way[] {
  if (discriminator === null) return [];
  const { property, mapping } = discriminator;
  return members.flatMap(({ at }, index) => {
    const values = mapping.filter(({ member }) => member === index).map(({ value }) => value);
    if (values.length === 0) return [];
    const schema: Schema = { kind: "enum", values, at, annotations: noAnnotations };
    const tagged: Way = { leaves: [openObjectOf([{ name: property, required: true, schema, at }], at)], named: [] };
    return together(ways[index] ?? [], [tagged]);
  });
}

const unconstrained: Way = { leaves: [], named: [] };

/** Without the members that others depend on, and with what all of them imply. */
function objectWaysOf(schema: ObjectSchema, seen: ReadonlySet<NamedSchema>): Way[] {
  const alone: Way = { leaves: [schema], named: [] };
  if (schema.dependentSchemas.length === 0) return [alone];
  const implied = schema.dependentSchemas.reduce<Way[]>(
    (ways, entry) => together(ways, rawWaysOf(entry.schema, seen)),
    [alone],
  );
  return [alone, ...implied];
}

function together(some: readonly Way[], others: readonly Way[]): Way[] {
  return some
    .flatMap((a) =>
      others.map((b) => ({
        leaves: [...a.leaves, ...b.leaves],
        named: [...a.named, ...b.named],
        ...(a.isFallback || b.isFallback ? { isFallback: true as const } : {}),
      })),
    )
    .filter(({ leaves }) => typesOf(leaves).length > 0)
    .slice(0, mostWays);
}

/** The JSON types that a value may have which all leaves accept, as far as their kinds show. */
export function typesOf(leaves: readonly Leaf[]): JsonType[] {
  return jsonTypes.filter((type) => leaves.every((leaf) => allows(leaf, type)));
}

function allows(leaf: Leaf, type: JsonType): boolean {
  switch (leaf.kind) {
    case "any":
    case "not":
      return true;
    case "never":
      return false;
    case "enum":
      return leaf.values.some((value) => jsonTypeOf(value) === type);
    default:
      return leaf.kind === type;
  }
}

/** Schemas with constraints come first: keywords without `type` mean the type they apply to. Null comes last. */
function rankOf({ leaves }: Way): number {
  if (leaves.some((leaf) => leaf.kind === "null")) return 2;
  return leaves.some(isConstrained) ? 0 : 1;
}

function isConstrained(leaf: Leaf): boolean {
  switch (leaf.kind) {
    case "enum":
      return true;
    case "string":
      return (leaf.minLength ?? leaf.maxLength ?? leaf.pattern ?? leaf.format) !== null;
    case "number": {
      const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = leaf;
      return (minimum ?? exclusiveMinimum ?? maximum ?? exclusiveMaximum ?? multipleOf) !== null;
    }
    case "array":
      return leaf.items.kind !== "any" || leaf.prefixItems.length > 0 || leaf.contains !== null;
    case "object":
      return leaf.properties.length > 0 || leaf.requiredElsewhere.length > 0 || leaf.additionalStated;
    default:
      return false;
  }
}

/** The leaves that apply to one value, with those of the alternatives that it matches, and the unions on the way. */
export interface Applicable extends Way {
  readonly unions: readonly UnionSchema[];
}

/** The leaves that a valid value satisfies: of each union those of the first member that it matches. */
export function leavesFor(schema: Schema, value: Json): Applicable {
  switch (schema.kind) {
    case "ref": {
      const inner = leavesFor(schema.target.schema, value);
      return { ...inner, named: [schema.target, ...inner.named] };
    }
    case "intersection":
      return joined(schema.members.map((member) => leavesFor(member, value)));
    case "union": {
      const member = schema.members.find((each) => matches(each, value));
      const inner = member === undefined ? noneApplicable : leavesFor(member, value);
      return { ...inner, unions: [schema, ...inner.unions] };
    }
    case "unevaluated":
      return leavesFor(schema.schema, value);
    case "conditional":
      return matches(schema.if, value)
        ? joined([leavesFor(schema.if, value), leavesFor(schema.then, value)])
        : leavesFor(schema.else, value);
    case "object": {
      const implied = schema.dependentSchemas.filter(({ name }) => isObject(value) && Object.hasOwn(value, name));
      const objectLeaf: Applicable = { ...noneApplicable, leaves: [schema] };
      return joined([objectLeaf, ...implied.map((entry) => leavesFor(entry.schema, value))]);
    }
    default:
      return { ...noneApplicable, leaves: [schema] };
  }
}

const noneApplicable: Applicable = { leaves: [], named: [], unions: [] };

function joined(parts: readonly Applicable[]): Applicable {
  return {
    leaves: parts.flatMap(({ leaves }) => leaves),
    named: parts.flatMap(({ named }) => named),
    unions: parts.flatMap(({ unions }) => unions),
  };
}

export function stringsOf(leaves: readonly Leaf[]): StringSchema[] {
  return leaves.filter((leaf) => leaf.kind === "string");
}

export function numbersOf(leaves: readonly Leaf[]): NumberSchema[] {
  return leaves.filter((leaf) => leaf.kind === "number");
}

export function arraysOf(leaves: readonly Leaf[]): ArraySchema[] {
  return leaves.filter((leaf) => leaf.kind === "array");
}

export function objectsOf(leaves: readonly Leaf[]): ObjectSchema[] {
  return leaves.filter((leaf) => leaf.kind === "object");
}

export function enumsOf(leaves: readonly Leaf[]): EnumSchema[] {
  return leaves.filter((leaf) => leaf.kind === "enum");
}
