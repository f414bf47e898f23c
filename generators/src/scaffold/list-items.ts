// Items added to a list of the user: `{ a, b }` of an import or an object. Lines and comments that are there stay as they are.
import type { ts } from "ts-morph";
import { type Compiler, endOfLineComment, type UserFile } from "./user-file.ts";

export interface List {
  readonly items: ts.NodeArray<ts.Node>;
  /** The offset behind the opening bracket. */
  readonly open: number;
  /** The offset of the closing bracket. */
  readonly close: number;
}

/** `at`: the index of the item that they come before; by default they come last. */
export function addItems(
  file: UserFile,
  { items, open, close }: List,
  texts: readonly string[],
  { at = items.length, compiler }: { readonly at?: number; readonly compiler: Compiler },
): void {
  const { text, source, style } = file;
  const list = { items, open, close };
  const isOnLines = text.slice(open, close).includes("\n");
  const comma = isOnLines ? leadingComma(list, file, compiler) : null;
  if (comma !== null) {
    addLed(file, list, texts, { at, comma, compiler });
    return;
  }
  const [first] = items;
  const before = items[at - 1];
  if (first === undefined) {
    const margin = file.indentAt(open);
    const lines = texts.map((item) => `${style.end}${margin}${style.indent}${item}`);
    // On one line nothing but white space can follow, and comments that end themselves.
    if (isOnLines) file.insert(open, lines.map((line) => `${line},`).join(""));
    else file.insert(open, ` ${texts.join(", ")}${text.slice(open, close).trim() === "" ? " " : ", "}`);
    return;
  }
  if (before === undefined) {
    const start = first.getStart(source);
    const separator = isOnLines && file.beginsLine(start) ? `${style.end}${file.indentAt(start)}` : " ";
    file.insert(start, texts.map((item) => `${item},${separator}`).join(""));
    return;
  }
  const isLast = at === items.length;
  const end = isLast && !items.hasTrailingComma ? null : commaAfter(before, list, file, compiler);
  if (!isOnLines) {
    file.insert(
      end ?? before.end,
      end === null ? texts.map((item) => `, ${item}`).join("") : texts.map((item) => ` ${item},`).join(""),
    );
    return;
  }
  const indent = `${style.end}${file.indentAt(before.getStart(source))}`;
  if (end !== null) {
    file.insert(endOfLineComment(file, end, compiler), texts.map((item) => `${indent}${item},`).join(""));
    return;
  }
  file.insert(before.end, ",");
  file.insert(endOfLineComment(file, before.end, compiler), texts.map((item) => indent + item).join(","));
}

/** Where each line begins with its comma: that comma with the white space around it, else `null`. */
function leadingComma(list: List, file: UserFile, compiler: Compiler): string | null {
  const { items } = list;
  const [before, last] = items.slice(-2);
  if (before === undefined || last === undefined) return null;
  const end = commaAfter(before, list, file, compiler);
  if (end === before.end || !file.beginsLine(end - 1)) return null;
  const space = /^[ \t]*/.exec(file.text.slice(end))?.[0] ?? "";
  return `${file.indentAt(end - 1)},${space}`;
}

/** The same for a list whose lines begin with their commas. */
function addLed(
  file: UserFile,
  { items }: List,
  texts: readonly string[],
  { at, comma, compiler }: { readonly at: number; readonly comma: string; readonly compiler: Compiler },
): void {
  const { source, style } = file;
  const before = items[at - 1];
  const [first] = items;
  if (before !== undefined)
    file.insert(
      endOfLineComment(file, before.end, compiler),
      texts.map((item) => `${style.end}${comma}${item}`).join(""),
    );
  else if (first !== undefined)
    file.insert(first.getStart(source), texts.map((item) => `${item}${style.end}${comma}`).join(""));
}

/** The offset behind the comma that follows an item. */
function commaAfter(item: ts.Node, { close }: List, { text, source }: UserFile, compiler: Compiler): number {
  const scanner = compiler.createScanner(compiler.ScriptTarget.ESNext, true, source.languageVariant, text);
  scanner.resetTokenState(item.end);
  const token = scanner.scan();
  return token === compiler.SyntaxKind.CommaToken && scanner.getTokenEnd() <= close ? scanner.getTokenEnd() : item.end;
}
