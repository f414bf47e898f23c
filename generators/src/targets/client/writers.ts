// A parameter -> the function of the runtime that writes its values.
import type { Parameter } from "../../model/http.ts";
import { unreachable } from "../../model/unreachable.ts";

export type WriterName =
  | "writePath"
  | "writeLabel"
  | "writeMatrix"
  | "writeForm"
  | "writeDelimited"
  | "writeDeepObject"
  | "writeHeader"
  | "writeDocument";

/** A bundle has only the writers that its operations refer to. */
export function writerOf({ in: place, style, mediaType }: Pick<Parameter, "in" | "style" | "mediaType">): WriterName {
  if (mediaType !== null) return "writeDocument";
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
    default:
      return unreachable(style);
  }
}
