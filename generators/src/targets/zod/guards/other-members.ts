// The rules of an object schema for names by pattern and for unlisted members -> a loop over all members.
import { arrayOf, block, type Code, code, literal } from "../../../emit/index.ts";
import type { ObjectSchema } from "../../../model/schema.ts";
import { type Condition, demand, equals, isAbsent, not, of, some } from "./condition.ts";
import { operandCondition, separateCondition } from "./condition-of.ts";
import type { GuardScope } from "./guard-scope.ts";

const name = code`name`;
const member = code`member`;

/** Up to this number, comparisons are faster than a lookup. */
const fewNames = 8;

/** A member that is `undefined` counts as absent: JSON has no such value. */
export function otherMembers(schema: ObjectSchema, scope: GuardScope): Code[] {
  const patterns = schema.patternProperties.map(({ pattern, schema: each }, index) => ({
    isMatch: of(scope.callOfPattern(pattern), name),
    condition: separateCondition(each, scope.at(`pattern ${index}`)),
  }));
  const conditionOfRest = patterns.length === 0 ? operandCondition : separateCondition;
  const additional = conditionOfRest(schema.additional, scope.at("additional"));
  const isListed = listed(schema, scope);
  const conditions = [
    ...patterns.map(({ isMatch, condition }) => some([not(isMatch), condition])),
    some([...isListed, ...patterns.map(({ isMatch }) => isMatch), additional]),
  ];
  const asked = conditions.filter(({ kind }) => kind !== "always");
  if (asked.length === 0) return [];
  return [
    block(code`for (const name of Object.keys(value))`, [
      code`const member = value[name];`,
      ...asked.flatMap((condition) => demand(some([isAbsent, condition]), member)),
    ]),
  ];
}

function listed({ properties }: ObjectSchema, scope: GuardScope): Condition[] {
  const names = properties.map((property) => literal(property.name));
  if (names.length <= fewNames) return names.map((each) => of(equals(each), name));
  return [of(scope.callOfConstant("names", code`new Set(${arrayOf(names)})`, code`.has`), name)];
}
