// Code to text: groups stay on one line when they fit in `width` columns and break one item per line when not.
import { Code, CodeSymbol, type Group } from "./code.ts";

const width = 110;

/** Gives each symbol the name it has in the file being printed. */
export type NameOf = (symbol: CodeSymbol) => string;

/** Text of a piece of code that starts at `column`; later lines are indented relative to the first line's indentation. */
export function layOut(piece: Code, nameOf: NameOf, column = 0): string {
  return new Layout(nameOf).textOf(piece, column);
}

/** Lays out the pieces of one file, one after another. */
export class Layout {
  private readonly widths: Widths;
  private readonly nameOf: NameOf;
  private chunks: string[] = [];
  private column = 0;

  constructor(nameOf: NameOf) {
    this.nameOf = nameOf;
    this.widths = new Widths(nameOf);
  }

  /** The same as `layOut`. */
  textOf(piece: Code, column: number): string {
    this.chunks = [];
    this.column = column;
    this.print(piece, 0, false);
    return this.chunks.join("");
  }

  private print(piece: Code, depth: number, flat: boolean): void {
    const { parts } = piece;
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (part === undefined) continue;
      if (typeof part === "string") this.writeLines(part, depth);
      else if (part instanceof Code) this.print(part, depth, flat);
      else if (part instanceof CodeSymbol) this.write(this.nameOf(part));
      else if (flat) this.printFlat(part, depth);
      else this.printGroup(part, depth, this.widths.ofTail(piece, index + 1));
    }
  }

  private printGroup(group: Group, depth: number, tail: number): void {
    const fits = this.column + this.widths.ofGroup(group) + tail <= width;
    if (fits) this.printFlat(group, depth);
    else if (isNearlyOneBlock(group, this.widths)) this.printAround(group, depth);
    else if (isOperator(group)) this.printOperands(group, depth);
    else if (isHugging(group)) this.printHugging(group, depth);
    else this.printBroken(group, depth);
  }

  private printFlat(group: Group, depth: number): void {
    const between = isOperator(group) || isLogical(group) ? ` ${group.separator} ` : `${group.separator} `;
    const open = isBare(group) ? "" : group.open;
    const close = isBare(group) ? "" : group.close;
    let before = group.padded ? `${open} ` : open;
    for (const item of group.items) {
      this.write(before);
      before = between;
      this.print(item, depth, true);
    }
    if (group.items.length === 0) this.write(before);
    this.write(group.padded ? ` ${close}` : close);
  }

  private printBroken(group: Group, depth: number): void {
    this.write(group.open);
    group.items.forEach((item, index) => {
      this.newLine(depth + 1);
      this.print(item, depth + 1, false);
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
      this.print(item, depth + 2, false);
    }
    if (group.close !== "") this.newLine(depth);
    this.write(group.close);
  }

  /** `{` … `} | null`, `Base & {` … `}`: the short operands stay on the lines of the bracket. */
  private printAround(group: Group, depth: number): void {
    this.write(group.open);
    for (const [index, item] of group.items.entries()) {
      if (index > 0) this.write(` ${group.separator} `);
      this.print(item, depth, false);
    }
    this.write(group.close);
  }

  /** `f({` … `})`: a single bracketed argument keeps its bracket on the line of the call. */
  private printHugging(group: Group, depth: number): void {
    this.write(group.open);
    for (const item of group.items) this.print(item, depth, false);
    this.write(group.close);
  }

  private newLine(depth: number): void {
    const last = this.chunks.length - 1;
    this.chunks[last] = this.chunks[last]?.trimEnd() ?? "";
    const indentation = indentationOf(depth);
    this.chunks.push("\n", indentation);
    this.column = indentation.length;
  }

  /** Text of several lines, such as a doc comment: the later ones are indented like the first. */
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

  /** Text without a line end. */
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

function isHugging(group: Group): boolean {
  const [only] = group.items;
  if (group.open !== "(" || group.items.length !== 1 || only === undefined) return false;
  const inner = only.parts.find((part) => part !== "");
  if (only.parts.length !== 1 || inner === undefined || typeof inner === "string" || inner instanceof CodeSymbol)
    return false;
  return inner instanceof Code ? isHugging({ ...group, items: [inner] }) : inner.open === "{" || inner.open === "[";
}

/**
 * Operands whose brackets can stay on the lines of the operators: a block beside `null` and `undefined`, and blocks and
 * short names that are added to each other.
 */
function isNearlyOneBlock({ items, separator }: Group, widths: Widths): boolean {
  const [first, ...others] = items;
  if (separator !== "|" && separator !== "&") return false;
  if (separator === "|")
    return first !== undefined && isBlock(first) && others.length <= 2 && others.every((item) => widths.of(item) <= 9);
  return items.some(isBlock) && items.every((item) => isBlock(item) || widths.of(item) <= 40);
}

function isBlock(piece: Code): boolean {
  const [only] = piece.parts;
  if (piece.parts.length !== 1 || only === undefined || typeof only === "string" || only instanceof CodeSymbol)
    return false;
  return only instanceof Code ? isBlock(only) : only.open === "{" || only.open === "(";
}

/** Operators of conditions stand at the ends of lines. */
function isLogical({ separator }: Group): boolean {
  return separator === "&&" || separator === "||";
}

function isBare({ isBareWhenFlat }: Group): boolean {
  return isBareWhenFlat === true;
}

function isOperator({ separator }: Group): boolean {
  return separator === "|" || separator === "&";
}

/**
 * Columns that pieces take on one line, in the file whose names they are printed with; infinite when they cannot, or take
 * more than a line has. Each piece is measured once: the width is kept with it, and with who measured it.
 */
class Widths {
  private readonly nameOf: NameOf;

  constructor(nameOf: NameOf) {
    this.nameOf = nameOf;
  }

  of(piece: Code): number {
    if (piece.measuredBy === this) return piece.measured;
    let sum = 0;
    for (const part of piece.parts) {
      sum += this.ofPart(part);
      if (sum > width) break;
    }
    piece.measuredBy = this;
    piece.measured = sum > width ? Number.POSITIVE_INFINITY : sum;
    return piece.measured;
  }

  ofGroup(group: Group): number {
    if (group.broken) return Number.POSITIVE_INFINITY;
    const separator = isOperator(group) ? 3 : isLogical(group) ? 4 : 2;
    const brackets = isBare(group) ? 0 : group.open.length + group.close.length + (group.padded ? 2 : 0);
    let sum = brackets - (group.items.length > 0 ? separator : 0);
    for (const item of group.items) {
      sum += this.of(item) + separator;
      if (sum > width) return Number.POSITIVE_INFINITY;
    }
    return sum;
  }

  /** What must still follow a group on its last line: closing text such as `)` or `.optional()`. */
  ofTail({ parts }: Code, from: number): number {
    let sum = 0;
    for (let index = from; index < parts.length; index += 1) {
      const part = parts[index];
      if (typeof part !== "string" && !(part instanceof CodeSymbol)) return sum;
      sum += this.ofPart(part);
    }
    return sum;
  }

  private ofPart(part: Code["parts"][number]): number {
    if (typeof part === "string") return part.includes("\n") ? Number.POSITIVE_INFINITY : part.length;
    if (part instanceof CodeSymbol) return this.nameOf(part).length;
    return part instanceof Code ? this.of(part) : this.ofGroup(part);
  }
}
