// An alternative -> its label: the name of its schema, its title, or the only value that one of its members can have.
import type { Schema } from "../../model/schema.ts";
import { shown } from "../rules/schema/shown.ts";
import { viewOf } from "./view.ts";

/** `Cat`, `"Cat"`, or `kind = "cat"`; `null` without any of these. */
export function alternativeName(schema: Schema): string | null {
  if (schema.kind === "ref") return schema.target.name;
  return schema.annotations.title ?? tagOf(schema);
}

function tagOf(schema: Schema): string | null {
  const members = viewOf([schema], schema.at).objects.flatMap((object) => object.properties);
  for (const { name, schema: member } of members) {
    const [value, ...more] = member.kind === "enum" ? member.values : [];
    if (value !== undefined && more.length === 0) return `${name} = ${shown(value)}`;
  }
  return null;
}
