// Spec text into JSDoc. A comment can end only where this module ends it.
import { Code } from "./code.ts";
import type { Doc } from "./declaration.ts";

export const noDoc: Doc = { description: "", tags: [] };

/** The lines of a doc comment, without indentation; none for an empty doc. */
export function docLines(doc: Doc): string[] {
  if (isOneLine(doc)) return [`/** ${doc.description} */`];
  const lines = [
    ...wrap(linesOf(doc.description), proseWidth).map(escapeTag),
    ...(doc.tags ?? []).flatMap(({ tagName, text }) => tagLines(tagName, text)),
  ];
  if (lines.length === 0) return [];
  const [only] = lines;
  // A tag alone is not wrapped.
  const isShort = only !== undefined && (only.length <= proseWidth || doc.description === "");
  if (lines.length === 1 && isShort) return [`/** ${only} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

/** Most docs: text that fits on one line and needs no escaping. */
function isOneLine({ description, tags = [] }: Doc): boolean {
  return tags.length === 0 && description.length <= proseWidth && oneLine.test(description) && !hasMarker(description);
}

/** Printable ASCII without leading or trailing spaces, and without what could end a comment or be a tag. */
const oneLine = /^[!-)+-?A-~](?:[ -)+-~]*[!-)+-~])?$/;

/** A member of a type or an object literal after its doc comment. All but that of the first member put every member on its own line. */
export function documented(doc: Doc, member: Code): Code {
  const lines = docLines(doc);
  return lines.length === 0 ? member : new Code([`${lines.join("\n")}\n`, member]);
}

/** The width of prose inside a comment, regardless of its indentation. */
const proseWidth = 100;

/** The lines of a `//` comment. */
export function lineComment(text: string): string[] {
  return linesOf(text).map((line) => (line === "" ? "//" : `// ${line}`));
}

/** Lines that any comment can contain unchanged. */
export function safeLines(text: string): string[] {
  return text.split("\n").map(safe);
}

function tagLines(name: string, text: string): string[] {
  const [first = "", ...rest] = linesOf(text);
  return [`@${name}${first === "" ? "" : ` ${first}`}`, ...rest.map(escapeTag)];
}

/** Most texts match: nothing in them has to be removed, broken or escaped. */
const harmless = /^[ -)+-~\n]*$/;

/** Whether bundlers would look for a file there, unless it is broken up. */
function hasMarker(text: string): boolean {
  return /source(?:Mapping)?URL/i.test(text);
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  if (harmless.test(text) && !hasMarker(text)) return trimmed(text.split("\n"));
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .split("\n")
    .map(safe);
  return trimmed(lines);
}

/** Without spaces at the ends of lines, and without empty lines at the start and end. */
function trimmed(all: readonly string[]): string[] {
  const lines = all.map((line) => line.trimEnd());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Text that can neither close the comment nor hide in it: end markers, control and direction characters. */
function safe(text: string): string {
  return (
    text
      .replace(/[\u2028\u2029\u0085\v\f\r\n]/g, " ")
      .replace(/(?!\t)[\p{Cc}\p{Cf}]/gu, "")
      .toWellFormed()
      // Bundlers look for this at the end of any line, and would read the file it names.
      .replace(/(?<=[#@]\s*)source(?=(?:Mapping)?URL\s*=)/gi, "\\$&")
      // Last: removing a character can join the two of an end marker.
      .replaceAll("*/", "*\\/")
  );
}

/** A line of prose that starts with `@` would become a tag. */
function escapeTag(line: string): string {
  return line.includes("@") ? line.replace(/^(\s*)@/, "$1\\@") : line;
}

// Long lines of Markdown to lines that fit, with the same meaning: descriptions folded by YAML are one line per paragraph.

/**
 * Breaks prose and list items at spaces; leaves code, tables, headings and lines that fit as they are. The end of a broken
 * line flows into the rest of its paragraph, so that there is no short line in the middle.
 */
function wrap(lines: readonly string[], width: number): string[] {
  if (lines.every((line) => line.length <= width)) return [...lines];
  const wrapped: string[] = [];
  let fence: string | null = null;
  let isBroken = false;
  for (const line of lines) {
    const marker = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
    const inCode = fence !== null || marker !== null;
    if (fence === null) fence = marker;
    else if (marker?.startsWith(fence) === true) fence = null;
    const start: string = isBroken && !inCode && continues(line) ? `${wrapped.pop()} ` : "";
    const parts: string[] = inCode || verbatim.test(line) ? [line] : wrapLine(start + line, width);
    wrapped.push(...parts);
    isBroken = (parts.length > 1 || start !== "") && !line.endsWith("\\");
  }
  return wrapped;
}

/** Indented code, tables, headings and link definitions. */
const verbatim = /^( {4}|\t|\s*(\||#|\[[^\]]*\]:))/;

/** Whether a line continues the paragraph before it, and keeps its meaning when it no longer starts a line. */
function continues(line: string): boolean {
  return /^[\p{L}\p{N}`"'(*_]/u.test(line) && !/^(\d+[.)]|\*)\s|^([-=_*] ?){3,}$/.test(line);
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const [, indent = "", marker = ""] = /^(\s*)((?:[-*+]|\d+[.)])\s+|>\s*)?/.exec(line) ?? [];
  const next = marker.startsWith(">") ? indent + marker : " ".repeat(indent.length + marker.length);
  const lines: string[] = [];
  let current = indent + marker;
  let isEmpty = true;
  for (const word of line.slice(current.length).split(/ +/)) {
    const fits = current.length + 1 + word.length <= width;
    if (!isEmpty && !fits && !startsBlock.test(word)) {
      lines.push(current);
      current = next;
      isEmpty = true;
    }
    current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current];
}

/** A word that would have another meaning at the start of a line: a list, heading, quote, table, fence or tag. */
const startsBlock = /^([-+*#>|=@]|~~~|```|\d+[.)]$)/;
