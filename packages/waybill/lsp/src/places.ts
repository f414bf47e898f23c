// Offsets and locations of descriptions <-> ranges and URIs of the protocol.
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  type Location,
  lineColumnOf,
  type Place,
  type SourceDocument,
  spanOf,
  underlinedText,
  writtenAt,
} from "waybill/language";

/** Absolute, with forward slashes, as the reader names documents; `null` for what is no file. */
export function pathOfUri(uri: string): string | null {
  if (!uri.startsWith("file:")) return null;
  return fileURLToPath(uri).replaceAll("\\", "/");
}

export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

export function rangeOf(document: SourceDocument, start: number, end: number): Range {
  return { start: positionOf(document, start), end: positionOf(document, end) };
}

/** The lines of a large text, which an editor's document has found: used as long as that is not edited. */
const linesOf = new WeakMap<SourceDocument, { readonly text: TextDocument; readonly version: number }>();

export function knowLines(document: SourceDocument, text: TextDocument): void {
  linesOf.set(document, { text, version: text.version });
}

function positionOf(document: SourceDocument, offset: number): Range["start"] {
  const lines = linesOf.get(document);
  const isCurrent = lines?.version === lines?.text.version && !document.text.startsWith("\uFEFF");
  if (lines !== undefined && isCurrent) return lines.text.positionAt(offset);
  const { line, column } = lineColumnOf(document, offset);
  return { line: line - 1, character: column - 1 };
}

/** The location that some keys and indexes lead to. */
export function locationOf(document: SourceDocument, tokens: readonly string[]): Location {
  const root: Location = { document, parent: null, key: "" };
  return tokens.reduce<Location>((parent, key) => ({ document, parent, key }), root);
}

/** Where a value or its key is written. */
export function rangeOfLocation(
  location: Location,
  part: "key" | "value" = "value",
): { readonly path: string; readonly range: Range } {
  const written = writtenAt(location);
  const { start, end } = spanOf(written, part);
  return { path: written.document.path, range: rangeOf(written.document, start, end) };
}

/** What is underlined for a problem; `null` for what is at no place. */
export function underlined(place: Place): { readonly path: string; readonly range: Range } | null {
  const text = underlinedText(place);
  if (text === null) return null;
  const { path, document, start, end } = text;
  return { path, range: document === null ? firstCharacter : rangeOf(document, start, end) };
}

const firstCharacter: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
