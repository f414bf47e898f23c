// A text and an offset, mostly in the middle of a word -> the keys that lead there, and whether a key or a value is being written.
import { getLocation, parse } from "jsonc-parser";
import { defaultLimits, parseFile, positionAt, type SourceDocument } from "waybill/language";
import type { Change } from "../text/changes.ts";
import { excerptOf, withReferred } from "../text/excerpt.ts";
import type { Part, PartMap } from "../text/part.ts";
import { partAround } from "../text/parts.ts";

export interface Cursor {
  /** The keys and indexes of the object or array that the cursor is in; for a value, those of the value. */
  readonly tokens: readonly string[];
  readonly writes: "key" | "value";
  /** Whether the key may be a value as well: it is the first word of an item in a list. */
  readonly isItem: boolean;
  /** What an accepted completion replaces: offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether the text is in quotes, which stay. */
  readonly isQuoted: boolean;
  /** The quote that is missing after it; mostly none. */
  readonly openQuote: string;
  /** The key that is being written, where `value` has it instead of a placeholder. */
  readonly ownKey: string | null;
  /** Whether the key that is being written has its colon already. */
  readonly hasColon: boolean;
  /** The document with a placeholder at the cursor, so that it parses. */
  readonly value: unknown;
}

const placeholder = "waybill-cursor";

export interface EditedText {
  readonly path: string;
  readonly text: string;
  readonly isJson: boolean;
  /** Of a large text: its parts. */
  readonly maps: readonly PartMap[] | null;
  /** What it was when it parsed. */
  readonly known: unknown;
  /** Where it has changed since it parsed. */
  readonly changes: readonly Change[];
}

export function cursorAt(edited: EditedText, offset: number): Cursor | null {
  const { text, isJson, maps, changes } = edited;
  if (!isJson) {
    const cursor = inYamlParts(edited, offset);
    if (cursor !== null || changes.length === 0) return cursor;
    return inYamlParts({ ...edited, text: withoutOtherChanges(text, changes, offset) }, offset);
  }
  const part = maps === null ? null : partAround(maps, { start: offset, end: offset });
  return part === null || maps === null ? inJson(text, offset) : inPart({ text, maps, part }, offset);
}

/** Lines that may be why a text does not parse, all but that of the cursor, as white space. */
function withoutOtherChanges(text: string, changes: readonly Change[], offset: number): string {
  let blankedText = text;
  for (const { now } of changes) {
    const start = text.lastIndexOf("\n", now.start - 1) + 1;
    // After a line that was added is the end of its line.
    const end = lineEndAfter(text, Math.max(now.start, now.end - 1));
    const lines = text.slice(start, end).split(/(?<=\n)/);
    let at = start;
    for (const line of lines) {
      const isOfCursor = at <= offset && offset <= at + line.trimEnd().length;
      if (!isOfCursor)
        blankedText = blankedText.slice(0, at) + line.replace(/[^\r\n]/g, " ") + blankedText.slice(at + line.length);
      at += line.length;
    }
  }
  return blankedText;
}

