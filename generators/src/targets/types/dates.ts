// Where values have date-times -> the locations as code, for everything that creates Dates from them.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  code,
  constant,
  exported,
  generatedSymbol,
  generatedType,
  literal,
  objectOf,
  propertyKey,
  regExpLiteral,
  type VariableStatement,
} from "../../emit/index.ts";
import { type DatePlan, DatePlans } from "../../model/analysis/date-plans.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { docOfText } from "../docs.ts";

const runtime = "reviving.gen.ts";

export const revive: CodeSymbol = generatedSymbol("revive", "types", runtime);
export const wireOf: CodeSymbol = generatedSymbol("wireOf", "types", runtime);
export const wireValue: CodeSymbol = generatedType("WireValue", "types", runtime);
const places: CodeSymbol = generatedType("DatePlaces", "types", runtime);

/** The date-times of one API; nothing is emitted for a schema without any. */
export class DateCode {
  private readonly plans: DatePlans;

  constructor(schemas: readonly NamedSchema[]) {
    this.plans = new DatePlans(schemas);
  }

  has(named: NamedSchema): boolean {
    return this.plans.has(named);
  }

  /** The locations in values of the schema; `null` when there are none. */
  placesIn(schema: Schema): Code | null {
    const plan = this.plans.of(schema);
    return plan === null ? null : codeOf(plan);
  }

  declarationOf(named: NamedSchema): VariableStatement {
    const initializer = this.placesIn(named.schema) ?? objectOf([]);
    const doc = docOfText(`Where points in time are in ${named.name}.`);
    return exported(constant({ name: placesOf(named).name, type: code`${places}`, initializer }, doc));
  }
}

/** The constant with the locations in a named schema. */
export function placesOf({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`datesOf${name}`, "types", "dates.gen.ts");
}

function codeOf(plan: DatePlan | null): Code {
  if (plan === null) return code`{}`;
  switch (plan.kind) {
    case "self":
      return code`{ self: true }`;
    case "ref":
      return code`{ of: () => ${placesOf(plan.target)} }`;
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
