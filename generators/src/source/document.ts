// A file that was read: its text, its value, and, only when a message needs them, its positions.
import { hash } from "node:crypto";
import type { Span } from "./position.ts";

export type SourceFormat = "yaml" | "json";

export interface SourceDocument {
  /** Absolute path with forward slashes; the identity of the document. */
  readonly path: string;
  /** The path as messages and generated comments show it: relative to the working root. */
  readonly name: string;
  /** Set for the copy of what a URL answers, whose name is the URL: where the copy lies is nobody's concern. */
  readonly isCopy?: true;
  readonly format: SourceFormat;
  readonly text: string;
  /** The parsed value; `undefined` when the text does not parse. */
  readonly value: unknown;
  /** Of JSON that parses: where each large object and array ends, by where it starts. */
  readonly ends?: ReadonlyMap<number, number>;
}

const originals = new WeakMap<SourceDocument, SourceDocument>();

/** The same document under another name; what has been worked out about its text is not worked out again. */
export function renamed(document: SourceDocument, name: string): SourceDocument {
  const copy = { ...document, name };
  originals.set(copy, originalOf(document));
  return copy;
}

/** Whom to ask what is known about the text of a document. */
export function originalOf(document: SourceDocument): SourceDocument {
  return originals.get(document) ?? document;
}

/** Where a value stands: the whole of what is captured while reading. Line and column come later. */
export interface Location {
  readonly document: SourceDocument;
  readonly parent: Location | null;
  /** Object key or array index below `parent`; empty at the root. */
  readonly key: string;
}

/** A place inside the text of a document, in UTF-16 code units from its start. */
export interface TextRange {
  readonly document: SourceDocument;
  readonly span: Span;
}

/** SHA-256 of a text, in hex: how inputs and outputs are compared between runs. */
export function hashOf(text: string): string {
  return hash("sha256", text);
}
