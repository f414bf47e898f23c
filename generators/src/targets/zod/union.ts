// `anyOf`, `oneOf` and several types -> `z.union()`, `z.xor()` and their special forms.
import { arrayOf, type Code, call, code, literal, objectOf, propertyKey } from "../../emit/index.ts";
import { isBinaryPart } from "../../model/analysis/binary-parts.ts";
import { type Discrimination, discriminationOf } from "../../model/analysis/discrimination.ts";
import { coversEveryType, jsonTypesOf } from "../../model/analysis/json-types.ts";
import type { Schema, UnionSchema } from "../../model/schema.ts";
import { areDisjoint, areInlineObjects } from "./alternatives.ts";
import { hasChecks } from "./forms.ts";
import type { Scope } from "./scope.ts";
import { zodOf } from "./zod-of.ts";

export function unionOf(schema: UnionSchema, scope: Scope): Code {
  if (scope.hasBlobs !== null && isBinaryPart(schema)) return code`${scope.zod.z}.instanceof(Blob)`;
  if (coversEveryType(schema)) return perTypeOf(schema, scope);
  const others = schema.members.filter((member) => !isNull(member));
  const [only] = others;
  if (only === undefined || !isNullApart(schema, others)) return choiceOf(schema, scope);
  const choice = others.length === 1 ? zodOf(only, scope) : choiceOf({ ...schema, members: others }, scope);
  return scope.zod.nullable(choice);
}

/** Whether `null` is among the alternatives and, where only one may match, no other takes it. */
function isNullApart({ mode, members }: UnionSchema, others: readonly Schema[]): boolean {
  const nulls = members.length - others.length;
  if (mode !== "oneOf") return nulls > 0;
  return nulls === 1 && !others.some((member) => jsonTypesOf(member).has("null"));
}

/** Without `type`: keywords for one type of value accept all other types. */
function perTypeOf({ members }: UnionSchema, scope: Scope): Code {
  const entries = members
    .filter(saysSomething)
    .map((member) => code`${propertyKey(member.kind)}: ${zodOf(member, scope)}`);
  return call(scope.helper("perType"), [objectOf(entries)]);
}

function choiceOf(schema: UnionSchema, scope: Scope): Code {
  const { mode, members } = schema;
  const discrimination = discriminationOf(schema);
  if (discrimination !== null) return discriminatedOf(members, discrimination, scope);
  const isExact = mode !== "oneOf" || areDisjoint(members);
  return call(code`${scope.zod.z}${isExact ? code`.union` : code`.xor`}`, [
    arrayOf(members.map((member) => zodOf(member, scope))),
  ]);
}

/** Zod's own finds the values in the members, which must be objects on the spot; references are listed by value. */
function discriminatedOf(members: readonly Schema[], discrimination: Discrimination, scope: Scope): Code {
  const { property, members: byValue } = discrimination;
  if (areInlineObjects(members, property)) {
    const options = arrayOf(members.map((member) => zodOf(member, scope)));
    return code`${scope.zod.z}.discriminatedUnion(${literal(property)}, ${options})`;
  }
  const entries = byValue.map(([value, member]) => code`${propertyKey(value)}: ${zodOf(member, scope)}`);
  return code`${scope.helper("discriminatedUnion")}(${literal(property)}, ${objectOf(entries, true)})`;
}

function isNull(schema: Schema): boolean {
  return schema.kind === "null" || (schema.kind === "enum" && schema.values.every((value) => value === null));
}

function saysSomething(schema: Schema): boolean {
  switch (schema.kind) {
    case "number":
      return (
        schema.integer ||
        [
          schema.minimum,
          schema.exclusiveMinimum,
          schema.maximum,
          schema.exclusiveMaximum,
          schema.multipleOf,
          schema.format,
        ].some((facet) => facet !== null)
      );
    case "string":
      return [schema.minLength, schema.maxLength, schema.pattern, schema.format].some((facet) => facet !== null);
    case "array":
      return (
        schema.prefixItems.length > 0 ||
        schema.items.kind !== "any" ||
        schema.contains !== null ||
        schema.minItems !== null ||
        schema.maxItems !== null ||
        schema.uniqueItems
      );
    case "object":
      return (
        schema.properties.length + schema.patternProperties.length + schema.requiredElsewhere.length > 0 ||
        schema.additional.kind !== "any" ||
        hasChecks(schema)
      );
    default:
      return false;
  }
}
