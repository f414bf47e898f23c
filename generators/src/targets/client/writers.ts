// A parameter -> the function of the runtime that writes its values.
import { isForm } from "../../model/analysis/media-types.ts";
import type { Parameter } from "../../model/http.ts";
import type { Schema } from "../../model/schema.ts";
import type { RequestPart } from "../http/request-parts.ts";
import type { Shape } from "../http/runtime/values.ts";
import { shapeOf } from "../http/shape.ts";

export type WriterName = keyof typeof import("./runtime/texts.ts") | keyof typeof import("../http/runtime/styles.ts");

/** The functions of the runtime that add what a writer returns to the request. */
export const putters: Readonly<Record<RequestPart, PutterName>> = {
  path: "putInPath",
  query: "putInQuery",
  headers: "putInHeaders",
  cookies: "putInCookies",
};

export type PutterName = Exclude<keyof typeof import("./runtime/places.ts"), "putBody" | "refuseBody">;

/** A bundle contains only the writers that its operations refer to, and most parameters have a single value. */
export function writerOf({
  in: place,
  style,
  explode,
  mediaType,
  allowReserved,
  schema,
}: WrittenParameter): WriterName {
  if (place === "querystring") return isForm(mediaType ?? "") ? "writeQueryForm" : "writeQueryDocument";
  if (mediaType !== null) return "writeDocument";
  const shape = shapeOf(schema);
  if (isPlain(shape) && !allowReserved) {
    if (place === "path" && style === "simple") return "writePathText";
    if ((place === "query" || place === "cookie") && style === "form") return "writeQueryText";
    if (place === "header") return "writeHeaderText";
  }
  if (place === "query" && explode && !allowReserved) {
    if (style === "form" && isPlainList(shape)) return "writeQueryList";
    if (style === "deepObject" && hasPlainMembers(schema)) return "writeQueryMembers";
  }
  return style === "simple" && place === "header" ? "writeHeader" : styledWriters[style];
}

const styledWriters: Readonly<Record<Parameter["style"], WriterName>> = {
  simple: "writePath",
  label: "writeLabel",
  matrix: "writeMatrix",
  form: "writeForm",
  spaceDelimited: "writeDelimited",
  pipeDelimited: "writeDelimited",
  deepObject: "writeDeepObject",
  cookie: "writeCookie",
};

/** Writes single values, or lists or members of them, in one way: it reads nothing of a parameter but its name. */
export function isTextWriter(writer: WriterName): writer is keyof typeof import("./runtime/texts.ts") {
  return /^write(Path|Query|Header)(Text|List|Members)$/.test(writer);
}

type WrittenParameter = Pick<Parameter, "in" | "style" | "explode" | "mediaType" | "allowReserved" | "schema">;

/** Without a type, a value may have items or members. `null` is often a mistake, so it has to be described. */
function isPlain(shape: Shape): boolean {
  if (typeof shape === "string") return shape !== "any" && shape !== "null";
  return (
    (shape.kind === "enum" && !shape.values.includes(null)) || (shape.kind === "union" && shape.members.every(isPlain))
  );
}

/** An array of plain items, or a plain value besides. */
function isPlainList(shape: Shape): boolean {
  if (typeof shape === "string") return false;
  if (shape.kind === "array") return [shape.items, ...(shape.prefix ?? [])].every(isPlain);
  return shape.kind === "union" && shape.members.every((member) => isPlain(member) || isPlainList(member));
}

/** Members that a schema is only open for, since it does not close itself, are in no type. */
function hasPlainMembers(schema: Schema): boolean {
  if (schema.kind === "ref") return schema.target.schema.kind !== "ref" && hasPlainMembers(schema.target.schema);
  if (schema.kind !== "object" || schema.patternProperties.length > 0) return false;
  const { properties, additional, additionalStated } = schema;
  const others = additionalStated && additional.kind !== "never" ? [additional] : [];
  return [...properties.map((property) => property.schema), ...others].every((member) => isPlain(shapeOf(member)));
}
