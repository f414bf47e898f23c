// Spec text into JSDoc. A comment can end only where this module ends it.
import { Code } from "./code.ts";
import type { Doc } from "./declaration.ts";
import { wrap } from "./wrap.ts";

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

/** A member of a type or an object literal with its doc comment above it; a comment puts every member on its own line. */
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
