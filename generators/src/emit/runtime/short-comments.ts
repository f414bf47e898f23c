// The text of a hand-written module -> the same with the comments that readers of generated code need: the line about the module, and a
// sentence about each export. Why code is as it is stays in the module, next to its tests.
import { createRequire } from "node:module";
import type { Comment, Statement } from "oxc-parser";

export interface CommentRules {
  /** Whether exports keep theirs: those of modules that only the runtime itself imports need none. */
  readonly ofExports: boolean;
}

/** `file`: its name decides the syntax. */
export function withShortComments(file: string, text: string, rules: CommentRules): string {
  const { parseSync }: typeof import("oxc-parser") = createRequire(import.meta.url)("oxc-parser");
  const { program, comments } = parseSync(file, text);
  const opening = openingOf(text);
  let result = "";
  let at = 0;
  for (const comment of comments) {
    if (comment.start < opening || isDirective(comment)) continue;
    const statement = program.body.find(({ end }) => end > comment.start);
    const isKept = rules.ofExports && statement !== undefined && isDocOf(comment, statement);
    const { start, end } = isKept ? comment : wholeLines(text, comment);
    result += text.slice(at, start) + (isKept ? shortened(comment, columnOf(text, start)) : "");
    at = end;
  }
  return result + text.slice(at);
}

/** The length of the comment lines that a module starts with. */
function openingOf(text: string): number {
  return /^(?:\/\/.*\n)*/.exec(text)?.[0].length ?? 0;
}

function isDirective({ value }: Comment): boolean {
  return /^\s*[@#](?:__PURE__|ts-)/.test(value);
}

/** Whether it is about an export, or about a member of an exported type or class. */
function isDocOf({ type, value, start }: Comment, statement: Statement): boolean {
  if (type !== "Block" || !value.startsWith("*") || statement.type !== "ExportNamedDeclaration") return false;
  const hasMembers = /^(?:TSInterface|TSTypeAlias|Class)/.test(statement.declaration?.type ?? "");
  return start < statement.start || hasMembers;
}

/** With the line break after it where it has its lines for itself, else with the space before it. */
function wholeLines(text: string, { start, end }: Comment): { readonly start: number; readonly end: number } {
  const before = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const from = start - before;
  const isAlone = (from === 0 || text[from - 1] === "\n") && text[end] === "\n";
  return { start: from, end: isAlone ? end + 1 : end };
}

function columnOf(text: string, start: number): number {
  return start - (text.lastIndexOf("\n", start) + 1);
}

const width = 140;

/** Its first sentence. */
function shortened({ value }: Comment, column: number): string {
  const words = value
    .replace(/^\*/, "")
    .replaceAll(/\n\s*\*/g, " ")
    .trim()
    .split(/\s+/);
  const last = words.findIndex((word, index) => /[.!?]$/.test(word) && !isInside(words.slice(0, index + 1)));
  const sentence = words.slice(0, last === -1 ? words.length : last + 1);
  const comment = `/** ${sentence.join(" ")} */`;
  if (comment.length + column <= width) return comment;
  const indent = " ".repeat(column);
  return `/**\n${linesOf(sentence, width - column - 3)
    .map((line) => `${indent} * ${line}\n`)
    .join("")}${indent} */`;
}

/** Whether a piece of code or a parenthesis is still open: its full stops end no sentence. */
function isInside(words: readonly string[]): boolean {
  const text = words.join(" ");
  return text.split("`").length % 2 === 0 || text.split("(").length !== text.split(")").length;
}

function linesOf(words: readonly string[], length: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= length) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
