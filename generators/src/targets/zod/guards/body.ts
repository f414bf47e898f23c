// A schema -> the statements of the function that returns whether `value` matches it.
import { block, type Code, code, join, literal } from "../../../emit/index.ts";
import { type Discrimination, discriminationOf } from "../../../model/analysis/discrimination.ts";
import { coversEveryType } from "../../../model/analysis/json-types.ts";
import type { ArraySchema, Contains, Schema } from "../../../model/schema.ts";
import { isBareArray, isBareObject, isClosedTuple } from "../forms.ts";
import { hasRest } from "../unevaluated-form.ts";
import { atLeast, atMost, compared } from "./comparison.ts";
import { acceptance, callOf, demand, equals, expressionOf, of, refusal, some } from "./condition.ts";
import { conditionOf, isArray, isObject } from "./condition-of.ts";
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
  const cases = [...Map.groupBy(members, ([, member]) => member)].map(([member, entries]) => {
    const labels = join(
      entries.map(([each]) => code`case ${literal(each)}:`),
      "\n",
    );
    const [[first] = [""]] = entries;
    return code`${labels}\n  return ${expressionOf(conditionOf(member, scope.at(first)), value)};`;
  });
  return [
    ...demand(isObject(scope), value),
    block(code`switch (value[${literal(property)}])`, [...cases, code`default:\n  return false;`]),
  ];
}

// An array schema -> statements that return false where `value` is no such array.

const element = code`element`;
const length = code`value.length`;

function* arrayStatements(schema: ArraySchema, scope: GuardScope): Iterable<Code> {
  yield* demand(isArray(scope), value);
  yield* lengthStatements(schema);
  for (const index of schema.prefixItems.keys()) yield* positionStatements(schema, index, scope);
  yield* restStatements(schema, scope);
  if (schema.contains !== null) yield* containsStatements(schema.contains, scope);
  if (schema.uniqueItems) yield* demand(callOf(scope.helper("isUnique")), value);
}

function lengthStatements(schema: ArraySchema): Code[] {
  const { minItems, prefixItems } = schema;
  const closed = isClosedTuple(schema) ? prefixItems.length : Number.POSITIVE_INFINITY;
  const most = Math.min(schema.maxItems ?? Number.POSITIVE_INFINITY, closed);
  if (minItems === most) return demand(equals(literal(most)), length);
  return [
    ...(minItems === null || minItems === 0 ? [] : demand(compared(atLeast, minItems), length)),
    ...(most === Number.POSITIVE_INFINITY ? [] : demand(compared(atMost, most), length)),
  ];
}

/** One of the first elements, which are optional unless the array has to be long enough. */
function positionStatements({ prefixItems, minItems }: ArraySchema, index: number, scope: GuardScope): Code[] {
  const schema = prefixItems[index];
  if (schema === undefined) return [];
  const condition = conditionOf(schema, scope.at(`item ${index}`));
  const isShort = of(compared(atMost, index), length);
  return demand(index < (minItems ?? 0) ? condition : some([isShort, condition]), code`value[${literal(index)}]`);
}

function restStatements({ prefixItems, items, ...schema }: ArraySchema, scope: GuardScope): Code[] {
  if (isClosedTuple({ ...schema, prefixItems, items })) return [];
  const condition = conditionOf(items, scope.at("item"));
  if (condition.kind === "never") return demand(compared(atMost, prefixItems.length), length);
  const [statement] = demand(condition, element);
  if (statement === undefined) return [];
  const others = prefixItems.length === 0 ? value : code`value.slice(${literal(prefixItems.length)})`;
  return [code`for (const element of ${others}) ${statement}`];
}

function containsStatements({ schema, min, max }: Contains, scope: GuardScope): Code[] {
  if (min === 0 && max === null) return [];
  const condition = conditionOf(schema, scope.at("contains"));
  if (condition.kind === "never") return min > 0 ? [refusal] : [];
  const matchCount = code`found`;
  const matching = code`value.filter((element) => ${expressionOf(condition, element)})`;
  return [
    code`const found = ${condition.kind === "always" ? value : matching}.length;`,
    ...(min === 0 ? [] : demand(compared(atLeast, min), matchCount)),
    ...(max === null ? [] : demand(compared(atMost, max), matchCount)),
  ];
}
