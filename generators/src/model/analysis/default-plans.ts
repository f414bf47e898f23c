// Schemas -> where their values may lack members that have a default, as a plan for adding these.
import type { Json, NamedSchema, ObjectSchema, Property, Schema, UnionSchema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { type ExactJson, exactValue } from "../values/exact-values.ts";
import { matches } from "../values/matching.ts";
import { foundIn } from "../walk.ts";
import { objectsApart } from "./discrimination.ts";
import { commonTypes, jsonTypesOf } from "./json-types.ts";

/** `null`: no default anywhere inside. */
export type DefaultPlan =
  | { readonly kind: "ref"; readonly target: NamedSchema }
  | { readonly kind: "array"; readonly first: readonly (DefaultPlan | null)[]; readonly items: DefaultPlan | null }
  | ObjectDefaults
  /** All of them, one after the other. */
  | { readonly kind: "all"; readonly parts: readonly DefaultPlan[] }
  | {
      readonly kind: "choice";
      readonly property: string;
      readonly by: readonly (readonly [string, DefaultPlan | null])[];
    };

interface ObjectDefaults {
  readonly kind: "object";
  readonly values: readonly (readonly [string, ExactJson])[];
  /** Includes members without a default inside if `rest` must skip them. */
  readonly members: readonly (readonly [string, DefaultPlan | null])[];
  readonly patterns: readonly (readonly [string, DefaultPlan | null])[];
  readonly rest: DefaultPlan | null;
}

/** Plans for the schemas of one API. */
export class DefaultPlans {
  private readonly found: ReadonlySet<NamedSchema>;

  constructor(schemas: readonly NamedSchema[]) {
    this.found = foundIn(schemas, ({ schema }, refer) => hasDefault(schema, refer));
  }

  /** Whether there is a default inside, behind references too. */
  has(named: NamedSchema): boolean {
    return this.found.has(named);
  }

  of(schema: Schema): DefaultPlan | null {
    switch (schema.kind) {
      case "ref":
        return this.found.has(schema.target) ? { kind: "ref", target: schema.target } : null;
      case "array": {
        const first = schema.prefixItems.map((item) => this.of(item));
        const items = this.of(schema.items);
        return items === null && first.every((item) => item === null) ? null : { kind: "array", first, items };
      }
      case "object":
        return this.ofObject(schema);
      case "union":
        return this.ofUnion(schema);
      case "intersection":
        return this.all(schema.members);
      case "unevaluated":
        return this.of(schema.schema);
      case "any":
      case "never":
      case "null":
      case "boolean":
      case "number":
      case "string":
      case "enum":
      case "not":
      case "conditional":
        return null;
      default:
        return unreachable(schema);
    }
  }

  private ofUnion(schema: UnionSchema): DefaultPlan | null {
    const apart = objectsApart(schema);
    if (apart === null) return this.all(decidedMembersOf(schema));
    const by = apart.members.map(([value, member]) => [value, this.of(member)] as const);
    return by.every(([, plan]) => plan === null) ? null : { kind: "choice", property: apart.property, by };
  }

  private all(schemas: readonly Schema[]): DefaultPlan | null {
    const parts = schemas.map((schema) => this.of(schema)).filter((plan) => plan !== null);
    const [only] = parts;
    return parts.length < 2 ? (only ?? null) : { kind: "all", parts };
  }

  private ofObject(schema: ObjectSchema): DefaultPlan | null {
    const values = schema.properties.flatMap((each) => {
      const value = defaultOf(each);
      return value === null ? [] : [[each.name, exactValue(value.value, each.schema)] as const];
    });
    const rest = this.of(schema.additional);
    const patterns = schema.patternProperties.map((each) => [each.pattern, this.of(each.schema)] as const);
    const members = schema.properties.map((each) => [each.name, this.of(each.schema)] as const);
    const isSpread = rest !== null || patterns.some(([, plan]) => plan !== null);
    const inside = members.filter(([, plan]) => plan !== null);
    if (!isSpread && values.length + inside.length === 0) return null;
    return { kind: "object", values, members: isSpread ? members : inside, patterns: isSpread ? patterns : [], rest };
  }
}

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
  const own = schema.annotations.default;
  if (own !== null) return { value: own.value };
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

function hasDefault(schema: Schema, refer: (target: NamedSchema) => void): boolean {
  if (schema.kind === "ref") refer(schema.target);
  const own = schema.kind === "object" && schema.properties.some((property) => defaultOf(property) !== null);
  return valuesIn(schema).filter((inner) => hasDefault(inner, refer)).length > 0 || own;
}

/** The schemas of the value and its contents that certainly apply. */
function valuesIn(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "array":
      return [...schema.prefixItems, schema.items];
    case "object":
      return [
        ...schema.properties.map((each) => each.schema),
        ...schema.patternProperties.map((each) => each.schema),
        schema.additional,
      ];
    case "union":
      return decidedMembersOf(schema);
    case "intersection":
      return schema.members;
    case "unevaluated":
      return [schema.schema];
    default:
      return [];
  }
}
