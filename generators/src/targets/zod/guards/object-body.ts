// An object schema -> statements that return false where `value` is no such object.
import { type Code, code, literal } from "../../../emit/index.ts";
import type { ObjectSchema, Schema } from "../../../model/schema.ts";
import { unlistedOf } from "../object.ts";
import { all, type Condition, demand, equals, isAbsent, not, of, some, usesOf } from "./condition.ts";
import { atLeast, atMost, compared, conditionOf, isObject, separateCondition } from "./condition-of.ts";
import type { GuardScope } from "./guard-scope.ts";
import { Locals } from "./locals.ts";
import { memberOf } from "./member-of.ts";
import { otherMembers } from "./other-members.ts";
import { refusesAbsence } from "./refuses-absence.ts";

const value = code`value`;

export function* objectStatements(schema: ObjectSchema, scope: GuardScope): Iterable<Code> {
  const hasRule = schema.patternProperties.length > 0 || !isOpenOrClosed(schema);
  const isCounted = schema.additional.kind === "never" && !hasRule;
  const members = new Members(scope, isCounted);
  yield* demand(isObject(scope), value);
  yield* sizeStatements(schema);
  for (const member of membersOf(schema, hasRule)) yield* members.statementsOf(member);
  if (isCounted) yield* members.noOthers();
  if (hasRule) yield* otherMembers(schema, scope);
  yield* nameStatements(schema, scope);
  yield* dependencyStatements(schema, scope);
}

function isOpenOrClosed({ additional }: ObjectSchema): boolean {
  return additional.kind === "any" || additional.kind === "never";
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema | null;
}

/** Names that are required elsewhere have to be present; the rule for other members, if there is one, checks their values. */
function membersOf(schema: ObjectSchema, hasRule: boolean): Member[] {
  const unlisted = schema.requiredElsewhere.map((name) => ({
    name,
    required: true,
    schema: hasRule ? null : unlistedOf(schema, name),
  }));
  return [...schema.properties, ...unlisted];
}

/** The members that have a name in the schema, and how many of them there are. */
class Members {
  private readonly scope: GuardScope;
  private readonly isCounted: boolean;
  private readonly locals = new Locals();
  private required = 0;
  private readonly optional: Code[] = [];

  constructor(scope: GuardScope, isCounted: boolean) {
    this.scope = scope;
    this.isCounted = isCounted;
  }

  statementsOf({ name, required, schema }: Member): Code[] {
    const inner = schema === null ? conditionOfAnything : conditionOf(schema, this.scope.at(name));
    const isCertain = schema !== null && refusesAbsence(schema);
    const condition = required ? (isCertain ? inner : all([not(isAbsent), inner])) : some([isAbsent, inner]);
    const isToBeCounted = this.isCounted && !required;
    const uses = usesOf(condition) + (isToBeCounted ? 1 : 0);
    const place = memberOf(name, this.scope);
    const subject = uses > 1 ? this.locals.nameOf(name) : place;
    if (required) this.required += 1;
    else if (isToBeCounted) this.optional.push(subject);
    return [...(uses > 1 ? [code`const ${subject} = ${place};`] : []), ...demand(condition, subject)];
  }

  /** There are as many members as have been found by name. */
  noOthers(): Code[] {
    if (this.optional.length === 0)
      return [code`if (!${this.scope.helper("hasSize")}(value, ${literal(this.required)})) return false;`];
    return [
      code`let count = ${literal(this.required)};`,
      ...this.optional.map((subject) => code`if (${subject} !== undefined) count += 1;`),
      code`if (!${this.scope.helper("hasSize")}(value, count)) return false;`,
    ];
  }
}

const conditionOfAnything: Condition = all([]);

function sizeStatements({ minProperties, maxProperties }: ObjectSchema): Code[] {
  const size = code`Object.keys(value).length`;
  if (minProperties !== null && minProperties === maxProperties) return demand(equals(literal(minProperties)), size);
  return [
    ...(minProperties === null || minProperties === 0 ? [] : demand(compared(atLeast, minProperties), size)),
    ...(maxProperties === null ? [] : demand(compared(atMost, maxProperties), size)),
  ];
}

function* dependencyStatements(
  { dependentRequired, dependentSchemas }: ObjectSchema,
  scope: GuardScope,
): Iterable<Code> {
  const isThere = (name: string): Condition => of(not(isAbsent), memberOf(name, scope));
  for (const { name, requires } of dependentRequired) {
    if (requires.length > 0) yield* demand(some([not(isThere(name)), all(requires.map(isThere))]), value);
  }
  for (const { name, schema } of dependentSchemas) {
    const condition = wholeCondition(schema, scope.at(`dependent ${name}`));
    yield* demand(some([not(isThere(name)), condition]), value);
  }
}

/** Always a separate function: narrowing the whole object must not affect the statements below. */
function wholeCondition(schema: Schema, scope: GuardScope): Condition {
  return schema.kind === "ref" ? scope.callFor(schema) : separateCondition(schema, scope);
}

function nameStatements({ propertyNames }: ObjectSchema, scope: GuardScope): Code[] {
  if (propertyNames === null) return [];
  const name = code`name`;
  const condition = separateCondition(propertyNames, scope.at("name"));
  if (condition.kind === "never") return demand(equals(literal(0)), code`Object.keys(value).length`);
  return demand(condition, name).map((statement) => code`for (const name of Object.keys(value)) ${statement}`);
}
