// Schemas -> where their values contain date-time strings, as a plan for converting them to Dates.
import type { NamedSchema, ObjectSchema, Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { foundIn } from "../walk.ts";

/** `null`: no date-time anywhere inside. */
export type DatePlan =
  | { readonly kind: "self" }
  | { readonly kind: "ref"; readonly target: NamedSchema }
  | { readonly kind: "array"; readonly first: readonly (DatePlan | null)[]; readonly items: DatePlan | null }
  | ObjectPlan
  /** All of them, one after the other. */
  | { readonly kind: "all"; readonly parts: readonly DatePlan[] }
  | {
      readonly kind: "choice";
      readonly property: string;
      readonly by: readonly (readonly [string, DatePlan | null])[];
    };

interface ObjectPlan {
  readonly kind: "object";
  /** Includes members without a date-time if `rest` must skip them. */
  readonly members: readonly (readonly [string, DatePlan | null])[];
  readonly patterns: readonly (readonly [string, DatePlan | null])[];
  readonly rest: DatePlan | null;
}

/** Plans for the schemas of one API. */
export class DatePlans {
  /** The schemas with a date-time inside, behind references too. */
  private readonly dated: ReadonlySet<NamedSchema>;

  constructor(schemas: readonly NamedSchema[]) {
    this.dated = foundIn(schemas, ({ schema }, refer) => isDated(schema, refer));
  }

  has(named: NamedSchema): boolean {
    return this.dated.has(named);
  }

  of(schema: Schema): DatePlan | null {
    switch (schema.kind) {
      case "string":
        return schema.date === true ? { kind: "self" } : null;
      case "ref":
        return this.dated.has(schema.target) ? { kind: "ref", target: schema.target } : null;
      case "array": {
        const first = schema.prefixItems.map((item) => this.of(item));
        const items = this.of(schema.items);
        return items === null && first.every((item) => item === null) ? null : { kind: "array", first, items };
      }
      case "object":
        return this.ofObject(schema);
      case "union": {
        const { discriminator, members } = schema;
        if (discriminator === null) return this.all(members);
        const by = discriminator.mapping.map(({ value, member }) => {
          const chosen = members[member];
          return [value, chosen === undefined ? null : this.of(chosen)] as const;
        });
        if (by.every(([, plan]) => plan === null)) return null;
        return { kind: "choice", property: discriminator.property, by };
      }
      case "intersection":
        return this.all(schema.members);
      case "conditional":
        return this.all([schema.then, schema.else]);
      case "unevaluated":
        return this.of(schema.schema);
      case "any":
      case "never":
      case "null":
      case "boolean":
      case "number":
      case "enum":
      case "not":
        return null;
      default:
        return unreachable(schema);
    }
  }

  private all(schemas: readonly Schema[]): DatePlan | null {
    const parts = schemas.map((schema) => this.of(schema)).filter((plan) => plan !== null);
    const [only] = parts;
    return parts.length < 2 ? (only ?? null) : { kind: "all", parts };
  }

  private ofObject(schema: ObjectSchema): DatePlan | null {
    const rest = this.of(schema.additional);
    const patterns = schema.patternProperties.map((each) => [each.pattern, this.of(each.schema)] as const);
    const members = schema.properties.map((each) => [each.name, this.of(each.schema)] as const);
    const spread = rest !== null || patterns.some(([, plan]) => plan !== null);
    const own: ObjectPlan = {
      kind: "object",
      members: spread ? members : members.filter(([, plan]) => plan !== null),
      patterns: spread ? patterns : [],
      rest,
    };
    const depending = this.all(schema.dependentSchemas.map((each) => each.schema));
    if (!spread && own.members.length === 0) return depending;
    return depending === null ? own : { kind: "all", parts: [own, depending] };
  }
}

/** Whether a schema has a date-time inside. */
function isDated(schema: Schema, refer: (target: NamedSchema) => void): boolean {
  if (schema.kind === "ref") refer(schema.target);
  const found = valuesIn(schema).filter((inner) => isDated(inner, refer));
  return found.length > 0 || (schema.kind === "string" && schema.date === true);
}

/** The schemas of the value and its contents, without those that only validate it. */
function valuesIn(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "array":
      return [...schema.prefixItems, schema.items];
    case "object":
      return [
        ...schema.properties.map((each) => each.schema),
        ...schema.patternProperties.map((each) => each.schema),
        ...schema.dependentSchemas.map((each) => each.schema),
        schema.additional,
      ];
    case "union":
    case "intersection":
      return schema.members;
    case "conditional":
      return [schema.then, schema.else];
    case "unevaluated":
      return [schema.schema];
    default:
      return [];
  }
}
