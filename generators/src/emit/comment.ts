// Spec text into JSDoc. A comment can end only where this module ends it.
import { Code } from "./code.ts";
import { wrap } from "./wrap.ts";

/** The parts of a doc comment, in the order they are printed. */
export interface Doc {
  /** Markdown from the description. */
  readonly text: string;
  /** Tags such as `@deprecated`, without the `@`; the text after a tag may be spec text. */
  readonly tags: readonly {
    readonly name: "deprecated" | "default" | "see" | "remarks" | "throws" | "example";
    readonly text: string;
  }[];
  /** `spec/schemas/order.yaml#/properties/id` */
  readonly source: string | null;
}

export const noDoc: Doc = { text: "", tags: [], source: null };

/** The lines of a doc comment, without indentation; none when there is nothing to say. */
export function docLines(doc: Doc): string[] {
  if (isOneLine(doc)) return [`/** ${doc.text} */`];
  const lines = [
    ...wrap(linesOf(doc.text), proseWidth).map(escapeTag),
    ...doc.tags.flatMap(({ name, text }) => tagLines(name, text)),
    ...(doc.source === null ? [] : [`@see ${safe(doc.source)}`]),
  ];
  if (lines.length === 0) return [];
  const [only] = lines;
  if (lines.length === 1 && only !== undefined && only.length <= 100) return [`/** ${only} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

/** What most docs are: nothing is to be done but to put it into a comment. */
function isOneLine({ text, tags, source }: Doc): boolean {
  return source === null && tags.length === 0 && text.length <= proseWidth && oneLine.test(text) && !hasMarker(text);
}

/** Printable ASCII that starts and ends with something, without what could end a comment or be a tag. */
const oneLine = /^[!-)+-?A-~](?:[ -)+-~]*[!-)+-~])?$/;

/** A member of a type or an object literal with its doc comment above it; a comment puts every member on its own line. */
export function documented(doc: Doc, member: Code): Code {
  const lines = docLines(doc);
  return lines.length === 0 ? member : new Code([`${lines.join("\n")}\n`, member]);
}

/** Columns of prose inside a comment, whatever its indentation. */
const proseWidth = 100;

/** The lines of a `//` comment. */
export function lineComment(text: string): string[] {
  return linesOf(text).map((line) => (line === "" ? "//" : `// ${line}`));
}

/** Lines that can stand in any comment as they are. */
export function safeLines(text: string): string[] {
  return text.split("\n").map(safe);
}

function tagLines(name: string, text: string): string[] {
  const [first = "", ...rest] = linesOf(text);
  return [`@${name}${first === "" ? "" : ` ${first}`}`, ...rest.map(escapeTag)];
}

/** What most texts are made of: nothing in them has to be taken out, broken or escaped. */
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

/** Without space at the ends of lines, and without empty lines at both ends. */
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
      // Last: taking a character out may bring the two of an end marker together.
      .replaceAll("*/", "*\\/")
  );
}

/** A line of prose that starts with `@` would become a tag. */
function escapeTag(line: string): string {
  return line.includes("@") ? line.replace(/^(\s*)@/, "$1\\@") : line;
}
