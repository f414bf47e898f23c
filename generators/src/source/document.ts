// A file that was read: its text, its value and, only when a message needs them, its positions; and hashes of files.
import { createHash, hash } from "node:crypto";
import { attempt } from "./attempt.ts";

/** `text`: the text is the value. */
export type SourceFormat = "yaml" | "json" | "text";

export interface SourceDocument {
  /** Absolute path with forward slashes; the identity of the document. */
  readonly path: string;
  /** The path shown in messages and generated comments: relative to the working root. */
  readonly name: string;
  /** Set for the local copy of a URL. The URL is its name; the path of the copy is an implementation detail. */
  readonly isCopy?: true;
  readonly format: SourceFormat;
  readonly text: string;
  /** The parsed value; `undefined` when the text does not parse. */
  readonly value: unknown;
  /** For valid JSON: where each large object and array ends, by where it starts. */
  readonly ends?: ReadonlyMap<number, number>;
  /** Where its values are, if that was found with them. */
  readonly positions?: Position;
  /** For a document that was patched or converted after reading: where its values are written. Its text is that of the file. */
  readonly written?: WrittenValues;
  /** For a document that was converted after reading: what was converted. */
  readonly unconverted?: SourceDocument;
}

/** The keys and indexes that lead to a value of a changed document -> where that value, or what it was made from, is written. */
export type WrittenValues = (tokens: readonly string[]) => WrittenValue;

export interface WrittenValue {
  readonly document: SourceDocument;
  readonly tokens: readonly string[];
}

const originals = new WeakMap<SourceDocument, SourceDocument>();

/** The same document under another name; what was computed from its text is shared. */
export function renamed(document: SourceDocument, name: string): SourceDocument {
  const copy = { ...document, name };
  originals.set(copy, originalOf(document));
  return copy;
}

/** The document that owns the cache for this text. */
export function originalOf(document: SourceDocument): SourceDocument {
  return originals.get(document) ?? document;
}

/** The location of a value: all that is captured while reading. Line and column are computed later. */
export interface Location {
  readonly document: SourceDocument;
  readonly parent: Location | null;
  /** Object key or array index below `parent`; empty at the root. */
  readonly key: string;
}

/** UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The positions of a value and its key, and of the values inside it by key or index. */
export interface Position {
  readonly key: Span | null;
  readonly value: Span;
  readonly children: ReadonlyMap<string, Position>;
  /** Those whose text may have an offset, where not all have to be looked at. */
  readonly childrenNear?: (offset: number) => Iterable<[key: string, position: Position]>;
}

/** Half of a text's SHA-256, in hex: inputs and outputs of runs are compared by it. */
export function hashOf(text: string): string {
  return hash("sha256", text).slice(0, hashLength);
}

export const hashLength = 32;

// Texts and bytes -> hashes that do not depend on line ends.

/** The hash of a text, independent of line ends: a checkout on Windows is no edit. */
export function textHash(text: string): string {
  return hashOf(unixText(text));
}

/** The same for UTF-8 bytes, most of which need no decoding for that. */
function bytesHash(bytes: Buffer): string {
  return bytes.includes(0x0d)
    ? textHash(bytes.toString("utf8"))
    : createHash("sha256").update(bytes).digest("hex").slice(0, hashLength);
}

/**
 * The hash of a file that a run depends on. Of a package.json, which configurations import for its name and version, scripts and dependencies
 * do not count: a newer dependency makes no output stale.
 */
export function inputHash(file: string, bytes: Buffer): string {
  if (!/[/\\]package\.json$/.test(file)) return bytesHash(bytes);
  const members = attempt(() => Object.entries(JSON.parse(bytes.toString("utf8"))));
  if (members === null) return bytesHash(bytes);
  return hashOf(JSON.stringify(members.filter(([name]) => !/dependencies$|^scripts$|^packageManager$/i.test(name))));
}

export function unixText(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}
