// Schemas -> their types in the form that comments show, and the literal that an absent member is equivalent to.
import type { Json, Schema } from "../../model/schema.ts";

export function typeTextOf(schema: Schema): string {
  switch (schema.kind) {
    case "string":
      return schema.known === undefined
        ? "string"
        : [...schema.known.map((value) => JSON.stringify(value)), "string"].join(" | ");
    case "number":
      return "number";
    case "boolean":
    case "null":
    case "never":
      return schema.kind;
    case "enum":
      return schema.values.map((value) => JSON.stringify(value)).join(" | ");
    case "ref":
      return schema.target.name;
    case "array":
      return `${isSimple(schema.items) ? typeTextOf(schema.items) : `(${typeTextOf(schema.items)})`}[]`;
    case "union":
      return schema.members.map(typeTextOf).join(" | ");
    case "intersection":
      return schema.members
        .filter(({ kind }) => kind !== "any")
        .map(typeTextOf)
        .join(" & ");
    case "object":
      return "object";
    case "unevaluated":
      return typeTextOf(schema.schema);
    case "any":
    case "not":
    case "conditional":
      return "unknown";
  }
}

function isSimple({ kind }: Schema): boolean {
  return kind !== "union" && kind !== "enum" && kind !== "intersection";
}

/** The default, or the only value, as code; `null` without one, or for a value that has members. */
export function literalMeant(schema: Schema): string | null {
  if (schema.kind === "enum" && schema.values.length === 1) return literalOf(schema.values[0]);
  return schema.annotations.default === null ? null : literalOf(schema.annotations.default.value);
}

function literalOf(value: Json | undefined): string | null {
  return value === undefined || (typeof value === "object" && value !== null) ? null : JSON.stringify(value);
}
