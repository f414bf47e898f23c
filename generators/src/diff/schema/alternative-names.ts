// An alternative -> how messages name it: `Cat`, `"Cat"`, `kind = "cat"`, or its place and what it holds.
import { listOf } from "../../diagnostics/code.ts";
import type { Schema } from "../../model/schema.ts";
import { shown } from "../rules/schema/shown.ts";
import { type Choice, viewOf } from "./view.ts";

/** Its name, its title or the value that selects it; `null` without any of these. */
export function alternativeName(schema: Schema): string | null {
  if (schema.kind === "ref") return schema.target.name;
  return schema.annotations.title ?? tagOf(schema);
}

/** `number 2, an object with "a"` where it has no name. */
export function alternativeLabel(schema: Schema, { members }: Choice): string {
  return alternativeName(schema) ?? `number ${members.indexOf(schema) + 1}, ${contentOf(schema)}`;
}

function tagOf(schema: Schema): string | null {
  const members = viewOf([schema], schema.at).objects.flatMap((object) => object.properties);
  for (const { name, schema: member } of members) {
    const [value, ...more] = member.kind === "enum" ? member.values : [];
    if (value !== undefined && more.length === 0) return `${name} = ${shown(value)}`;
  }
  return null;
}

const mostNames = 3;

function contentOf(schema: Schema): string {
  const { types, enums, strings, numbers } = viewOf([schema], schema.at);
  const values = enums.flatMap((each) => each.schema.values);
  if (values.length > 0) return listOf(values.slice(0, mostNames).map(shown), "or");
  const [first, ...more] = [...types];
  if (first === undefined) return "which accepts nothing";
  const names = memberNamesOf(schema);
  const kinds = more.length < 3 ? listOf([first, ...more].map(withArticle), "or") : null;
  if (names.length > 0) {
    const isObject = first === "object" || kinds === null;
    return `${isObject ? "an object" : kinds} with ${listOf(names.slice(0, mostNames).map(shown), "and")}`;
  }
  if (kinds === null) return "any value";
  const [format] = [...strings, ...numbers].flatMap((each) => each.format ?? []);
  return format === undefined ? kinds : `${kinds} of the format ${format}`;
}

/** The members that an object requires or lists. */
export function memberNamesOf(schema: Schema): string[] {
  const { objects } = viewOf([schema], schema.at);
  const names = objects.flatMap(({ requiredElsewhere, properties }) => [
    ...requiredElsewhere,
    ...properties.map(({ name }) => name),
  ]);
  return [...new Set(names)];
}

function withArticle(type: string): string {
  if (type === "null") return "null";
  return type === "array" || type === "object" ? `an ${type}` : `a ${type}`;
}
