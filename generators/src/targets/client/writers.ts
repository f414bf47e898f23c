// A parameter -> the function of the runtime that writes its values.
import { isForm } from "../../model/analysis/media-types.ts";
import type { Parameter } from "../../model/http.ts";
import { unreachable } from "../../model/unreachable.ts";
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
export function writerOf({ in: place, style, mediaType, allowReserved, schema }: WrittenParameter): WriterName {
  if (place === "querystring") return isForm(mediaType ?? "") ? "writeQueryForm" : "writeQueryDocument";
  if (mediaType !== null) return "writeDocument";
  if (isPlain(shapeOf(schema)) && !allowReserved) {
    if (place === "path" && style === "simple") return "writePathText";
    if (place === "query" && style === "form") return "writeQueryText";
    if (place === "header") return "writeHeaderText";
  }
  switch (style) {
    case "simple":
      return place === "header" ? "writeHeader" : "writePath";
    case "label":
      return "writeLabel";
    case "matrix":
      return "writeMatrix";
    case "form":
      return "writeForm";
    case "spaceDelimited":
    case "pipeDelimited":
      return "writeDelimited";
    case "deepObject":
      return "writeDeepObject";
    case "cookie":
      return "writeCookie";
    default:
      return unreachable(style);
  }
}

/** Writes single values. */
export function isTextWriter(writer: WriterName): boolean {
  return writer === "writePathText" || writer === "writeQueryText" || writer === "writeHeaderText";
}

type WrittenParameter = Pick<Parameter, "in" | "style" | "mediaType" | "allowReserved" | "schema">;

/** Without a type, a value may have items or members. `null` is often a mistake, so it has to be described. */
function isPlain(shape: Shape): boolean {
  if (typeof shape === "string") return shape !== "any" && shape !== "null";
  return (
    (shape.kind === "enum" && !shape.values.includes(null)) || (shape.kind === "union" && shape.members.every(isPlain))
  );
}
