// Code to text: groups stay on one line when they fit in `width` columns and break one item per line when not.
import { Code, CodeSymbol, type Group } from "./code.ts";

const width = 110;

/** Returns the name of each symbol in the file that is being printed. */
export type NameOf = (symbol: CodeSymbol) => string;

/** Text of a piece of code that starts at `column`; later lines are indented relative to the first line's indentation. */
export function layOut(piece: Code, nameOf: NameOf, column = 0): string {
  return new Layout(nameOf).textOf(piece, column);
}

/** Lays out the pieces of one file, in order. */
export class Layout {
  private readonly lines: OneLine;
  private readonly nameOf: NameOf;
  private chunks: string[] = [];
  private column = 0;

  constructor(nameOf: NameOf) {
    this.nameOf = nameOf;
    this.lines = new OneLine(nameOf);
  }

  /** The same as `layOut`. */
  textOf(piece: Code, column: number): string {
    const flat = this.lines.of(piece);
    if (flat !== null && column + flat.length <= width) return flat;
    this.chunks = [];
    this.column = column;
    this.printParts(piece, 0);
    return this.chunks.join("");
  }

  private print(piece: Code, depth: number): void {
    const flat = this.lines.of(piece);
    if (flat !== null && this.column + flat.length <= width) this.write(flat);
    else this.printParts(piece, depth);
  }

  private printParts(piece: Code, depth: number): void {
    const { parts } = piece;
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (part === undefined) continue;
      if (typeof part === "string") this.writeLines(part, depth);
      else if (part instanceof Code) this.print(part, depth);
      else if (part instanceof CodeSymbol) this.write(this.nameOf(part));
      else this.printGroup(part, depth, this.lines.widthOfTail(piece, index + 1));
    }
  }

  private printGroup(group: Group, depth: number, tail: number): void {
    const flat = this.lines.ofGroup(group);
    if (flat !== null && this.column + flat.length + tail <= width) this.write(flat);
    else if (isNearlyOneBlock(group, this.lines)) this.printAround(group, depth);
    else if (isOperator(group)) this.printOperands(group, depth);
    else if (isHugging(group)) this.printAround(group, depth);
    else this.printBroken(group, depth);
  }

  private printBroken(group: Group, depth: number): void {
    this.write(group.open);
    group.items.forEach((item, index) => {
      this.newLine(depth + 1);
      if (isDocumented(item)) this.printParts(item, depth + 1);
      else this.print(item, depth + 1);
      if (!isLogical(group)) this.write(group.separator);
      else if (index < group.items.length - 1) this.write(` ${group.separator}`);
    });
    this.newLine(depth);
    this.write(group.close);
  }

  private printOperands(group: Group, depth: number): void {
    this.write(group.open);
    for (const item of group.items) {
      this.newLine(depth + 1);
      this.write(`${group.separator} `);
      this.print(item, depth + 2);
    }
    if (group.close !== "") this.newLine(depth);
    this.write(group.close);
  }

  /** `{` … `} | null`, `Base & {` … `}`, `f({` … `})`: what is short stays on the lines of the brackets. */
  private printAround(group: Group, depth: number): void {
    this.write(group.open);
    for (const [index, item] of group.items.entries()) {
      if (index > 0) this.write(` ${group.separator} `);
      this.print(item, depth);
    }
    this.write(group.close);
  }

  private newLine(depth: number): void {
    const last = this.chunks.length - 1;
    if (this.chunks[last]?.endsWith(" ") === true) this.chunks[last] = this.chunks[last].trimEnd();
    const indentation = indentationOf(depth);
    this.chunks.push("\n", indentation);
    this.column = indentation.length;
  }

  /** Text of several lines, such as a doc comment: all but the first are indented like the first. */
  private writeLines(text: string, depth: number): void {
    const newLine = text.lastIndexOf("\n");
    if (newLine === -1) {
      this.write(text);
      return;
    }
    const indented = depth === 0 ? text : text.replaceAll("\n", `\n${indentationOf(depth)}`);
    this.chunks.push(indented);
    this.column = indented.length - indented.lastIndexOf("\n") - 1;
  }

  /** Text without a line break. */
  private write(text: string): void {
    if (text === "") return;
    this.chunks.push(text);
    this.column += text.length;
  }
}

const indentations: readonly string[] = Array.from({ length: 64 }, (_, depth) => "  ".repeat(depth));

function indentationOf(depth: number): string {
  return indentations[depth] ?? "  ".repeat(depth);
}

