// Whether the condition of a schema is false for `undefined`, so that a required member needs no check of its own.
import type { NamedSchema, Schema } from "../../../model/schema.ts";
import { unreachable } from "../../../model/unreachable.ts";

export function refusesAbsence(schema: Schema, seen: ReadonlySet<NamedSchema> = new Set()): boolean {
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
