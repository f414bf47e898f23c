// Generated text, parsed -> what is in it besides comments: proof that nothing is `any`, and of where spec text ended up.
import { Node, Project, SyntaxKind, ts } from "ts-morph";

/** Every `any` of a file, with its line. */
export function anysOf(text: string): string[] {
  return parse(text)
    .getDescendantsOfKind(SyntaxKind.AnyKeyword)
    .map((node) => `line ${node.getStartLineNumber()}: ${node.getParent()?.getText() ?? ""}`);
}

/** The places outside comments, literals and names of members where `mark` stands; each would be spec text as code. */
export function leaksOf(text: string, mark: string): string[] {
  const leaks: string[] = [];
  if (!text.includes(mark)) return leaks;
  parse(text).forEachDescendant((node, traversal) => {
    if (!node.getFullText().includes(mark)) {
      traversal.skip();
      return;
    }
    if (node.getChildCount() > 0 || !node.getText().includes(mark)) return;
    if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node) || node.isKind(SyntaxKind.JSDocText))
      return;
    // A local name says what it is made of, in letters that no syntax is made of.
    if (Node.isIdentifier(node) && /^is[A-Z]\w*_values$/.test(node.getText())) return;
    if (node.getParentOrThrow().getKindName().startsWith("JSDoc") || node.getKindName().startsWith("JSDoc")) return;
    leaks.push(`line ${node.getStartLineNumber()}: ${node.getKindName()} ${node.getText()}`);
  });
  return leaks;
}

/** Syntax errors, as TypeScript words them. */
export function syntaxErrorsOf(text: string): string[] {
  // The parser alone: a program of the compiler would be made for each text.
  const source = ts.createSourceFile("output.ts", text, ts.ScriptTarget.Latest);
  if (!("parseDiagnostics" in source) || !Array.isArray(source.parseDiagnostics))
    throw new Error("this version of TypeScript keeps what its parser finds elsewhere");
  const diagnostics: readonly ts.DiagnosticWithLocation[] = source.parseDiagnostics;
  return diagnostics.map(({ start, messageText }) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    return `line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

function parse(text: string): ReturnType<Project["createSourceFile"]> {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return project.createSourceFile("output.ts", text);
}
