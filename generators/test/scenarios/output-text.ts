// Generated text, parsed -> what is in it besides comments: proof that nothing is `any`, and of where spec text ended up.
import { Node, Project, SyntaxKind } from "ts-morph";

/** Every `any` of a file, with its line. */
export function anysOf(text: string): string[] {
  return parse(text)
    .getDescendantsOfKind(SyntaxKind.AnyKeyword)
    .map((node) => `line ${node.getStartLineNumber()}: ${node.getParent()?.getText() ?? ""}`);
}

/** The places outside comments, literals and names of members where `mark` stands; each would be spec text as code. */
export function leaksOf(text: string, mark: string): string[] {
  const leaks: string[] = [];
  parse(text).forEachDescendant((node) => {
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
  const source = parse(text);
  const diagnostics = source.getProject().getProgram().getSyntacticDiagnostics(source);
  return diagnostics.map((diagnostic) => `line ${diagnostic.getLineNumber()}: ${String(diagnostic.getMessageText())}`);
}

function parse(text: string): ReturnType<Project["createSourceFile"]> {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return project.createSourceFile("output.ts", text);
}
