// A schema -> the statements of the function that returns whether `value` matches it.
import { block, type Code, code, join, literal } from "../../../emit/index.ts";
import { type Discrimination, discriminationOf } from "../../../model/analysis/discrimination.ts";
import { coversEveryType } from "../../../model/analysis/json-types.ts";
import type { Schema } from "../../../model/schema.ts";
import { isBareArray, isBareObject } from "../forms.ts";
import { hasRest } from "../unevaluated-form.ts";
import { arrayStatements } from "./array-body.ts";
import { acceptance, demand, expressionOf, refusal } from "./condition.ts";
import { conditionOf, isObject } from "./condition-of.ts";
import type { GuardScope } from "./guard-scope.ts";
import { objectStatements } from "./object-body.ts";
import { unevaluatedStatements } from "./unevaluated-body.ts";

const value: Code = code`value`;

export function bodyOf(schema: Schema, scope: GuardScope): Code[] {
  if (schema.kind === "object" && !isBareObject(schema)) return accepting(objectStatements(schema, scope));
  if (schema.kind === "array" && !isBareArray(schema)) return accepting(arrayStatements(schema, scope));
  if (schema.kind === "unevaluated" && hasRest(schema)) return accepting(unevaluatedStatements(schema, scope));
  const discrimination = schema.kind === "union" && !coversEveryType(schema) ? discriminationOf(schema) : null;
  if (discrimination !== null) return discriminatedStatements(discrimination, scope);
  const condition = conditionOf(schema, scope);
  if (condition.kind === "always") return [acceptance];
  return condition.kind === "never" ? [refusal] : [code`return ${expressionOf(condition, value)};`];
}

/** Stops after a statement that rejects everything: unreachable statements are not written. */
function accepting(statements: Iterable<Code>): Code[] {
  const written: Code[] = [];
  for (const statement of statements) {
    written.push(statement);
    if (statement === refusal) return written;
  }
  return [...written, acceptance];
}

/** The value of the property selects the only member that can match. */
function discriminatedStatements({ property, members }: Discrimination, scope: GuardScope): Code[] {
  const byMember = new Map<Schema, string[]>();
  for (const [each, member] of members) byMember.set(member, [...(byMember.get(member) ?? []), each]);
  const cases = [...byMember].map(([member, values]) => {
    const labels = join(
      values.map((each) => code`case ${literal(each)}:`),
      "\n",
    );
    const [first = ""] = values;
    return code`${labels}\n  return ${expressionOf(conditionOf(member, scope.at(first)), value)};`;
  });
  return [
    ...demand(isObject(scope), value),
    block(code`switch (value[${literal(property)}])`, [...cases, code`default:\n  return false;`]),
  ];
}
