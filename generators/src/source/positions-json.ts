// JSON text -> the position of every key and value, on demand: positions inside a value are computed when the first of them is
// needed, so a message about one line of a large document costs one scan of the text and builds no tree.
// In GitHub's 13 MB, all operations are located in 0.1 s; jsonc-parser's tree takes 0.5 s and 230 MB. The text has been parsed, so finding
// a token takes few comparisons: jsonc-parser's scanner, which looks for mistakes, took three times as long.
import { type Node as JsonNode, parseTree } from "jsonc-parser";
import type { Position, Span } from "./document.ts";
import type { DuplicateKey } from "./fault.ts";

/** The position of the whole value. The text must be JSON. `ends`: where large objects and arrays end, by where they start. */
export function jsonPosition(text: string, ends: ReadonlyMap<number, number> = new Map()): Position {
  const tokens = new Tokens(withoutMark(text), ends);
  return new JsonPosition(tokens, tokens.valueFrom(0), null);
}

class JsonPosition implements Position {
  readonly key: Span | null;
  readonly value: Span;
  private readonly tokens: Tokens;
  private positions: ReadonlyMap<string, Position> | null = null;

  constructor(tokens: Tokens, value: Span, key: Span | null) {
    this.tokens = tokens;
    this.value = value;
    this.key = key;
  }

  get children(): ReadonlyMap<string, Position> {
    this.positions ??= new Map(childrenOf(this.tokens, this.value));
    return this.positions;
  }
}

function* childrenOf(tokens: Tokens, { start, end }: Span): Generator<[string, Position]> {
  const { kind: open } = tokens.from(start);
  if (open !== "{" && open !== "[") return;
  let next = tokens.from(start + 1);
  for (let index = 0; next.start < end - 1; index += 1) {
    const key = open === "{" ? next : null;
    // Skip the colon.
    const value = tokens.valueFrom(key === null ? next.start : tokens.from(key.end).end);
    const span = key === null ? null : { start: key.start, end: key.end };
    yield [key === null ? String(index) : tokens.stringAt(key), new JsonPosition(tokens, value, span)];
    // Skip the comma.
    next = tokens.from(tokens.from(value.end).end);
  }
}

interface Token extends Span {
  /** Its first character; empty at the end of the text. */
  readonly kind: string;
}

class Tokens {
  private readonly text: string;
  private readonly ends: ReadonlyMap<number, number>;

  constructor(text: string, ends: ReadonlyMap<number, number>) {
    this.text = text;
    this.ends = ends;
  }

  /** The first token at or after an offset. */
  from(offset: number): Token {
    const { text } = this;
    let start = offset;
    while (isSpace(text.charCodeAt(start))) start += 1;
    return { start, end: this.endOf(start), kind: text.charAt(start) };
  }

  valueFrom(offset: number): Span {
    const { start, end, kind } = this.from(offset);
    const isNested = kind === "{" || kind === "[";
    return { start, end: isNested ? (this.ends.get(start) ?? this.closing(end)) : end };
  }

  stringAt({ start, end }: Span): string {
    const text = this.text.slice(start + 1, end - 1);
    return text.includes("\\") ? String(JSON.parse(`"${text}"`)) : text;
  }

  private endOf(start: number): number {
    const { text } = this;
    const code = text.charCodeAt(start);
    if (code === 0x22) return Math.min(stringEnd(text, start) + 1, text.length);
    if (Number.isNaN(code)) return start;
    let end = start + 1;
    if (isWord(code)) while (isWord(text.charCodeAt(end))) end += 1;
    return end;
  }

  /** The offset after the bracket that closes the one before `start`. */
  private closing(start: number): number {
    const { text } = this;
    let depth = 1;
    for (let at = start; at < text.length; at += 1) {
      switch (text.charCodeAt(at)) {
        case 0x22: // "
          at = stringEnd(text, at);
          break;
        case 0x7b: // {
        case 0x5b: // [
          depth += 1;
          break;
        case 0x7d: // }
        case 0x5d: // ]
          depth -= 1;
          if (depth === 0) return at + 1;
          break;
      }
    }
    return text.length;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** A character of a number, `true`, `false` or `null`. */
function isWord(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x45 || // E
    code === 0x2d || // -
    code === 0x2b || // +
    code === 0x2e // .
  );
}

/** A byte order mark is not JSON; a space in its place keeps the offsets. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
}

/** Every duplicate key of an object. */
export function jsonDuplicates(text: string): readonly DuplicateKey[] {
  const tree = parseTree(withoutMark(text));
  return tree === undefined ? [] : duplicatesIn(tree);
}

function duplicatesIn({ type, children = [] }: JsonNode): DuplicateKey[] {
  if (type !== "object") return children.flatMap(duplicatesIn);
  const first = new Map<string, number>();
  return children.flatMap(({ children: [name, value] = [] }): DuplicateKey[] => {
    if (name === undefined || value === undefined) return [];
    const key = String(name.value);
    const before = first.get(key);
    first.set(key, name.offset);
    const inside = duplicatesIn(value);
    return before === undefined ? inside : [{ key, first: before, again: name.offset }, ...inside];
  });
}

/** The offset of the quote that closes the string starting at `start`; the end of the text when there is none. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}
