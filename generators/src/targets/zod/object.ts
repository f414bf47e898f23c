// An object schema -> `z.looseObject()` or `z.strictObject()`; what they cannot say, through helpers.
import {
  arrayOf,
  type Code,
  call,
  code,
  literal,
  objectOf as members,
  propertyKey,
  regExpLiteral,
} from "../../emit/index.ts";
import { defaultOf } from "../../model/analysis/place-plans.ts";
import { patternSchemasOf } from "../../model/analysis/value-parts.ts";
import type { NamedSchema, ObjectSchema, Property, RefSchema, Schema } from "../../model/schema.ts";
import { exactValue } from "../../model/values/equality.ts";
import { isPlainObject } from "./forms.ts";
import { type Scope, schemaSymbol } from "./scope.ts";
import { checkedOf, zodOf } from "./zod-of.ts";

export function objectOf(schema: ObjectSchema, scope: Scope): Code {
  const bare = withoutChecks(schema);
  const isPlain = isPlainObject(bare);
  const expression = isPlain ? plainOf(bare, scope) : specialOf(bare, scope);
  return checkedOf(expression, { isCopy: isPlain, checks: checksOf(schema, scope) }, scope);
}

export function withoutChecks(schema: ObjectSchema): ObjectSchema {
  return {
    ...schema,
    propertyNames: null,
    minProperties: null,
    maxProperties: null,
    dependentRequired: [],
    dependentSchemas: [],
  };
}

/** A named object of which another is a form. */
export interface ObjectBasis {
  readonly named: NamedSchema;
  readonly schema: ObjectSchema;
}

export function plainOf(schema: ObjectSchema, scope: Scope, basis: ObjectBasis | null = null): Code {
  const difference = basis === null ? null : differenceOf(schema, basis, scope);
  const shape = members(difference ?? shapeOf(schema, scope));
  const { z } = scope.zod;
  return call(code`${z}${schema.additional.kind === "any" ? code`.looseObject` : code`.strictObject`}`, [shape]);
}

function specialOf(schema: ObjectSchema, scope: Scope): Code {
  const { properties, requiredElsewhere, patternProperties, additional } = schema;
  const isRecord = properties.length + requiredElsewhere.length + patternProperties.length === 0;
  if (isRecord && additional.kind !== "never" && additional.kind !== "any")
    return call(scope.helper("record"), [zodOf(additional, scope)]);
  const patterns = patternProperties.map(({ pattern, schema: each }) =>
    arrayOf([regExpLiteral(pattern), zodOf(each, scope)]),
  );
  const others = [
    ...(patterns.length === 0 ? [] : [code`patterns: ${arrayOf(patterns)}`]),
    code`rest: ${zodOf(additional, scope)}`,
  ];
  return call(scope.helper("objectWith"), [members(shapeOf(schema, scope)), members(others)]);
}

/** `{ ...BaseSchema.shape, name: z.string() }`: an `allOf` of objects as one. */
export function mergedOf(parts: readonly (ObjectSchema | RefSchema)[], scope: Scope): Code {
  const shape = parts.flatMap((part) =>
    part.kind === "ref" ? [code`...${schemaSymbol(part.target)}.shape`] : shapeOf(part, scope),
  );
  return call(code`${scope.zod.z}.looseObject`, [members(shape)]);
}

/** `...OrderSchema.shape`, and what is another member in the form; `null` where it is shorter written out. */
function differenceOf(schema: ObjectSchema, { named, schema: baseSchema }: ObjectBasis, scope: Scope): Code[] | null {
  const known = new Map(baseSchema.properties.map((property) => [property.name, property]));
  const changed = schema.properties.filter((property) => !isSame(property, known.get(property.name), scope));
  const isListed = [schema, baseSchema].every(({ requiredElsewhere }) => requiredElsewhere.length === 0);
  if (!isListed || known.size !== schema.properties.length || changed.length + least > known.size) return null;
  return [code`...${schemaSymbol(named)}.shape`, ...changed.map((member) => shapeMemberOf(member, scope))];
}

/** The members in common for which a reader looks at two places. */
const least = 3;

function isSame(one: Property, other: Property | undefined, { defaults }: Scope): boolean {
  if (other === undefined || one.schema !== other.schema || one.required !== other.required) return false;
  // What is not sent has no default.
  return defaults === null || one.unsent === other.unsent;
}

/** One member of the shape for each property. */
function shapeOf(schema: ObjectSchema, scope: Scope): Code[] {
  const unlisted = schema.requiredElsewhere.map((name) => ({ name, required: true, schema: unlistedOf(schema, name) }));
  return [...schema.properties, ...unlisted].map((member) => shapeMemberOf(member, scope));
}

function shapeMemberOf(member: ShapeMember, scope: Scope): Code {
  return code`${propertyKey(member.name)}: ${memberOf(member, scope)}`;
}

type ShapeMember = Pick<Property, "name" | "required" | "unsent" | "schema">;

function memberOf(member: ShapeMember, scope: Scope): Code {
  const value = zodOf(member.schema, scope);
  if (member.required) return value;
  const fallback = scope.defaults === null ? null : defaultOf(member);
  if (fallback === null) return scope.zod.optional(value);
  const exact = exactValue(fallback.value, member.schema);
  const defaultCode = typeof exact === "object" && exact !== null ? code`() => (${literal(exact)})` : literal(exact);
  // A default with defaults inside is parsed.
  const kind = (scope.defaults?.fillingOf(member.schema) ?? null) === null ? "default" : "prefault";
  return scope.zod.withDefault(value, kind, defaultCode);
}

/** A member that is required but not listed: patterns or the rest define its schema. */
export function unlistedOf(schema: ObjectSchema, name: string): Schema {
  const { additional, at, annotations } = schema;
  const [only, ...others] = patternSchemasOf(schema, name);
  if (only === undefined) return additional;
  return others.length === 0 ? only : { kind: "intersection", members: [only, ...others], at, annotations };
}

export function checksOf(schema: ObjectSchema, scope: Scope): Code[] {
  const { propertyNames, minProperties, maxProperties, dependentRequired, dependentSchemas } = schema;
  return [
    ...(propertyNames === null ? [] : [call(scope.helper("propertyNames"), [zodOf(propertyNames, scope)])]),
    ...(minProperties === null || minProperties === 0
      ? []
      : [call(scope.helper("minProperties"), [literal(minProperties)])]),
    ...(maxProperties === null ? [] : [call(scope.helper("maxProperties"), [literal(maxProperties)])]),
    ...dependentRequired
      .filter(({ requires }) => requires.length > 0)
      .map(({ name, requires }) => call(scope.helper("requires"), [name, ...requires].map(literal))),
    ...dependentSchemas.map(({ name, schema: each }) =>
      call(scope.helper("dependentSchema"), [literal(name), zodOf(each, scope)]),
    ),
  ];
}