function lineEndAfter(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

interface PartOfText {
  readonly text: string;
  readonly maps: readonly PartMap[];
  readonly part: Part;
}

/** In a large text, the part around the cursor says what it says, with little else around it. */
function inPart({ text, maps, part }: PartOfText, offset: number): Cursor | null {
  // With too much around it, the part alone: it is what the cursor is in.
  const excerpt = excerptOf(text, maps, withReferred(text, maps, [part]) ?? new Set([part]));
  const { from } = excerpt;
  const cursor = inJson(excerpt.text, from(offset));
  return cursor === null
    ? null
    : { ...cursor, start: excerpt.offsetOf(cursor.start), end: excerpt.offsetOf(cursor.end) };
}

function inJson(text: string, offset: number): Cursor | null {
  const location = getLocation(text, offset);
  const tokens = location.path.map(String);
  const previous = location.previousNode;
  const isOn = previous !== undefined && previous.offset <= offset && offset <= previous.offset + previous.length;
  const isText = isOn && (previous.type === "string" || previous.type === "property");
  const start = isText ? previous.offset + 1 : offset;
  const isOpen = isText && (previous.length < 2 || text[previous.offset + previous.length - 1] !== '"');
  const end = isText && !isOpen ? previous.offset + previous.length - 1 : offset;
  const isKey = location.isAtPropertyKey;
  return {
    tokens: isKey ? tokens.slice(0, -1) : tokens,
    writes: isKey ? "key" : "value",
    isItem: false,
    start,
    end,
    isQuoted: isText,
    openQuote: isOpen ? '"' : "",
    ownKey: isKey ? (tokens.at(-1) ?? null) : null,
    hasColon: /^"?\s*:/.test(text.slice(end)),
    value: parse(text),
  };
}

/** In a large text, the parts at the cursor; the others are what they were. */
function inYamlParts({ path, text, maps, known }: EditedText, offset: number): Cursor | null {
  if (maps === null) return inYaml(path, text, offset);
  const isHere = ({ start, end }: Part): boolean => text.lastIndexOf("\n", start - 1) < offset && offset <= end;
  const excerpt = excerptOf(text, maps, new Set(maps.flatMap(({ parts }) => parts.filter(isHere))));
  const cursor = inYaml(path, excerpt.text, excerpt.from(offset));
  if (cursor === null) return null;
  const [start, end] = [excerpt.offsetOf(cursor.start), excerpt.offsetOf(cursor.end)];
  return {
    ...cursor,
    start,
    end,
    value: maps.reduce((value, { tokens }) => withMembers(value, known, tokens), cursor.value),
  };
}

/** A value with those members that another has at the end of some keys. */
function withMembers(value: unknown, known: unknown, [key, ...inside]: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || typeof known !== "object" || known === null) return value;
  if (key === undefined) return { ...known, ...value };
  return { ...value, [key]: withMembers(Reflect.get(value, key), Reflect.get(known, key), inside) };
}

