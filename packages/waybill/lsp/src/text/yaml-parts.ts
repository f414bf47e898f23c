// A YAML text -> its parts, found by the indentation of its lines.
//
// A line that has the indentation of a block mapping and a key begins a member of it, unless it is inside of brackets or quotes of the member
// before. That one then does not parse by itself, so parts that parse are the members that a parser of the whole text finds.
import { copied, hasParts, type Part, type PartMap } from "./part.ts";

/**
 * `null` for what is read as a whole: with a mark at its start, directives, several documents, CR alone at the ends of lines, and keys above
 * the parts that need a parser.
 */
export function yamlPartMaps(text: string): readonly PartMap[] | null {
  if (text.startsWith("\uFEFF") || /\r(?!\n)/.test(text)) return null;
  const maps: PartMap[] = [];
  let open: OpenMap | null = null;
  let components: { indent: number | null } | null = null;
  let hasContent = false;
  const close = (at: number): void => {
    if (open !== null && open.parts.length > 0) maps.push(closed(open, at));
    open = null;
  };
  for (const line of linesIn(text, 0, text.length)) {
    const { start, indent, first } = line;
    if (indent === 0 && isMarker(text, start)) {
      if (hasContent || !/^---[ \t]*(?:#.*)?\r?$/m.test(text.slice(start, line.end))) return null;
      hasContent = true;
      continue;
    }
    hasContent = true;
    const map: OpenMap | null = open;
    if (map !== null && indent >= (map.indent ?? map.above + 1)) {
      map.indent ??= indent;
      if (indent > map.indent) continue;
      const key = keyAt(text, first, line.end);
      if (key !== null) map.parts.push({ key: key.name, start: first });
      // What follows a part is part of it; before the first, it is something else than a map.
      else if (map.parts.length === 0) open = null;
      continue;
    }
    if (indent > 0) {
      if (components === null) continue;
      components.indent ??= indent;
      if (indent > components.indent) continue;
      if (indent < components.indent) return null;
    }
    if (text.charCodeAt(first) === dash) {
      // The items of a list may have the indentation of its key, which then is no map.
      if (map !== null && map.parts.length === 0) open = null;
      if (map === null || map.parts.length === 0) continue;
      return null;
    }
    close(start);
    const key = keyAt(text, first, line.end);
    if (key === null) return null;
    if (indent === 0) components = key.hasLines && key.name === "components" ? { indent: null } : null;
    if (!key.hasLines) continue;
    const tokens = indent === 0 ? [key.name] : ["components", key.name];
    // Requirements name security schemes, so these are never left out.
    if (indent === 0 ? !hasParts(key.name) : key.name === "securitySchemes") continue;
    open = { tokens, above: indent, indent: null, parts: [] };
  }
  close(text.length);
  return maps;
}

/** What a part is after an edit inside of it; `null` where it may be several, or end elsewhere. */
export function yamlPartIn(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  indent: number,
): { readonly key: string; readonly isClosed: true } | null {
  const lineStart = start - indent;
  if (/\r(?!\n)/.test(text.slice(lineStart, end + 1)) || (end < text.length && text.charCodeAt(end - 1) !== lineFeed))
    return null;
  let name: string | null = null;
  for (const line of linesIn(text, lineStart, end)) {
    if (line.indent > indent) continue;
    const key = line.indent === indent ? keyAt(text, line.first, line.end) : null;
    if (line.start === lineStart && key !== null) name = key.name;
    else if (line.indent < indent || key !== null) return null;
  }
  return name === null ? null : { key: name, isClosed: true };
}

interface OpenMap {
  readonly tokens: readonly string[];
  /** The indentation of its key. */
  readonly above: number;
  indent: number | null;
  readonly parts: { readonly key: string; readonly start: number }[];
}

function closed({ tokens, indent, parts }: OpenMap, close: number): PartMap {
  const before = indent ?? 0;
  const closedParts = parts.map(({ key, start }, index): Part => {
    const next = parts[index + 1];
    const end = next === undefined ? close : next.start - before;
    return { tokens: [...tokens, key], start, end, isClosed: true, written: {} };
  });
  return { tokens, open: (parts[0]?.start ?? close) - before, close, indent, parts: closedParts };
}

interface Line {
  readonly start: number;
  /** Spaces at its start. */
  readonly indent: number;
  /** The offset of the first other character. */
  readonly first: number;
  /** After its line break. */
  readonly end: number;
}

const [tab, lineFeed, carriageReturn, space, hash, dash] = [0x09, 0x0a, 0x0d, 0x20, 0x23, 0x2d];

/** All but those that are empty, and comments: these never end what is before them. */
function* linesIn(text: string, from: number, to: number): Generator<Line> {
  for (let start = from; start < to; ) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 || lineBreak >= to ? to : lineBreak + 1;
    let first = start;
    while (text.charCodeAt(first) === space) first += 1;
    let content = first;
    while (text.charCodeAt(content) === tab || text.charCodeAt(content) === space) content += 1;
    const code = content < end ? text.charCodeAt(content) : lineFeed;
    if (code !== lineFeed && code !== carriageReturn && code !== hash)
      yield { start, indent: first - start, first, end };
    start = end;
  }
}

/** `---`, `...` and directives. */
function isMarker(text: string, start: number): boolean {
  return /^(?:(?:---|\.\.\.)(?:\s|$)|%)/.test(text.slice(start, start + 4));
}

/** A key as most are written: without properties, escapes and white space, and not what YAML reads as something else than a text or a number. */
const writtenKey =
  /(?:([A-Za-z$_/](?:[^\s:]|:(?=\S))*|0|[1-9]\d{0,8})|"([^"\\\r\n]*)"|'([^'\r\n]*)')[ ]*:(?:([ \t]+#[^\r\n]*|[ \t]*)(?=\r?\n|\r?$)|(?=[ \t]))/y;

/** `hasLines`: its value is on the lines below, or there is none. `null` for what is no such key. */
function keyAt(text: string, first: number, end: number): { readonly name: string; readonly hasLines: boolean } | null {
  writtenKey.lastIndex = 0;
  const match = writtenKey.exec(text.slice(first, Math.min(end, first + longest)));
  if (match === null) return null;
  const [, plain, doubleQuoted, singleQuoted, rest] = match;
  if (plain !== undefined && /^(?:null|true|false)$/i.test(plain)) return null;
  return { name: copied(plain ?? doubleQuoted ?? singleQuoted ?? ""), hasLines: rest !== undefined };
}

/** Of a key: YAML reads no longer ones without a mark. */
const longest = 1000;
