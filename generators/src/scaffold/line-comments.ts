// Comments around a node, as far as edits have to respect them.
import type { ts } from "ts-morph";
import type { Compiler, UserFile } from "./user-file.ts";

/** The offset behind a comment that follows on the same line, else `offset`. */
export function endOfLineComment(file: UserFile, offset: number, compiler: Compiler): number {
  const comments = compiler.getTrailingCommentRanges(file.text, offset) ?? [];
  return comments.at(-1)?.end ?? offset;
}

/** The start of a node, or of the doc comment that belongs to it. */
export function startWithDocs(node: ts.Node, source: ts.SourceFile, compiler: Compiler): number {
  const [first] = compiler.getJSDocCommentsAndTags(node);
  const start = node.getStart(source);
  return first === undefined ? start : Math.min(start, first.getStart(source));
}
