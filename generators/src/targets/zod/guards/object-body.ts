// An object schema -> statements that return false where `value` is no such object.
import { arrayOf, block, type Code, code, identifier, literal } from "../../../emit/index.ts";
import { isInherited } from "../../../model/analysis/discrimination.ts";
import { camelOf } from "../../../model/finish/naming/identifiers.ts";
import type { NamedSchema, ObjectSchema, Schema } from "../../../model/schema.ts";
import { unreachable } from "../../../model/unreachable.ts";
import { unlistedOf } from "../object.ts";
import { atLeast, atMost, compared } from "./comparison.ts";
import { all, type Condition, demand, equals, isAbsent, not, of, some, usesOf } from "./condition.ts";
import { conditionOf, isObject, operandCondition, separateCondition } from "./condition-of.ts";
import type { GuardScope } from "./guard-scope.ts";

const value = code`value`;
const name = code`name`;

export function* objectStatements(schema: ObjectSchema, scope: GuardScope): Iterable<Code> {
  const { kind } = schema.additional;
  const hasRule = schema.patternProperties.length > 0 || (kind !== "any" && kind !== "never");
  const isCounted = kind === "never" && !hasRule;
  const members = new Members(scope, isCounted);
  yield* demand(isObject(scope), value);
  yield* sizeStatements(schema);
  for (const member of membersOf(schema, hasRule)) yield* members.statementsOf(member);
  if (isCounted) yield* members.noOthers();
  if (hasRule) yield* otherMembers(schema, scope);
  yield* nameStatements(schema, scope);
  yield* dependencyStatements(schema, scope);
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
  const condition = separateCondition(propertyNames, scope.at("name"));
  if (condition.kind === "never") return demand(equals(literal(0)), code`Object.keys(value).length`);
  return demand(condition, name).map((statement) => code`for (const name of Object.keys(value)) ${statement}`);
}

/** Up to this number, comparisons are faster than a lookup. */
const fewNames = 8;

/** The rules for names by pattern and for unlisted members. One that is `undefined` counts as absent: JSON has no such value. */
function otherMembers(schema: ObjectSchema, scope: GuardScope): Code[] {
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
  const requiredConditions = conditions.filter(({ kind }) => kind !== "always");
  if (requiredConditions.length === 0) return [];
  return [
    block(code`for (const name of Object.keys(value))`, [
      code`const member = value[name];`,
      ...requiredConditions.flatMap((condition) => demand(some([isAbsent, condition]), code`member`)),
    ]),
  ];
}

function listed({ properties }: ObjectSchema, scope: GuardScope): Condition[] {
  const names = properties.map((property) => literal(property.name));
  if (names.length <= fewNames) return names.map((each) => of(equals(each), name));
  return [of(scope.callOfConstant("names", { value: code`new Set(${arrayOf(names)})` }, code`.has`), name)];
}

/** Whether the condition of a schema is false for `undefined`, so that a required member needs no check of its own. */
function refusesAbsence(schema: Schema, seen: ReadonlySet<NamedSchema> = new Set()): boolean {
  switch (schema.kind) {
    case "never":
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "array":
    case "object":
    case "enum":
      return true;
    case "any":
    case "not":
    case "conditional":
      return false;
    case "ref":
      return !seen.has(schema.target) && refusesAbsence(schema.target.schema, new Set([...seen, schema.target]));
    case "unevaluated":
      return refusesAbsence(schema.schema, seen);
    case "union":
      return schema.mode !== "oneOf" && schema.members.every((member) => refusesAbsence(member, seen));
    case "intersection":
      return schema.members.every((member) => refusesAbsence(member, seen));
    default:
      return unreachable(schema);
  }
}

/** Names that every object inherits are looked up among its own. */
export function memberOf(name: string, scope: GuardScope): Code {
  return isInherited(name)
    ? code`${scope.helper("ownMember")}(value, ${literal(name)})`
    : code`value[${literal(name)}]`;
}

/** What functions and constants of the file are called, what guards call, and words that cannot be names. */
const others =
  /^(?:is[A-Z_]|has[A-Z])|^(?:value|element|name|member|found|count|ownMember|Array|Number|Object|Set|RegExp|then|default|undefined)$/;

/** Names of members -> names of the constants that hold them, within one function. */
class Locals {
  private readonly usedNames = new Set<string>();

  /** The member's own name where it can be one; no two members of a function share one. */
  nameOf(member: string): Code {
    const wanted = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/.test(member) ? member : camelOf(member) || "member";
    const plainName = others.test(wanted) ? null : this.claimed(wanted);
    return plainName ?? this.claimed(`${wanted}Member`) ?? identifier("member");
  }

  /** `null` for a word of the language. */
  private claimed(wanted: string): Code | null {
    let name = wanted;
    while (this.usedNames.has(name)) name += "_";
    try {
      const nameCode = identifier(name);
      this.usedNames.add(name);
      return nameCode;
    } catch {
      return null;
    }
  }
}
