// Where points in time are in values -> the places as code, for all that makes Dates of them.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  type ConstDeclaration,
  code,
  generatedSymbol,
  generatedType,
  literal,
  objectOf,
  propertyKey,
  regExpLiteral,
  StructureKind,
} from "../../emit/index.ts";
import { type DatePlan, DatePlans } from "../../model/dates.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { docOfText } from "../docs.ts";

const runtime = "reviving.gen.ts";

export const revive: CodeSymbol = generatedSymbol("revive", "types", runtime);
export const wireOf: CodeSymbol = generatedSymbol("wireOf", "types", runtime);
export const wireValue: CodeSymbol = generatedType("WireValue", "types", runtime);
const places: CodeSymbol = generatedType("DatePlaces", "types", runtime);

/** What there is of dates in one API; nothing is emitted for a schema without any. */
export class DateCode {
  private readonly plans: DatePlans;

  constructor(schemas: readonly NamedSchema[]) {
    this.plans = new DatePlans(schemas);
  }

  has(named: NamedSchema): boolean {
    return this.plans.has(named);
  }

  /** The places in values of the schema; `null` when there are none. */
  placesIn(schema: Schema): Code | null {
    const plan = this.plans.of(schema);
    return plan === null ? null : codeOf(plan);
  }

  placesOf(named: NamedSchema): CodeSymbol {
    return placesNamed(named);
  }

  declarationOf(named: NamedSchema): ConstDeclaration {
    return {
      kind: StructureKind.VariableStatement,
      name: placesNamed(named).name,
      doc: docOfText(`Where points in time are in ${named.name}.`),
      type: code`${places}`,
      value: this.placesIn(named.schema) ?? objectOf([]),
      exported: true,
    };
  }
}

function placesNamed({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`datesOf${name}`, "types", "dates.gen.ts");
}

function codeOf(plan: DatePlan | null): Code {
  if (plan === null) return code`{}`;
  switch (plan.kind) {
    case "self":
      return code`{ self: true }`;
    case "ref":
      return code`{ of: () => ${placesNamed(plan.target)} }`;
    case "array":
      return objectOf([
        ...(plan.items === null ? [] : [code`items: ${codeOf(plan.items)}`]),
        ...(plan.first.length === 0 ? [] : [code`first: ${arrayOf(plan.first.map(codeOf))}`]),
      ]);
    case "object":
      return objectOf([
        ...(plan.members.length === 0 ? [] : [code`members: ${recordOf(plan.members)}`]),
        ...(plan.patterns.length === 0 ? [] : [code`patterns: ${arrayOf(plan.patterns.map(patternOf))}`]),
        ...(plan.rest === null ? [] : [code`rest: ${codeOf(plan.rest)}`]),
      ]);
    case "all":
      return code`{ all: ${arrayOf(plan.parts.map(codeOf))} }`;
    case "choice":
      return code`{ choice: ${objectOf([code`by: ${literal(plan.property)}`, code`of: ${recordOf(plan.by)}`])} }`;
    default:
      return unreachable(plan);
  }
}

function recordOf(entries: readonly (readonly [string, DatePlan | null])[]): Code {
  return objectOf(entries.map(([name, plan]) => code`${propertyKey(name)}: ${codeOf(plan)}`));
}

function patternOf([pattern, plan]: readonly [string, DatePlan | null]): Code {
  return arrayOf([regExpLiteral(pattern), codeOf(plan)]);
}
