// `enum` and `const` -> `z.enum()` and `z.literal()`; values with members are compared by a helper.
import { arrayOf, type Code, call, code, literal } from "../../emit/index.ts";
import type { EnumSchema, Json } from "../../model/schema.ts";
import { type Scope, z } from "./scope.ts";

export function enumOf({ values }: EnumSchema, scope: Scope): Code {
  if (!values.every(isPrimitive)) return call(scope.helper("equalTo"), values.map(literal));
  const others = values.filter((value) => value !== null);
  if (others.length === 0) return code`${z}.null()`;
  const base = primitivesOf(others);
  return others.length < values.length ? code`${base}.nullable()` : base;
}

/** `z.enum()` keeps its values as the names of members, and an object cannot be given one named `__proto__`. */
function primitivesOf(values: readonly Json[]): Code {
  const [only] = values;
  if (values.length === 1) return call(code`${z}.literal`, [literal(only)]);
  const isNames = values.every((value) => typeof value === "string" && value !== "__proto__");
  return call(code`${z}${isNames ? code`.enum` : code`.literal`}`, [arrayOf(values.map(literal))]);
}

function isPrimitive(value: Json): boolean {
  return value === null || typeof value !== "object";
}