/** A single bracketed argument keeps its bracket on the line of the call, and so does a function that returns such a call. */
function isHugging({ open, items }: Group): boolean {
  const [only] = items;
  if (open !== "(" || items.length !== 1 || only === undefined) return false;
  return /^[{[]$/.test(bracketOf(only)) || returnsHugging(only);
}

/** `() => z.object({ … }).strict()`, `(send) => ({ … })` */
function returnsHugging({ parts }: Code): boolean {
  const [arrow, result, end, ...others] = parts;
  if (typeof arrow !== "string" || !(result instanceof Code) || others.length > 0) return false;
  if (end !== undefined) return arrow.endsWith(") => (") && end === ")" && bracketOf(result) === "{";
  const [only, ...more] = groupsIn(result);
  return arrow.endsWith(") => ") && only !== undefined && more.length === 0 && isHugging(only);
}

function groupsIn({ parts }: Code): Group[] {
  return parts.flatMap((part) => {
    if (typeof part === "string" || part instanceof CodeSymbol) return [];
    return part instanceof Code ? groupsIn(part) : [part];
  });
}

/**
 * Operands whose brackets can stay on the lines of the operators: a block with `null` and `undefined`, and blocks and
 * short names in an intersection.
 */
function isNearlyOneBlock({ items, separator }: Group, lines: OneLine): boolean {
  const [first, ...others] = items;
  if (separator !== "|" && separator !== "&") return false;
  if (separator === "|")
    return (
      first !== undefined && isBlock(first) && others.length <= 2 && others.every((item) => lines.widthOf(item) <= 9)
    );
  return items.some(isBlock) && items.every((item) => isBlock(item) || lines.widthOf(item) <= 40);
}

function isBlock(piece: Code): boolean {
  return /^[{(]$/.test(bracketOf(piece));
}

/** The bracket that opens a piece which is nothing but a group; empty for others. */
function bracketOf({ parts }: Code): string {
  const [only] = parts;
  if (parts.length !== 1 || only === undefined || typeof only === "string" || only instanceof CodeSymbol) return "";
  return only instanceof Code ? bracketOf(only) : only.open;
}

/** Operators of conditions are at the ends of lines. */
function isLogical({ separator }: Group): boolean {
  return separator === "&&" || separator === "||";
}

function isOperator({ separator }: Group): boolean {
  return separator === "|" || separator === "&";
}

/**
 * Pieces on one line, with the names of the file they are printed for; `null` when they cannot be, or exceed the
 * width. Each piece is laid out once: its line is cached in it, with the layout it was computed for.
 */
class OneLine {
  private readonly nameOf: NameOf;

  constructor(nameOf: NameOf) {
    this.nameOf = nameOf;
  }

  of(piece: Code): string | null {
    if (piece.flatIn === this) return piece.flat;
    piece.flatIn = this;
    piece.flat = this.ofParts(piece.parts);
    return piece.flat;
  }

  ofGroup(group: Group): string | null {
    if (group.broken === true) return null;
    const between = isOperator(group) || isLogical(group) ? ` ${group.separator} ` : `${group.separator} `;
    const isBare = group.isBareWhenFlat === true;
    const open = isBare ? "" : group.open;
    let line = group.padded === true ? `${open} ` : open;
    let isFirst = true;
    for (const item of group.items) {
      const flat = this.of(item);
      // One line has at most the comment of its first item: what a response is, before its status.
      if (flat === null || (!isFirst && isDocumented(item))) return null;
      line += isFirst ? flat : between + flat;
      isFirst = false;
      if (line.length > width) return null;
    }
    if (group.padded === true) line += " ";
    return isBare ? line : line + group.close;
  }

  /** Columns; infinite when it does not fit on a line. */
  widthOf(piece: Code): number {
    return this.of(piece)?.length ?? Number.POSITIVE_INFINITY;
  }

  /** What must still follow a group on its last line: closing text such as `)` or `.optional()`. */
  widthOfTail({ parts }: Code, from: number): number {
    let sum = 0;
    for (let index = from; index < parts.length; index += 1) {
      const part = parts[index];
      if (typeof part === "string") sum += part.includes("\n") ? Number.POSITIVE_INFINITY : part.length;
      else if (part instanceof CodeSymbol) sum += this.nameOf(part).length;
      else return sum;
    }
    return sum;
  }

  private ofParts(parts: Code["parts"]): string | null {
    let line = "";
    for (const part of parts) {
      const flat = this.ofPart(part);
      if (flat === null) return null;
      line += flat;
      if (line.length > width) return null;
    }
    return line;
  }

  private ofPart(part: Code["parts"][number]): string | null {
    if (typeof part === "string") {
      const newLine = part.indexOf("\n");
      if (newLine === -1) return part;
      return newLine === part.length - 1 && part.startsWith("/**") ? `${part.slice(0, -1)} ` : null;
    }
    if (part instanceof CodeSymbol) return this.nameOf(part);
    return part instanceof Code ? this.of(part) : this.ofGroup(part);
  }
}

function isDocumented({ parts: [first] }: Code): boolean {
  return typeof first === "string" && first.startsWith("/**");
}
