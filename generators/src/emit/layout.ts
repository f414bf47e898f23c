// Code to text: groups stay on one line when they fit in `width` columns and break one item per line when not.
import { Code, CodeSymbol, type Group } from "./code.ts";

const width = 110;

/** Gives each symbol the name it has in the file being printed. */
export type NameOf = (symbol: CodeSymbol) => string;

/** Text of a piece of code that starts at `column`; later lines are indented relative to the first line's indentation. */
export function layOut(piece: Code, nameOf: NameOf, column = 0): string {
  const printer = new Printer(nameOf, column);
  printer.print(piece, 0, false);
  return printer.text();
}

class Printer {
  private readonly chunks: string[] = [];
  private readonly widths: Widths;
  private column: number;
  private readonly nameOf: NameOf;

  constructor(nameOf: NameOf, column: number) {
    this.nameOf = nameOf;
    this.widths = new Widths(nameOf);
    this.column = column;
  }

  text(): string {
    return this.chunks.join("");
  }

  print(piece: Code, depth: number, flat: boolean): void {
    piece.parts.forEach((part, index) => {
      if (typeof part === "string") this.writeLines(part, depth);
      else if (part instanceof CodeSymbol) this.write(this.nameOf(part));
      else if (part instanceof Code) this.print(part, depth, flat);
      else this.printGroup(part, depth, flat, this.widths.ofTail(piece, index + 1));
    });
  }

  private printGroup(group: Group, depth: number, flat: boolean, tail: number): void {
    const fits = flat || this.column + this.widths.ofGroup(group) + tail <= width;
    if (fits) this.printFlat(group, depth);
    else if (isNearlyOneBlock(group, this.widths)) this.printAround(group, depth);
    else if (isOperator(group)) this.printOperands(group, depth);
    else if (isHugging(group)) this.printHugging(group, depth);
    else this.printBroken(group, depth);
  }

  private printFlat(group: Group, depth: number): void {
    const pad = group.padded ? " " : "";
    const between = isOperator(group) ? ` ${group.separator} ` : `${group.separator} `;
    this.write(group.open + pad);
    group.items.forEach((item, index) => {
      if (index > 0) this.write(between);
      this.print(item, depth, true);
    });
    this.write(pad + group.close);
  }

  private printBroken(group: Group, depth: number): void {
    this.write(group.open);
    for (const item of group.items) {
      this.newLine(depth + 1);
      this.print(item, depth + 1, false);
      this.write(group.separator);
    }
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
    group.items.forEach((item, index) => {
      if (index > 0) this.write(` ${group.separator} `);
      this.print(item, depth, false);
    });
    this.write(group.close);
  }

  /** `f({` … `})`: a single bracketed argument keeps its bracket on the line of the call. */
  private printHugging(group: Group, depth: number): void {
    this.write(group.open);
    for (const item of group.items) this.print(item, depth, false);
    this.write(group.close);
  }

  private newLine(depth: number): void {
    const indentation = "  ".repeat(depth);
    const last = this.chunks.length - 1;
    this.chunks[last] = this.chunks[last]?.trimEnd() ?? "";
    this.chunks.push("\n", indentation);
    this.column = indentation.length;
  }

  /** Text of several lines, such as a doc comment: the later ones are indented like the first. */
  private writeLines(text: string, depth: number): void {
    this.write(depth > 0 && text.includes("\n") ? text.replaceAll("\n", `\n${"  ".repeat(depth)}`) : text);
  }

  private write(text: string): void {
    if (text === "") return;
    this.chunks.push(text);
    const newLine = text.lastIndexOf("\n");
    this.column = newLine === -1 ? this.column + text.length : text.length - newLine - 1;
  }
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

function isOperator({ separator }: Group): boolean {
  return separator === "|" || separator === "&";
}

/** Columns that pieces take on one line, in the file whose names they are printed with; infinite when they cannot. */
class Widths {
  private readonly known = new Map<Code, number>();
  private readonly nameOf: NameOf;

  constructor(nameOf: NameOf) {
    this.nameOf = nameOf;
  }

  of(piece: Code): number {
    const known = this.known.get(piece);
    if (known !== undefined) return known;
    const sum = piece.parts.reduce<number>((total, part) => total + this.ofPart(part), 0);
    this.known.set(piece, sum);
    return sum;
  }

  ofGroup(group: Group): number {
    if (group.broken) return Number.POSITIVE_INFINITY;
    const items = group.items.reduce((sum, item) => sum + this.of(item), 0);
    const separators = Math.max(0, group.items.length - 1) * (isOperator(group) ? 3 : 2);
    return group.open.length + group.close.length + (group.padded ? 2 : 0) + items + separators;
  }

  /** What must still follow a group on its last line: closing text such as `)` or `.optional()`. */
  ofTail(piece: Code, from: number): number {
    let sum = 0;
    for (const part of piece.parts.slice(from)) {
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
