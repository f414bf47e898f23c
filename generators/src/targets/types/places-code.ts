// A plan of where values are -> the same as data, for the functions that convert them.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  code,
  literal,
  objectOf,
  propertyKey,
  regExpLiteral,
} from "../../emit/index.ts";
import type { PlacePlan } from "../../model/analysis/place-plans.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";

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
