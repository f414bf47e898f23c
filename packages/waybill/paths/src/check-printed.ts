// Looks at what another tool made of a description before it is written: declarations of types and nothing else, so
// that no text of the description can have become code, and no `any`, so that nothing is left unchecked.
import ts from "typescript";
import { TargetFailure } from "waybill/plugin";

/** Throws a TargetFailure that shows the line. */
export function checkPrinted(text: string): void {
  // Syntax errors of a source file are only on the result of a transpilation.
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  const source = ts.createSourceFile("paths.gen.ts", text, ts.ScriptTarget.Latest);
  const fail = (position: number, problem: string): never => {
    const { line } = source.getLineAndCharacterOfPosition(position);
    const shown = text.split("\n")[line]?.trim();
    throw new TargetFailure(
      "paths",
      `openapi-typescript made something unexpected of the document: ${problem}, in ${JSON.stringify(shown)}`,
    );
  };
  for (const { start, messageText } of diagnostics) fail(start ?? 0, ts.flattenDiagnosticMessageText(messageText, " "));
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) continue;
    fail(statement.getStart(source), "a statement that is not a type");
  }
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) fail(node.getStart(source), "a type that is not known");
    ts.forEachChild(node, visit);
  };
  visit(source);
}
