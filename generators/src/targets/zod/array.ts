// An array schema -> `z.array()` or `z.tuple()`, and checks of the elements together.
import { type Code, call, code, arrayOf as list, literal, objectOf } from "../../emit/index.ts";
import type { ArraySchema, Contains } from "../../model/schema.ts";
import { copies } from "./copies.ts";
import { isClosedTuple, isFixedTuple } from "./forms.ts";
import type { Scope } from "./scope.ts";
import { lengthOf } from "./style.ts";
import { checkedOf, zodOf } from "./zod-of.ts";

export function arrayOf(schema: ArraySchema, scope: Scope): Code {
  const { contains, uniqueItems, prefixItems } = schema;
  const checks = [
    ...(contains === null ? [] : containsOf(contains, scope)),
    ...(uniqueItems ? [call(scope.helper("uniqueItems"), [])] : []),
  ];
  const base = prefixItems.length === 0 ? listOf(schema, scope) : tupleOf(schema, scope);
  return checkedOf(base, { isCopy: copies({ ...schema, contains: null, uniqueItems: false }), checks }, scope);
}

function listOf({ items, minItems, maxItems }: ArraySchema, scope: Scope): Code {
  const base = call(code`${scope.zod.z}.array`, [zodOf(items, scope)]);
  return scope.zod.restricted(base, lengthOf(minItems, maxItems));
}

/** Elements that `minItems` does not ask for may be missing. */
function tupleOf(schema: ArraySchema, scope: Scope): Code {
  const { prefixItems, items, minItems, maxItems } = schema;
  const { z } = scope.zod;
  const count = prefixItems.length;
  const isClosed = isClosedTuple(schema);
  const elements = prefixItems.map((element) => zodOf(element, scope));
  const requiredCount = Math.min(minItems ?? 0, count);
  const required = elements.slice(0, requiredCount);
  const optional = elements.slice(requiredCount);
  const parts = [
    ...(required.length === 0 ? [] : [code`required: ${list(required)}`]),
    ...(optional.length === 0 ? [] : [code`optional: ${list(optional)}`]),
    ...(isClosed ? [] : [code`rest: ${zodOf(items, scope)}`]),
  ];
  const tuple = isFixedTuple(schema)
    ? call(code`${z}.tuple`, [list(elements)])
    : call(scope.helper("tuple"), [objectOf(parts)]);
  const checks = [
    ...(minItems !== null && minItems > count ? [code`${z}.minLength(${literal(minItems)})`] : []),
    ...(maxItems !== null && !(isClosed && maxItems >= count) ? [code`${z}.maxLength(${literal(maxItems)})`] : []),
  ];
  return checks.length === 0 ? tuple : call(code`${tuple}.check`, checks);
}

function containsOf({ schema, min, max }: Contains, scope: Scope): Code[] {
  if (min === 0 && max === null) return [];
  const bounds = [
    ...(min === 1 ? [] : [code`min: ${literal(min)}`]),
    ...(max === null ? [] : [code`max: ${literal(max)}`]),
  ];
  const options = bounds.length === 0 ? [] : [objectOf(bounds)];
  return [call(scope.helper("contains"), [zodOf(schema, scope), ...options])];
}
