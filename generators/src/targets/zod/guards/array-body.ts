// An array schema -> statements that return false where `value` is no such array.
import { type Code, code, literal } from "../../../emit/index.ts";
import type { ArraySchema, Contains } from "../../../model/schema.ts";
import { isClosedTuple } from "../forms.ts";
import { atLeast, atMost, compared } from "./comparison.ts";
import { callOf, demand, equals, expressionOf, of, refusal, some } from "./condition.ts";
import { conditionOf, isArray } from "./condition-of.ts";
import type { GuardScope } from "./guard-scope.ts";

const value = code`value`;
const element = code`element`;
const length = code`value.length`;

export function* arrayStatements(schema: ArraySchema, scope: GuardScope): Iterable<Code> {
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
  const found = code`found`;
  const matching = code`value.filter((element) => ${expressionOf(condition, element)})`;
  return [
    code`const found = ${condition.kind === "always" ? value : matching}.length;`,
    ...(min === 0 ? [] : demand(compared(atLeast, min), found)),
    ...(max === null ? [] : demand(compared(atMost, max), found)),
  ];
}
