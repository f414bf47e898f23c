// A plan of where values are -> the same as data, for the functions that convert them.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  code,
  exportedConstant,
  literal,
  objectOf,
  propertyKey,
  regExpLiteral,
  type VariableStatement,
} from "../../emit/index.ts";
import { type PlacePlan, PlacePlans, type PlaceRule } from "../../model/analysis/place-plans.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { docOfText } from "../docs.ts";

/** What is converted, and the constant with its places in a named schema. */
export interface PlaceConstants {
  readonly rule: PlaceRule;
  readonly type: CodeSymbol;
  readonly symbolOf: (named: NamedSchema) => CodeSymbol;
  readonly textOf: (name: string) => string;
}

/** The places in the schemas of one API; there is no constant for a schema without any. */
export class PlaceCode {
  protected readonly plans: PlacePlans;
  private readonly constants: PlaceConstants;

  constructor(schemas: readonly NamedSchema[], constants: PlaceConstants) {
    this.plans = new PlacePlans(schemas, constants.rule);
    this.constants = constants;
  }

  has(named: NamedSchema): boolean {
    return this.plans.has(named);
  }

  declarationsOf(schemas: readonly NamedSchema[]): VariableStatement[] {
    const { type, symbolOf, textOf } = this.constants;
    return schemas
      .filter((named) => this.has(named))
      .map((named) => {
        const initializer = placesCodeOf(this.plans.of(named.schema), symbolOf);
        const { name } = symbolOf(named);
        return exportedConstant({ name, type: code`${type}`, initializer }, docOfText(textOf(named.name)));
      });
  }
}

/** `placesOf`: the constant with the places in a named schema. */
export function placesCodeOf(plan: PlacePlan | null, placesOf: (named: NamedSchema) => CodeSymbol): Code {
  const codeOf = (inner: PlacePlan | null): Code => placesCodeOf(inner, placesOf);
  const patternOf = ([pattern, inner]: readonly [string, PlacePlan | null]): Code =>
    arrayOf([regExpLiteral(pattern), codeOf(inner)]);
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

function recordOf<Value>(entries: readonly (readonly [string, Value])[], codeOf: (value: Value) => Code): Code {
  return objectOf(entries.map(([name, value]) => code`${propertyKey(name)}: ${codeOf(value)}`));
}
