// An alternative of a discriminator -> what its tags can be, where it lists some that select nothing.
import { type Json, noAnnotations, type Schema } from "../../model/schema.ts";
import { valuesOf } from "../rules/schema/enum.ts";
import { bareOf } from "./bare.ts";
import { objectViewOf } from "./object-view.ts";
import { type Choice, viewOf } from "./view.ts";

/**
 * The tags of an alternative, where its schema lists others that select nothing and that the revision no longer lists: no value with such
 * a tag could be read by its discriminator.
 */
export function selectableIn({ discriminator, members }: Choice, base: Schema, revision: Schema): Schema[] {
  if (discriminator === null || discriminator.mapping.length === 0) return [];
  const { property, mapping } = discriminator;
  const [was, is] = [tagsOf(base, property), tagsOf(revision, property)];
  if (was === null || is === null) return [];
  const kept = was.filter((tag) => is.includes(tag) || mapping.some(({ value }) => value === tag));
  if (kept.length === was.length || members.length < 2) return [];
  const { at } = base;
  const tags: Schema = { kind: "enum", values: kept, at, annotations: noAnnotations };
  const object = bareOf("object", at);
  return object.kind === "object"
    ? [{ ...object, properties: [{ name: property, schema: tags, required: false, at }] }]
    : [];
}

/** The texts that a member of an object can be, where they are listed. */
function tagsOf(schema: Schema, property: string): Json[] | null {
  const view = viewOf([schema], schema.at);
  const member = objectViewOf(view).members.get(property);
  const values = member === undefined ? null : valuesOf(viewOf(member.schemas, member.at), "string");
  return values?.map(({ value }) => value) ?? null;
}
