// `unevaluatedProperties` and `unevaluatedItems` -> loops over what the other keywords may have left unevaluated.
import { block, type Code, code, identifier, literal, typeAnnotation } from "../../../emit/index.ts";
import type { Evaluation, EvaluationCondition } from "../../../model/analysis/evaluation.ts";
import type { UnevaluatedSchema } from "../../../model/schema.ts";
import { type Rest, restsOf } from "../unevaluated-form.ts";
import { atLeast, compared } from "./comparison.ts";
import { all, type Condition, demand, equals, expressionOf, isAbsent, not, of, some } from "./condition.ts";
import { isArray, isObject, separateCondition } from "./condition-of.ts";
import type { GuardScope } from "./guard-scope.ts";
import { memberOf } from "./object-body.ts";

const value = code`value`;
const name = code`name`;
const index = code`index`;

export function* unevaluatedStatements(schema: UnevaluatedSchema, scope: GuardScope): Iterable<Code> {
  for (const rest of restsOf(schema)) {
    yield rest.helper === "unevaluatedProperties" ? membersStatement(rest, scope) : elementsStatement(rest, scope);
  }
  yield* demand(separateCondition(schema.schema, scope.at("evaluated")), value);
}

function membersStatement(rest: Rest, scope: GuardScope): Code {
  const inner = scope.at("unevaluatedProperties");
  const alternatives = new Alternatives(inner);
  const condition = some([isAbsent, alternatives.conditionOf(rest.evaluation), separateCondition(rest.schema, inner)]);
  const checks = demand(condition, code`member`);
  return block(code`if (${expressionOf(isObject(scope), value)})`, [
    ...alternatives.statements,
    block(code`for (const name of Object.keys(value))`, [code`const member = value[name];`, ...checks]),
  ]);
}

function elementsStatement(rest: Rest, scope: GuardScope): Code {
  const inner = scope.at("unevaluatedItems");
  const alternatives = new Alternatives(inner);
  const condition = some([alternatives.conditionOf(rest.evaluation), separateCondition(rest.schema, inner)]);
  const element = code`value[index]`;
  return block(code`if (${expressionOf(isArray(scope), value)})`, [
    ...alternatives.statements,
    block(code`for (let index = 0; index < value.length; index += 1)`, demand(condition, element)),
  ]);
}

/** Conditions on the value are checked once, before the loop. */
class Alternatives {
  readonly statements: Code[] = [];
  private readonly scope: GuardScope;

  constructor(scope: GuardScope) {
    this.scope = scope;
  }

  conditionOf({ all: isAll, names, patterns, count, matching, choices }: Evaluation): Condition {
    if (isAll) return all([]);
    return some([
      ...names.map((each) => of(equals(literal(each)), name)),
      ...patterns.map((pattern) => of(this.scope.callOfPattern(pattern), name)),
      ...(count === 0 ? [] : [of(not(compared(atLeast, count)), index)]),
      ...matching.map((schema, at) => separateCondition(schema, this.scope.at(`contains ${at}`))),
      ...choices.map(({ when, then, otherwise }) => {
        const isMet = this.asked(when);
        return some([all([isMet, this.conditionOf(then)]), all([not(isMet), this.conditionOf(otherwise)])]);
      }),
    ]);
  }

  private asked(when: EvaluationCondition): Condition {
    const condition =
      when.kind === "has"
        ? of(not(isAbsent), memberOf(when.name, this.scope))
        : separateCondition(when.schema, this.scope.at(`choice ${this.statements.length}`));
    if (condition.kind === "always" || condition.kind === "never") return condition;
    const constant = identifier(`choice${this.statements.length}`);
    // Without its type, the compiler would narrow the value wherever the constant is asked.
    this.statements.push(code`const ${constant}${typeAnnotation(code`boolean`)} = ${expressionOf(condition, value)};`);
    return of(isTrue, constant);
  }
}

const isTrue: Condition = {
  kind: "atom",
  holds: (subject) => code`${subject}`,
  fails: (subject) => code`!${subject}`,
  uses: 1,
};
