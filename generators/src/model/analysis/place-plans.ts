// Schemas -> where their values contain what code has in another form than JSON, as a plan for converting it: date-time strings, which
// are Dates, integers, which are `bigint`, or objects without members that have a default.
import type { DraftSchema } from "../draft.ts";
import type {
  ConditionalSchema,
  Json,
  NamedSchema,
  ObjectSchema,
  Property,
  Schema,
  UnevaluatedSchema,
  UnionSchema,
} from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { type ExactJson, exactValue } from "../values/equality.ts";
import { matches } from "../values/matching.ts";
import { childrenOf, foundIn } from "../walk.ts";
import { objectsApart } from "./discrimination.ts";
import { commonTypes, jsonTypesOf } from "./json-types.ts";

/** `null`: no such value anywhere inside. */
export type PlacePlan =
  | { readonly kind: "self" }
  | { readonly kind: "ref"; readonly target: NamedSchema }
  | { readonly kind: "array"; readonly first: readonly (PlacePlan | null)[]; readonly items: PlacePlan | null }
  | ObjectPlan
  /** All of them, one after the other. */
  | { readonly kind: "all"; readonly parts: readonly PlacePlan[] }
  | {
      readonly kind: "choice";
      readonly property: string;
      readonly by: readonly (readonly [string, PlacePlan | null])[];
    };

interface ObjectPlan {
  readonly kind: "object";
  /** The defaults of its members. */
  readonly values: readonly DefaultValue[];
  /** Includes members without one inside if `rest` must skip them. */
  readonly members: readonly (readonly [string, PlacePlan | null])[];
  readonly patterns: readonly (readonly [string, PlacePlan | null])[];
  readonly rest: PlacePlan | null;
}

/** The name of a member, and its default. */
export type DefaultValue = readonly [string, ExactJson];

/** What is converted. */
export interface PlaceRule {
  /** Whether the value of a schema is converted itself. */
  readonly isPlace: (schema: Schema) => boolean;
  /** The defaults that are added to an object, by a rule that only adds defaults where a schema certainly applies. */
  readonly defaultsOf?: (schema: ObjectSchema) => readonly DefaultValue[];
  /** The alternatives of which it is known whether they apply. Default: all, since conversion depends on the value itself. */
  readonly decidedMembersOf?: (schema: UnionSchema) => readonly Schema[];
  /** Whether `unevaluatedProperties` and `unevaluatedItems` count: for all members and elements, described or not. */
  readonly withUnevaluated: boolean;
}

/** Plans for the schemas of one API. */
export class PlacePlans {
  private readonly rule: PlaceRule;
  /** The schemas with such a value inside, behind references too. */
  private readonly planned: ReadonlySet<DraftSchema>;

  constructor(schemas: readonly DraftSchema[], rule: PlaceRule) {
    this.rule = rule;
    this.planned = foundIn(schemas, ({ schema }, refer) => hasPlace(schema, rule, refer));
  }

  has(named: DraftSchema): boolean {
    return this.planned.has(named);
  }

  of(schema: Schema): PlacePlan | null {
    if (this.rule.isPlace(schema)) return { kind: "self" };
    switch (schema.kind) {
      case "ref":
        return this.planned.has(schema.target) ? { kind: "ref", target: schema.target } : null;
      case "array": {
        const first = schema.prefixItems.map((item) => this.of(item));
        const items = this.of(schema.items);
        return items === null && first.every((item) => item === null) ? null : { kind: "array", first, items };
      }
      case "object":
        return this.ofObject(schema);
      case "union": {
        const apart = objectsApart(schema);
        if (apart === null) return this.all(membersOf(schema, this.rule));
        const by = apart.members.map(([value, member]) => [value, this.of(member)] as const);
        return by.every(([, plan]) => plan === null) ? null : { kind: "choice", property: apart.property, by };
      }
      case "intersection":
        return this.all(schema.members);
      case "conditional":
        return this.all(conditionalsOf(schema, this.rule));
      case "unevaluated":
        return this.ofUnevaluated(schema);
      case "any":
      case "never":
      case "null":
      case "boolean":
      case "number":
      case "string":
      case "enum":
      case "not":
        return null;
      default:
        return unreachable(schema);
    }
  }

  private ofUnevaluated({ schema, properties, items }: UnevaluatedSchema): PlacePlan | null {
    const schemaPlan = this.of(schema);
    if (!this.rule.withUnevaluated) return schemaPlan;
    const [rest, others] = [properties, items].map((each) => (each === null ? null : this.of(each)));
    const parts: PlacePlan[] = [
      ...(schemaPlan === null ? [] : [schemaPlan]),
      ...(rest ? [{ kind: "object" as const, values: [], members: [], patterns: [], rest }] : []),
      ...(others ? [{ kind: "array" as const, first: [], items: others }] : []),
    ];
    return joined(parts);
  }

