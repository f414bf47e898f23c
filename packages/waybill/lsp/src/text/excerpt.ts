// A large description and some of its parts -> a description of those parts and what they refer to, for the toolkit to read in a fraction of
// the time, and where each of its characters comes from.
import { decodeFragment, tokensOf } from "waybill/language";
import { copied, type Part, type PartMap } from "./part.ts";

export interface Excerpt {
  readonly text: string;
  /** The parts that it has, as they are in it. */
  readonly maps: readonly PartMap[];
  /** The offset in the whole text of an offset in this one. */
  readonly offsetOf: (offset: number) => number;
  /** The offset in this text of one in the whole text that is in it. */
  readonly from: (offset: number) => number;
}

interface Piece {
  /** In the excerpt. */
  readonly at: number;
  /** In the whole text. */
  readonly from: number;
}

export function excerptOf(text: string, maps: readonly PartMap[], wanted: ReadonlySet<Part>): Excerpt {
  const pieces: Piece[] = [];
  const newMaps: PartMap[] = [];
  let written = "";
  let from = 0;
  const add = (start: number, end: number): void => {
    pieces.push({ at: written.length, from: start });
    written += text.slice(start, end);
  };
  for (const map of maps) {
    const { indent, parts } = map;
    add(from, map.open);
    const open = written.length;
    const newParts: Part[] = [];
    for (const part of parts) {
      if (!wanted.has(part)) continue;
      if (indent === null && newParts.length > 0) written += ",";
      const start = written.length + (indent ?? 0);
      add(part.start - (indent ?? 0), part.end);
      newParts.push({ ...part, start, end: written.length });
    }
    // A block mapping has a member at least.
    if (indent !== null && newParts.length === 0) written += `${" ".repeat(indent)}{}\n`;
    newMaps.push({ ...map, open, close: written.length, parts: newParts });
    from = map.close;
  }
  add(from, text.length);
  return {
    text: written,
    maps: newMaps,
    offsetOf: (offset) => sourceOf(pieces, offset),
    from: (offset) => {
      const piece = pieces.findLast((one) => one.from <= offset);
      return piece === undefined ? offset : piece.at + offset - piece.from;
    },
  };
}

function sourceOf(pieces: readonly Piece[], offset: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  return piece === undefined ? offset : piece.from + offset - piece.at;
}

/** How much an excerpt may have: reading it then takes a tenth of a second. A chain of references can lead through a whole document. */
const largest = { parts: 1000, characters: 400_000 };

/** Some parts and all that they refer to, directly or not; `null` where that is too much for an excerpt. */
export function withReferred(text: string, maps: readonly PartMap[], parts: readonly Part[]): Set<Part> | null {
  const reachableParts = new Set(parts);
  let characters = 0;
  // A set visits what is added meanwhile, too.
  for (const part of reachableParts) {
    characters += part.end - part.start;
    if (reachableParts.size > largest.parts || characters > largest.characters) return null;
    for (const tokens of referredIn(text.slice(part.start, part.end), part.written)) {
      const target = partAt(maps, tokens);
      if (target !== undefined) reachableParts.add(target);
    }
  }
  return reachableParts;
}

function partAt(maps: readonly PartMap[], tokens: readonly string[]): Part | undefined {
  const map = maps.find((one) => one.tokens.every((token, index) => tokens[index] === token));
  return map === undefined ? undefined : partsByName(map).get(tokens[map.tokens.length] ?? "");
}

const byName = new WeakMap<PartMap, ReadonlyMap<string, Part>>();

function partsByName(map: PartMap): ReadonlyMap<string, Part> {
  const known = byName.get(map) ?? new Map(map.parts.map((part) => [part.tokens.at(-1) ?? "", part]));
  byName.set(map, known);
  return known;
}

const referred = new WeakMap<object, readonly (readonly string[])[]>();

/** Every text that is written as a reference into the document, wherever it is: too many do no harm. */
function referredIn(text: string, written: object): readonly (readonly string[])[] {
  let pointers = referred.get(written);
  if (pointers === undefined) {
    pointers = [...copied(text).matchAll(/(?<=["'\s])#(\/[^"'\\\s]*)/g)].flatMap(([, pointer = ""]) => {
      const decoded = decodeFragment(pointer);
      const tokens = decoded === null ? null : tokensOf(decoded);
      return tokens === null ? [] : [tokens];
    });
    referred.set(written, pointers);
  }
  return pointers;
}
