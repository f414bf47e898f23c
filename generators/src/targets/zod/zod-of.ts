// A schema -> the Zod expression that accepts exactly the same values and returns equal ones.
import { type Code, call, code } from "../../emit/index.ts";
import { conjunctsOf } from "../../model/analysis/conjuncts.ts";
import { jsonTypesOf } from "../../model/analysis/json-types.ts";
import type {
  ConditionalSchema,
  IntersectionSchema,
  NamedSchema,
  NotSchema,
  RefSchema,
  Schema,
} from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { arrayOf } from "./array.ts";
import { objectOf } from "./object.ts";
import { enumOf, numberOf, stringOf } from "./scalars.ts";
import { type Scope, schemaSymbol } from "./scope.ts";
import { unevaluatedOf } from "./unevaluated.ts";
import { unionOf } from "./union.ts";

export function zodOf(schema: Schema, scope: Scope): Code {
  const { z } = scope.zod;
  switch (schema.kind) {
    case "any":
      return code`${z}.unknown()`;
    case "never":
      return code`${z}.never()`;
    case "null":
      return code`${z}.null()`;
    case "boolean":
      return code`${z}.boolean()`;
    case "number":
      return numberOf(schema, scope);
    case "string":
      return stringOf(schema, scope);
    case "array":
      return arrayOf(schema, scope);
    case "object":
      return objectOf(schema, scope);
    case "enum":
      return enumOf(schema, scope);
    case "ref":
      return refOf(schema, scope);
    case "union":
      return unionOf(schema, scope);
    case "intersection":
      return intersectionOf(schema, scope);
    case "not":
      return notOf(schema, scope);
    case "conditional":
      return conditionalOf(schema, scope);
    case "unevaluated":
      return unevaluatedOf(schema, scope);
    default:
      return unreachable(schema);
  }
}

/** The value of a constant: created when it is first used, since most users of a module use little of it. */
function constantOf(schema: Schema, scope: Scope): Code {
  return lazilyOf(zodOf(schema, scope), scope, scope.defaults?.fillingOf(schema) ?? null);
}

/** The same in the place of a constant: a reference is one already. */
export function standaloneOf(schema: Schema, scope: Scope): Code {
  const isConstant = schema.kind === "ref" && scope.hasBlobs?.(schema.target) !== true;
  return isConstant ? zodOf(schema, scope) : constantOf(schema, scope);
}

/** The mark lets bundlers drop the call when its result is unused. */
export function lazilyOf(
  expression: Code,
  scope: Scope,
  filling: Code | null = null,
  maker: "lazily" | "array" = "lazily",
): Code {
  const args = [code`() => ${expression}`, ...(filling === null ? [] : [filling])];
  return call(code`/* @__PURE__ */ ${scope.helper(maker)}`, args);
}

/** The expression with checks of the whole value. They read the original: a copy lacks a member named `__proto__`. */
export function checkedOf(expression: Code, { isCopy, checks }: Checks, scope: Scope): Code {
  if (checks.length === 0) return expression;
  const original = isCopy ? call(scope.helper("unchanged"), [expression]) : expression;
  return call(code`${original}.check`, checks);
}

export interface Checks {
  /** Whether the expression itself returns a copy. */
  readonly isCopy: boolean;
  readonly checks: readonly Code[];
}

function refOf({ target }: RefSchema, scope: Scope): Code {
  if (scope.hasBlobs?.(target) === true) return zodOf(target.schema, withoutBlobsIn(target, scope));
  return code`${schemaSymbol(target)}`;
}

/** A recursive schema is written out once; inside, it is referred to by name. */
function withoutBlobsIn(named: NamedSchema, scope: Scope): Scope {
  return { ...scope, hasBlobs: (other) => other !== named && scope.hasBlobs?.(other) === true };
}

function intersectionOf(schema: IntersectionSchema, scope: Scope): Code {
  if (jsonTypesOf(schema).size === 0) return code`${scope.zod.z}.never()`;
  const members = conjunctsOf(schema);
  const [only] = members;
  if (only === undefined) return code`${scope.zod.z}.unknown()`;
  if (members.length === 1) return zodOf(only, scope);
  return call(
    scope.helper("allOf"),
    members.map((member) => zodOf(member, scope)),
  );
}

function notOf({ schema }: NotSchema, scope: Scope): Code {
  return schema.kind === "any" ? code`${scope.zod.z}.never()` : call(scope.helper("not"), [zodOf(schema, scope)]);
}

function conditionalOf(schema: ConditionalSchema, scope: Scope): Code {
  return call(scope.helper("conditional"), [
    zodOf(schema.if, scope),
    zodOf(schema.then, scope),
    zodOf(schema.else, scope),
  ]);
}
