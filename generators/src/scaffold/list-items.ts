// Items added to a list of the user: `{ a, b }` of an import or an object. Lines and comments that are there stay as they are.
import type { ts } from "ts-morph";
import { endOfLineComment } from "./line-comments.ts";
import type { Compiler, UserFile } from "./user-file.ts";

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
  const isOnLines = text.slice(open, close).includes("\n");
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
  const comma = isLast && !items.hasTrailingComma ? null : commaAfter(before, { items, open, close }, file, compiler);
  if (!isOnLines) {
    const end = comma === null ? before.end : comma;
    file.insert(
      end,
      comma === null ? texts.map((item) => `, ${item}`).join("") : texts.map((item) => ` ${item},`).join(""),
    );
    return;
  }
  const indent = `${style.end}${file.indentAt(before.getStart(source))}`;
  if (comma !== null) {
    file.insert(endOfLineComment(file, comma, compiler), texts.map((item) => `${indent}${item},`).join(""));
    return;
  }
  file.insert(before.end, ",");
  file.insert(endOfLineComment(file, before.end, compiler), texts.map((item) => indent + item).join(","));
}

/** The offset behind the comma that follows an item. */
function commaAfter(item: ts.Node, { close }: List, { text, source }: UserFile, compiler: Compiler): number {
  const scanner = compiler.createScanner(compiler.ScriptTarget.ESNext, true, source.languageVariant, text);
  scanner.resetTokenState(item.end);
  const token = scanner.scan();
  return token === compiler.SyntaxKind.CommaToken && scanner.getTokenEnd() <= close ? scanner.getTokenEnd() : item.end;
}
