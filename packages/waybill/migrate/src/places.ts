// Places that a migration leaves: where, what, and what to do.
import type { Node } from "ts-morph";

export interface PlainPlace {
  /** Absolute, or empty until the reader of the file fills it in. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

export function placeAt(file: string, node: Node, message: string, hint: string): PlainPlace {
  const { line, column } = node.getSourceFile().getLineAndColumnAtPos(node.getStart());
  return { file, line, column, message, hint };
}
