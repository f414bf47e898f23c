// A switch over the values of an enum that has a new one -> a branch for it that does not compile until it is written.
import type { ts } from "ts-morph";
import { type Pass, todoOf } from "./pass.ts";

export function rewriteSwitch(node: ts.SwitchStatement, pass: Pass): void {
  const { compiler } = pass;
  const { clauses } = node.caseBlock;
  const handled = new Set(
    clauses.flatMap((clause) =>
      compiler.isCaseClause(clause) && compiler.isStringLiteralLike(clause.expression) ? [clause.expression.text] : [],
    ),
  );
  const [values] = pass.valuesOfExpression(node.expression).filter(({ added }) => added.length > 0);
  const [first] = clauses;
  if (values === undefined || first === undefined || !values.before.every((value) => handled.has(value))) return;
  const file = node.getSourceFile();
  const fallback = clauses.find((clause) => compiler.isDefaultClause(clause));
  const indent = indentOf(first);
  const deeper = `${indent}${indent.includes("\t") ? "\t" : "  "}`;
  const subject = node.expression.getText();
  for (const { value, change } of values.added) {
    if (handled.has(value)) continue;
    // In JavaScript a branch would change what the program does before someone has written it.
    if (pass.isScript(node)) {
      pass.mark(node, change);
      continue;
    }
    const lines = [
      `case ${JSON.stringify(value)}:`,
      `${deeper}// ${todoOf(change)}`,
      `${deeper}throw new Error(${subject} satisfies never);`,
    ];
    const text = lines.join(`\n${lines.length > 0 ? "" : indent}`);
    if (fallback === undefined) {
      const end = clauses.at(-1)?.getEnd() ?? node.caseBlock.getEnd();
      pass.put({ file, start: end, end }, `\n${indent}${text}`, change);
      pass.leave(file, end, change);
    } else {
      const start = fallback.getStart();
      pass.put({ file, start, end: start }, `${text}\n${indent}`, change);
      pass.leave(file, start, change);
    }
  }
}

/** The white space that the line of a node begins with. */
export function indentOf(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const line = text.lastIndexOf("\n", node.getStart() - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line))?.[0] ?? "";
}
