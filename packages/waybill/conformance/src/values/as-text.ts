// An invalid value of a parameter -> whether it is still invalid as the text that travels in a path, a query or a header.
import { type Json, matches, type Schema } from "waybill/description";
import { partsOf } from "../description/schema-parts.ts";
import { isList, isObject } from "./json.ts";

/**
 * True when no reading of the value's text matches `schema`: the number 5 is the valid text `5` of a string, while `abc` is
 * no integer. An empty array has no text, and an object only where the schema takes objects. Whether the place can carry
 * the text at all (an empty segment of a path, a line break in a header) is for the caller to say.
 */
export function survivesAsText(schema: Schema, value: Json): boolean {
  if (isList(value) && value.length === 0) return false;
  if (isObject(value) && !partsOf(schema).some(({ kind }) => kind === "any" || kind === "object")) return false;
  return readingsOf(value).every((reading) => !matches(schema, reading));
}

/** Everything that a server may take the text for. */
function readingsOf(value: Json): Json[] {
  if (isList(value)) {
    const texts = value.map(textOf);
    return [...readingsOf(texts.join(",")), texts, texts.map(spelled)];
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, member]) => [name, textOf(member)] as const);
    return [Object.fromEntries(entries), Object.fromEntries(entries.map(([name, text]) => [name, spelled(text)]))];
  }
  const text = textOf(value);
  const parts = text.split(",");
  return [text, spelled(text), [text], [spelled(text)], parts, parts.map(spelled)];
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a text spells: a number, a boolean or null, else itself. */
function spelled(text: string): Json {
  if (text === "null") return null;
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}
