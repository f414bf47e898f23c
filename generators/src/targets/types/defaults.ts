// Where values may lack members that have a default -> the locations and defaults as code, for everything that adds them.
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
import { type DefaultPlan, DefaultPlans } from "../../model/analysis/default-plans.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { docOfText } from "../docs.ts";

const runtime = "filling.gen.ts";
const withDefaults: CodeSymbol = generatedSymbol("withDefaults", "types", runtime);
const places: CodeSymbol = generatedType("DefaultPlaces", "types", runtime);

/** The defaults of one API; nothing is emitted for a schema without any. */
export class DefaultCode {
  private readonly plans: DefaultPlans;

  constructor(schemas: readonly NamedSchema[]) {
    this.plans = new DefaultPlans(schemas);
  }

  has(named: NamedSchema): boolean {
    return this.plans.has(named);
  }

  /** `(value) => withDefaults(value, defaultsOfOrder)`; `null` where there is nothing to add. */
  fillingOf(schema: Schema): Code | null {
    const plan = this.plans.of(schema);
    if (plan === null) return null;
    return plan.kind === "ref" ? filling(code`${defaultsOf(plan.target)}`) : filling(codeOf(plan));
  }

  /** The same for the values of a named schema. */
  fillingOfNamed(named: NamedSchema): Code | null {
    return this.has(named) ? filling(code`${defaultsOf(named)}`) : null;
  }

  declarationOf(named: NamedSchema): VariableStatement {
    const initializer = codeOf(this.plans.of(named.schema));
    const doc = docOfText(`The defaults in ${named.name}.`);
    return exported(constant({ name: defaultsOf(named).name, type: code`${places}`, initializer }, doc));
  }
}

function filling(where: Code): Code {
  return code`(value) => ${withDefaults}(value, ${where})`;
}

function defaultsOf({ name }: NamedSchema): CodeSymbol {
  return generatedSymbol(`defaultsOf${name}`, "types", "defaults.gen.ts");
}

function codeOf(plan: DefaultPlan | null): Code {
  if (plan === null) return code`{}`;
  switch (plan.kind) {
    case "ref":
      return code`{ of: () => ${defaultsOf(plan.target)} }`;
    case "array":
      return objectOf([
        ...(plan.items === null ? [] : [code`items: ${codeOf(plan.items)}`]),
        ...(plan.first.length === 0 ? [] : [code`first: ${arrayOf(plan.first.map(codeOf))}`]),
      ]);
    case "object":
      return objectOf([
        ...(plan.values.length === 0 ? [] : [code`values: ${recordOf(plan.values, literal)}`]),
        ...(plan.members.length === 0 ? [] : [code`members: ${recordOf(plan.members, codeOf)}`]),
        ...(plan.patterns.length === 0 ? [] : [code`patterns: ${arrayOf(plan.patterns.map(patternOf))}`]),
        ...(plan.rest === null ? [] : [code`rest: ${codeOf(plan.rest)}`]),
      ]);
    case "all":
      return code`{ all: ${arrayOf(plan.parts.map(codeOf))} }`;
    case "choice":
      return code`{ choice: ${objectOf([code`by: ${literal(plan.property)}`, code`of: ${recordOf(plan.by, codeOf)}`])} }`;
    default:
      return unreachable(plan);
  }
}

function recordOf<Value>(entries: readonly (readonly [string, Value])[], codeOfValue: (value: Value) => Code): Code {
  return objectOf(entries.map(([name, value]) => code`${propertyKey(name)}: ${codeOfValue(value)}`));
}

function patternOf([pattern, plan]: readonly [string, DefaultPlan | null]): Code {
  return arrayOf([regExpLiteral(pattern), codeOf(plan)]);
}
