// YAML text -> the parser's events, also where a line inside of brackets or quotes is indented less than YAML 1.2 requires:
//
//   tags: [
//     a
//   ]
//
// js-yaml 4 and PyYAML read such lines, js-yaml 5 does not. Spaces at the start of such a line have no meaning: the text is parsed
// again with more of them, and the offsets of the events are those of the text without them.
import { type Event, type ParserOptions, parseEvents, YAMLException } from "js-yaml";

/** Throws a `YAMLException` whose position is one in `text`. */
export function yamlEventsOf(text: string, options: ParserOptions): Event[] {
  try {
    return parseEvents(text, options);
  } catch (error) {
    if (!isDeficient(error)) throw error;
    return lenientEventsOf(text, options);
  }
}

/**
 * Each text in quotes, and each run of lines in brackets, takes a few more parses: as many as are needed, in a text of a few hundred
 * kilobytes. In a larger one, as many as take some seconds.
 */
const maxParsed = 2 ** 26;
const minTurns = 20;

function lenientEventsOf(text: string, options: ParserOptions): Event[] {
  const lines = bracketLinesOf(text);
  let first: { readonly reason: string; readonly position: number } | null = null;
  let run = 1;
  for (let turns = 0; ; turns += 1) {
    const indented = new IndentedText(text, lines);
    try {
      return indented.eventsOfOriginal(parseEvents(indented.text, options));
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const position = indented.originalOf(error.mark?.position ?? 0);
      // A line that is indented less than the brackets around it usually follows one that was not closed.
      first ??= { reason: error.reason, position };
      const start = lineStartOf(text, position);
      const isOver = turns >= minTurns && turns * 3 * text.length > maxParsed;
      if (!isDeficient(error) || lines.has(start) || isOver)
        return YAMLException.throwAt(text, first.position, first.reason);
      const inside = insideAt(indented.text, error.mark?.position ?? 0, options);
      const more = inside === "brackets" ? linesFrom(text, start, run) : quotedLines(text, start, inside);
      const added = new Set([...lines, ...more]);
      const isRun = more.length === 1 || inside !== "brackets" || isInside(text, added, more.at(-1) ?? start, options);
      run = isRun ? run * 2 : 1;
      for (const line of isRun ? more : [start]) lines.add(line);
    }
  }
}

/** What is still open at a place of a text. */
type Inside = "brackets" | "'" | '"' | null;

function insideAt(text: string, position: number, options: ParserOptions): Inside {
  try {
    parseEvents(text.slice(0, position).trimEnd(), options);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason.endsWith("within a double quoted scalar")) return '"';
    if (error.reason.endsWith("within a single quoted scalar")) return "'";
    if (error.reason.endsWith("within a flow collection")) return "brackets";
  }
  return null;
}

/** Whether all lines up to one are inside: spaces at the start of a line behind the brackets would be an error. */
function isInside(text: string, lines: ReadonlySet<number>, last: number, options: ParserOptions): boolean {
  const indented = new IndentedText(text, new Set([...lines].filter((line) => line < last)));
  return insideAt(indented.text, indented.text.length - (text.length - last), options) !== null;
}

/** Where so many lines begin, this one first. */
function linesFrom(text: string, start: number, count: number): number[] {
  const ends = /\r\n?|\n/g;
  ends.lastIndex = start;
  const starts = [start];
  while (starts.length < count && ends.exec(text) !== null) starts.push(ends.lastIndex);
  return starts;
}

/** Where the line begins, and those after it that the same quotes go on in. */
function quotedLines(text: string, start: number, quote: "'" | '"' | null): number[] {
  if (quote === null) return [start];
  const rest = quote === '"' ? /(?:[^"\\]|\\[\s\S])*/y : /(?:[^']|'')*/y;
  rest.lastIndex = start;
  const inside = rest.exec(text)?.[0] ?? "";
  return [start, ...[...inside.matchAll(/\r\n?|\n/g)].map(({ 0: end, index }) => start + index + end.length)];
}

function isDeficient(error: unknown): error is YAMLException {
  return error instanceof YAMLException && error.reason === "deficient indentation";
}

function lineStartOf(text: string, position: number): number {
  return Math.max(text.lastIndexOf("\n", position - 1), text.lastIndexOf("\r", position - 1)) + 1;
}

/** Where the lines begin that start with a closing bracket, except in block scalars, in which spaces have a meaning. */
function bracketLinesOf(text: string): Set<number> {
  const starts = new Set<number>();
  /** The indentation of the line that a block scalar begins in; `null` outside of block scalars. */
  let block: number | null = null;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const indent = line.search(/[^ ]|$/);
    if (block !== null && indent > block) continue;
    block = /(?:^|[\s:])[|>][-+0-9]*[ \t]*(?:[ \t]#.*)?$/.test(line) ? indent : null;
    if (line[indent] === "]" || line[indent] === "}") starts.add(index);
  }
  return starts;
}

/** A text with spaces at the start of some lines: more than any of its collections is indented by. */
class IndentedText {
  readonly text: string;
  private readonly starts: readonly number[];
  private readonly width: number;

  constructor(text: string, lines: ReadonlySet<number>) {
    this.starts = [...lines].sort((a, b) => a - b);
    this.width = 1 + [...text.matchAll(/^[ ?-]+/gm)].reduce((width, [prefix]) => Math.max(width, prefix.length), 0);
    const ends = [...this.starts.slice(1), text.length];
    const spaces = " ".repeat(this.width);
    const head = text.slice(0, this.starts[0] ?? text.length);
    this.text = head + this.starts.map((start, index) => spaces + text.slice(start, ends[index])).join("");
  }

  /** The offset in the text without the spaces. */
  originalOf(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) + middle * this.width <= offset) low = middle + 1;
      else high = middle;
    }
    // `low` lines begin before the offset, which may be among the spaces of the last of them.
    return low === 0 ? offset : Math.max(this.starts[low - 1] ?? 0, offset - low * this.width);
  }

  eventsOfOriginal(events: readonly Event[]): Event[] {
    const at = (offset: number): number => (offset < 0 ? offset : this.originalOf(offset));
    return events.map((event) => {
      if (!("anchorStart" in event)) return event;
      const anchor = { anchorStart: at(event.anchorStart), anchorEnd: at(event.anchorEnd) };
      if (!("tagStart" in event)) return { ...event, ...anchor };
      const tagged = { ...anchor, tagStart: at(event.tagStart), tagEnd: at(event.tagEnd) };
      if ("start" in event) return { ...event, ...tagged, start: at(event.start) };
      return { ...event, ...tagged, valueStart: at(event.valueStart), valueEnd: at(event.valueEnd) };
    });
  }
}
