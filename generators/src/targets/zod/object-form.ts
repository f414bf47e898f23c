// Which schemas are objects in Zod too, with members that can be picked and extended: those with listed members, and `allOf` of such.

import { conjunctsOf } from "../../model/analysis/conjuncts.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import type { IntersectionSchema, NamedSchema, ObjectSchema, RefSchema, Schema } from "../../model/schema.ts";
import { hasChecks, isPlainObject } from "./forms.ts";
import { withoutChecks } from "./object.ts";

export type ObjectForm =
  | { readonly kind: "single"; readonly schema: ObjectSchema }
  | { readonly kind: "merged"; readonly parts: readonly Part[] };

type Part = ObjectSchema | RefSchema;

/** `null` for all other schemas: maps, names by pattern, an `allOf` of which two parts speak of one member, references to an object. */
export function objectFormOf(schema: Schema): ObjectForm | null {
  if (schema.kind === "object") return isPlainObject(withoutChecks(schema)) ? { kind: "single", schema } : null;
  const merged = schema.kind === "intersection" ? mergedOf(schema, new Set()) : null;
  return merged === null ? null : { kind: "merged", parts: merged.parts };
}

interface Merged {
  readonly parts: readonly Part[];
  readonly names: readonly string[];
}

/** Parts that have no member in common, and of which none rejects the members of another or has rules for the whole. */
function mergedOf(schema: IntersectionSchema, seen: ReadonlySet<NamedSchema>): Merged | null {
  if (!hasOnlyType(schema, "object")) return null;
  const parts: Part[] = [];
  const names: string[] = [];
  for (const part of conjunctsOf(schema)) {
    if (part.kind !== "object" && part.kind !== "ref") return null;
    const partNames = namesOf(part, seen);
    if (partNames === null) return null;
    parts.push(part);
    names.push(...partNames);
  }
  return parts.length < 2 || new Set(names).size < names.length ? null : { parts, names };
}

function namesOf(part: Part, seen: ReadonlySet<NamedSchema>): readonly string[] | null {
  if (part.kind === "object") return openNamesOf(part);
  const { target } = part;
  if (seen.has(target)) return null;
  if (target.schema.kind === "object") return openNamesOf(target.schema);
  return target.schema.kind === "intersection"
    ? (mergedOf(target.schema, new Set([...seen, target]))?.names ?? null)
    : null;
}

function openNamesOf(schema: ObjectSchema): readonly string[] | null {
  if (!isPlainObject(schema) || hasChecks(schema) || schema.additional.kind !== "any") return null;
  return [...schema.properties.map(({ name }) => name), ...schema.requiredElsewhere];
}
