// A text that an editor has -> its value, of a large text by its parts.
import { type ParseFile, parseFile } from "waybill/language";
import { parseParts } from "../text/parse-parts.ts";
import type { PartMap } from "../text/part.ts";

export interface OpenText {
  readonly text: string;
  /** Of a large object; `null` for any other text, and where a key may have changed any part of it. */
  readonly maps: readonly PartMap[] | null;
}

/** Parses its text. `isRough`: for the value, not for what is wrong with a text that has none. */
export function parserOf({ maps }: OpenText, isRough = false): ParseFile {
  return (file) =>
    (file.format !== "text" && maps !== null ? parseParts(file, maps, isRough) : null) ?? parseFile(file);
}
