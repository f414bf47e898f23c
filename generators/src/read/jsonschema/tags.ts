// A discriminator and a schema that it selects -> the values of the property, and the schema of an object that has one of them.
import { listedMembersOf, requiredMembersOf } from "../../model/analysis/fixed-values.ts";
import { openObjectOf } from "../../model/analysis/open-object.ts";
import { type NamedSchema, noAnnotations, type Schema } from "../../model/schema.ts";
import type { BaseDiscriminator } from "./discriminator.ts";
import { endOf } from "./hierarchy.ts";
import type { NamedDraft } from "./schema-registry.ts";

export function mappedTo(draft: NamedDraft, { mapping }: BaseDiscriminator): string[] {
  return mapping.filter(({ target }) => endOf(target) === draft).map(({ value }) => value);
}

export function isFallback(draft: NamedDraft, { fallback }: BaseDiscriminator): boolean {
  return fallback !== null && endOf(fallback) === draft;
}

/** Azure's way to state the value where the schema is. */
export function statedTagOf({ at }: NamedDraft): string | null {
  const value = at.get("x-ms-discriminator-value")?.value;
  return typeof value === "string" ? value : null;
}

export function stringsListedIn(schema: Schema, property: string): readonly string[] | null {
  return (
    listedMembersOf(schema)
      .get(property)
      ?.filter((value) => typeof value === "string") ?? null
  );
}

/** An object whose property has one of the values or, as `isRest`, none of them. */
export function tagOf(
  schema: Schema,
  { base, values, isRest = false }: { base: BaseDiscriminator; values: readonly string[]; isRest?: boolean },
): Schema {
  const { field: at, property: name } = base;
  const annotations = { ...noAnnotations, ...marksOf(schema, name) };
  const listed: Schema = { kind: "enum", values, at, annotations };
  const required = !isRest && requiredMembersOf(schema).has(name);
  const rest: Schema = { kind: "not", schema: listed, at, annotations };
  return openObjectOf([{ name, required, schema: isRest ? rest : listed, at }], at);
}

interface Marks {
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** In which direction a member is not sent. */
function marksOf(schema: Schema, name: string, seen: ReadonlySet<NamedSchema> = new Set()): Marks {
  switch (schema.kind) {
    case "object": {
      const found = schema.properties.find((property) => property.name === name)?.schema.annotations;
      return { readOnly: found?.readOnly === true, writeOnly: found?.writeOnly === true };
    }
    case "ref":
      return seen.has(schema.target) ? noMarks : marksOf(schema.target.schema, name, new Set([...seen, schema.target]));
    case "intersection": {
      const all = schema.members.map((member) => marksOf(member, name, seen));
      return { readOnly: all.some(({ readOnly }) => readOnly), writeOnly: all.some(({ writeOnly }) => writeOnly) };
    }
    case "unevaluated":
      return marksOf(schema.schema, name, seen);
    default:
      return noMarks;
  }
}

const noMarks: Marks = { readOnly: false, writeOnly: false };
