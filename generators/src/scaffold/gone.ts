// The handler of an operation that is no longer described -> a comment above it. Nothing is deleted but such a comment, when the
// operation is back.
import type { ts } from "ts-morph";
import { goneHandlerText, isMarkedGone } from "../emit/index.ts";
import { startWithDocs } from "./line-comments.ts";
import type { Compiler, UserFile } from "./user-file.ts";

interface Place {
  readonly file: UserFile;
  readonly node: ts.Node;
}

/** Whether it is marked now, and was not before: by an earlier run, or by `upgrade`. */
export function markGone(place: Place, name: string, compiler: Compiler): boolean {
  const { file } = place;
  const start = startOf(place, compiler);
  if (isMarkedGone(file.text, name)) return false;
  const isLine = file.beginsLine(start);
  file.insert(
    start,
    isLine ? `// ${goneHandlerText(name)}${file.style.end}${file.indentAt(start)}` : `/* ${goneHandlerText(name)} */ `,
  );
  return true;
}

/** Removes the comment. */
export function unmark(place: Place, name: string, compiler: Compiler): void {
  const mark = markBefore(place, name, compiler);
  if (mark !== null) place.file.remove(mark.start, mark.end);
}

function startOf({ file, node }: Place, compiler: Compiler): number {
  return startWithDocs(statementOf(node, compiler), file.source, compiler);
}

/** The statement of a constant; the node itself otherwise. */
function statementOf(node: ts.Node, compiler: Compiler): ts.Node {
  const isAlone = compiler.isVariableDeclaration(node) && compiler.isVariableDeclarationList(node.parent);
  return isAlone && node.parent.declarations.length === 1 ? node.parent.parent : node;
}

/** Exactly what \`markGone\` writes, with the line it is on; what was reworded is the user's. */
function markBefore({ file, node }: Place, name: string, compiler: Compiler): { start: number; end: number } | null {
  const { text, source } = file;
  const statement = statementOf(node, compiler);
  const before = text.slice(statement.pos, statement.getStart(source));
  for (const mark of [`// ${goneHandlerText(name)}`, `/* ${goneHandlerText(name)} */ `]) {
    const at = before.indexOf(mark);
    if (at === -1) continue;
    const start = statement.pos + at;
    const rest = /^(?:\r?\n[ \t]*)?/.exec(text.slice(start + mark.length))?.[0] ?? "";
    return { start, end: start + mark.length + rest.length };
  }
  return null;
}
