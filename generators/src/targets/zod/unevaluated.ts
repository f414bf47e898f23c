// `unevaluatedProperties` and `unevaluatedItems` -> a check of what the other keywords have not evaluated.
import { arrayOf, type Code, call, code, literal, objectOf, regExpLiteral } from "../../emit/index.ts";
import type { Evaluation, EvaluationChoice } from "../../model/analysis/evaluation.ts";
import type { UnevaluatedSchema } from "../../model/schema.ts";
import { copies } from "./copies.ts";
import type { Scope } from "./scope.ts";
import { restsOf } from "./unevaluated-form.ts";
import { checkedOf, zodOf } from "./zod-of.ts";

export function unevaluatedOf(schema: UnevaluatedSchema, scope: Scope): Code {
  const checks = restsOf(schema).map(({ helper, evaluation, schema: rest }) =>
    call(scope.helper(helper), [zodOf(rest, scope), objectOf(evaluatedOf(evaluation, scope))]),
  );
  return checkedOf(zodOf(schema.schema, scope), { isCopy: copies(schema.schema), checks }, scope);
}

/** The members of the helper's argument: only those with an effect. */
function evaluatedOf({ all, names, patterns, count, matching, choices }: Evaluation, scope: Scope): Code[] {
  if (all) return [code`all: true`];
  return [
    ...(names.length === 0 ? [] : [code`names: ${arrayOf(names.map(literal))}`]),
    ...(patterns.length === 0 ? [] : [code`patterns: ${arrayOf(patterns.map(regExpLiteral))}`]),
    ...(count === 0 ? [] : [code`count: ${literal(count)}`]),
    ...(matching.length === 0 ? [] : [code`matching: ${arrayOf(matching.map((each) => zodOf(each, scope)))}`]),
    ...(choices.length === 0 ? [] : [code`choices: ${arrayOf(choices.map((choice) => choiceOf(choice, scope)))}`]),
  ];
}

function choiceOf({ when, then, otherwise }: EvaluationChoice, scope: Scope): Code {
  const condition = when.kind === "has" ? code`has: ${literal(when.name)}` : code`when: ${zodOf(when.schema, scope)}`;
  const rest = evaluatedOf(otherwise, scope);
  return objectOf([
    condition,
    ...evaluatedOf(then, scope),
    ...(rest.length === 0 ? [] : [code`otherwise: ${objectOf(rest)}`]),
  ]);
}
