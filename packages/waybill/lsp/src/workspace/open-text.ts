// A text that an editor has -> its value, of a large JSON text by its parts.
import { type ParseFile, parseFile } from "waybill/language";
import type { PartMap } from "../text/json-parts.ts";
import { parseParts } from "../text/parse-parts.ts";

export interface OpenText {
  readonly text: string;
  /** Of a large JSON object; `null` for any other text, and where a key may have changed any part of it. */
  readonly maps: readonly PartMap[] | null;
}

/** Parses its text. */
export function parserOf({ maps }: OpenText): ParseFile {
  return (file) => (file.format === "json" && maps !== null ? parseParts(file, maps) : null) ?? parseFile(file);
}
