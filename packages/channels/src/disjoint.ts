// Two schemas -> whether no value is valid for both, as far as types, constants and required members show.
import type { ObjectSchema, Schema } from "waybill/plugin";
import { resolvedSchema } from "./messages-file.ts";

/** `false` when it is not known. */
export function areDisjoint(one: Schema, other: Schema, depth = 0): boolean {
  if (depth > 8) return false;
  const [a, b] = [resolvedSchema(one), resolvedSchema(other)];
  if (a.kind === "never" || b.kind === "never") return true;
  if (a.kind === "union") return a.members.every((member) => areDisjoint(member, b, depth + 1));
  if (b.kind === "union") return areDisjoint(b, a, depth + 1);
  if (a.kind === "intersection") return a.members.some((member) => areDisjoint(member, b, depth + 1));
  if (b.kind === "intersection") return areDisjoint(b, a, depth + 1);
  const types = typesOf(a);
  const otherTypes = typesOf(b);
  if (types !== null && otherTypes !== null && !types.some((type) => otherTypes.includes(type))) return true;
  if (a.kind === "enum" && b.kind === "enum") {
    const values = new Set(b.values.map((value) => JSON.stringify(value)));
    return a.values.every((value) => !values.has(JSON.stringify(value)));
  }
  if (a.kind !== "object" || b.kind !== "object") return false;
  return excludes(a, b, depth) || excludes(b, a, depth);
}

/** Whether `a` requires a member that `b` does not allow, or only with other values. */
function excludes(a: ObjectSchema, b: ObjectSchema, depth: number): boolean {
  const isClosed = b.additional.kind === "never" && b.patternProperties.length === 0;
  const allowed = new Map(b.properties.map(({ name, schema }) => [name, schema]));
  const required = a.properties.filter((property) => property.required);
  if (isClosed && [...required.map(({ name }) => name), ...a.requiredElsewhere].some((name) => !allowed.has(name)))
    return true;
  return required.some(({ name, schema }) => {
    const own = allowed.get(name);
    return own !== undefined && areDisjoint(schema, own, depth + 1);
  });
}

/** The JSON types of values; `null`: any. */
function typesOf(schema: Schema): readonly string[] | null {
  if (schema.kind === "enum") return [...new Set(schema.values.map(typeOfValue))];
  return ["null", "boolean", "number", "string", "array", "object"].includes(schema.kind) ? [schema.kind] : null;
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