  private all(schemas: readonly Schema[]): PlacePlan | null {
    return joined(schemas.map((schema) => this.of(schema)).filter((plan) => plan !== null));
  }

  private ofObject(schema: ObjectSchema): PlacePlan | null {
    const values = this.rule.defaultsOf?.(schema) ?? [];
    const rest = this.of(schema.additional);
    const patterns = schema.patternProperties.map((each) => [each.pattern, this.of(each.schema)] as const);
    const members = schema.properties.map((each) => [each.name, this.of(each.schema)] as const);
    const spread = rest !== null || patterns.some(([, plan]) => plan !== null);
    const objectPlan: ObjectPlan = {
      kind: "object",
      values,
      members: spread ? members : members.filter(([, plan]) => plan !== null),
      patterns: spread ? patterns : [],
      rest,
    };
    const depending = this.all(conditionalsOf(schema, this.rule));
    if (!spread && values.length + objectPlan.members.length === 0) return depending;
    return depending === null ? objectPlan : { kind: "all", parts: [objectPlan, depending] };
  }
}

function joined(parts: readonly PlacePlan[]): PlacePlan | null {
  const [only] = parts;
  return parts.length < 2 ? (only ?? null) : { kind: "all", parts };
}

/** Whether a schema has such a value inside. */
function hasPlace(schema: Schema, rule: PlaceRule, refer: (target: DraftSchema) => void): boolean {
  if (schema.kind === "ref") refer(schema.target);
  const innerPlaces = valuesIn(schema, rule).filter((inner) => hasPlace(inner, rule, refer));
  const hasDefaults = schema.kind === "object" && (rule.defaultsOf?.(schema) ?? []).length > 0;
  return innerPlaces.length > 0 || hasDefaults || rule.isPlace(schema);
}

/** The schemas of the value and its contents, without those that only validate it. */
function valuesIn(schema: Schema, rule: PlaceRule): readonly Schema[] {
  switch (schema.kind) {
    case "array":
      return [...schema.prefixItems, schema.items];
    case "object":
      return [
        ...schema.properties.map((each) => each.schema),
        ...schema.patternProperties.map((each) => each.schema),
        ...conditionalsOf(schema, rule),
        schema.additional,
      ];
    case "union":
      return membersOf(schema, rule);
    case "intersection":
      return schema.members;
    case "conditional":
      return conditionalsOf(schema, rule);
    case "unevaluated":
      return rule.withUnevaluated ? childrenOf(schema) : [schema.schema];
    default:
      return [];
  }
}

function membersOf(schema: UnionSchema, { decidedMembersOf }: PlaceRule): readonly Schema[] {
  return decidedMembersOf?.(schema) ?? schema.members;
}

/** What applies to some values only: a conversion finds out by the value, a default is not added on a guess. */
function conditionalsOf(schema: ConditionalSchema | ObjectSchema, { defaultsOf }: PlaceRule): readonly Schema[] {
  if (defaultsOf !== undefined) return [];
  return schema.kind === "conditional"
    ? [schema.then, schema.else]
    : schema.dependentSchemas.map((each) => each.schema);
}

// Members that have a default -> the rule by which plans say where values may lack them.
export const defaultRule: PlaceRule = {
  isPlace: () => false,
  withUnevaluated: false,
  defaultsOf: ({ properties }) =>
    properties.flatMap((each) => {
      const value = defaultOf(each);
      return value === null ? [] : [[each.name, exactValue(value.value, each.schema)] as const];
    }),
  decidedMembersOf,
};

/** The default that an absent member gets: one that its own schema accepts, of a member that this direction has. */
export function defaultOf({
  required,
  unsent,
  schema,
}: Pick<Property, "required" | "unsent" | "schema">): { value: Json } | null {
  if (required || unsent === true) return null;
  const stated = statedIn(schema, new Set());
  return stated === null || !matches(schema, stated.value) ? null : stated;
}

/** Beside the other keywords, in a part of them or in what they refer to. */
function statedIn(schema: Schema, seen: ReadonlySet<NamedSchema>): { value: Json } | null {
  const directDefault = schema.annotations.default;
  if (directDefault !== null) return { value: directDefault.value };
  if (schema.kind === "ref" && !seen.has(schema.target))
    return statedIn(schema.target.schema, new Set([...seen, schema.target]));
  if (schema.kind !== "intersection") return null;
  return schema.members.map((member) => statedIn(member, seen)).find((stated) => stated !== null) ?? null;
}

/**
 * The alternatives that the type of a value or a member with listed values selects. Of others it is unknown whether they apply, so
 * their defaults are documentation.
 */
export function decidedMembersOf(union: UnionSchema): readonly Schema[] {
  const { members } = union;
  if (objectsApart(union) !== null) return members;
  return members.filter((member, index) =>
    members.every((other, at) => at === index || commonTypes(jsonTypesOf(member), jsonTypesOf(other)).size === 0),
  );
}