/** The line is completed by a placeholder: then the rest of the text says where it is. */
function inYaml(path: string, text: string, offset: number): Cursor | null {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = lineEndAfter(text, offset);
  const line = text.slice(lineStart, lineEnd);
  const pair = /^(\s*(?:- +)*)(["']?)((?!- )[^\s"'#:{[][^"':]*)\2(\s*:)( +|$)(.*)$/.exec(line);
  const column = offset - lineStart;
  const keyEnd =
    pair === null
      ? -1
      : (pair[1]?.length ?? 0) + (pair[2]?.length ?? 0) * 2 + (pair[3]?.length ?? 0) + (pair[4]?.length ?? 0);
  if (pair !== null && column >= keyEnd) return valueIn({ path, text, offset, lineStart, lineEnd }, keyEnd);
  const [, indent = "", quote = ""] = /^(\s*(?:- +)*)(["']?)/.exec(line.slice(0, column)) ?? [];
  const start = lineStart + indent.length + quote.length;
  if (openBracket(line.slice(0, column)) !== null) return inFlow({ path, text, offset, lineStart, lineEnd });
  // The rest of a key that is being changed, with what it has, stays; a line of a word alone becomes a key.
  const rest = pair === null ? "" : line.slice(keyEnd);
  const key = `${indent}${placeholder}:${rest}`;
  const repaired = `${text.slice(0, lineStart)}${key}${text.slice(lineEnd)}`;
  const parsed = parsedAt(path, repaired, lineStart + indent.length);
  if (parsed === null) return null;
  const wordEnd =
    pair === null ? lineEnd - (/\s*$/.exec(line)?.[0].length ?? 0) : lineStart + keyEnd - (pair[4]?.length ?? 0);
  return {
    tokens: parsed.tokens.slice(0, -1),
    writes: "key",
    isItem: pair === null && /- +$/.test(indent),
    start,
    end: Math.max(offset, wordEnd),
    isQuoted: quote !== "",
    openQuote: "",
    ownKey: null,
    hasColon: pair !== null,
    value: parsed.value,
  };
}

interface Line {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

function valueIn({ path, text, offset, lineStart, lineEnd }: Line, keyEnd: number): Cursor | null {
  const line = text.slice(lineStart, lineEnd);
  if (openBracket(line.slice(keyEnd, offset - lineStart)) !== null)
    return inFlow({ path, text, offset, lineStart, lineEnd });
  const [space = ""] = /^\s*/.exec(line.slice(keyEnd)) ?? [];
  const from = lineStart + keyEnd + space.length;
  const quote = /^["']/.exec(text.slice(from, from + 1))?.[0] ?? "";
  const start = from + quote.length;
  const written = text.slice(start, lineEnd);
  const close = quote === "" ? written.search(/\s+#|\s*$/) : written.indexOf(quote);
  const end = start + (close === -1 ? written.length : close);
  const repaired = `${text.slice(0, lineStart + keyEnd)} ${placeholder}${text.slice(lineEnd)}`;
  const parsed = parsedAt(path, repaired, lineStart + keyEnd + 1);
  return parsed === null
    ? null
    : {
        tokens: parsed.tokens,
        writes: "value",
        isItem: false,
        start,
        end: Math.max(start, end),
        isQuoted: quote !== "",
        openQuote: close === -1 ? quote : "",
        ownKey: null,
        hasColon: false,
        value: parsed.value,
      };
}

/** The innermost brace or bracket that a line opens and does not close. */
function openBracket(line: string): "{" | "[" | null {
  const open: ("{" | "[")[] = [];
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[{}[\]]/g)) {
    if (token === "{" || token === "[") open.push(token);
    if (token === "}" || token === "]") open.pop();
  }
  return open.at(-1) ?? null;
}

/** Inside of braces or brackets on the line. */
function inFlow({ path, text, offset, lineEnd }: Line): Cursor | null {
  const before = text.slice(0, offset);
  const [word = ""] = /[^\s{}[\],:"']*$/.exec(before) ?? [];
  const start = offset - word.length;
  const isValue = /:\s*["']?$/.test(text.slice(0, start));
  const quote = /["']$/.exec(text.slice(0, start))?.[0] ?? "";
  const [after = ""] = /^[^\s{}[\],:"'\n]*/.exec(text.slice(offset, lineEnd)) ?? [];
  const from = start - quote.length;
  const to = offset + after.length + (quote !== "" && text[offset + after.length] === quote ? 1 : 0);
  const tail = text.slice(to);
  const isItem = openBracket(before.slice(before.lastIndexOf("\n") + 1)) === "[";
  const inserted = isItem || isValue || /^\s*:/.test(tail) ? placeholder : `${placeholder}: null`;
  // A value needs a space after its colon.
  const space = isValue && text[from - 1] === ":" ? " " : "";
  const parsed = parsedAt(path, `${text.slice(0, from)}${space}${inserted}${tail}`, from + space.length);
  if (parsed === null) return null;
  const isKey = parsed.part === "key";
  return {
    tokens: isKey ? parsed.tokens.slice(0, -1) : parsed.tokens,
    writes: isKey ? "key" : "value",
    isItem: false,
    start,
    end: offset + after.length,
    isQuoted: quote !== "",
    openQuote: text.slice(offset, lineEnd).includes(quote) ? "" : quote,
    ownKey: null,
    hasColon: /^\s*:/.test(tail),
    value: parsed.value,
  };
}

function parsedAt(
  path: string,
  text: string,
  offset: number,
): { readonly tokens: readonly string[]; readonly part: "key" | "value"; readonly value: unknown } | null {
  const parsed = parseFile({ path, text, format: "yaml", limits: defaultLimits });
  if (!parsed.ok) return null;
  const document: SourceDocument = { path, name: path, format: "yaml", text, value: parsed.value };
  return { ...positionAt(document, offset), value: parsed.value };
}
