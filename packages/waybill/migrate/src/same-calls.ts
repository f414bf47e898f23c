// Code of openapi-fetch and openapi-react-query -> the same code over @waybill/fetch: only the names of modules change.
import { Node, type Project, ts } from "ts-morph";

const modules: Readonly<Record<string, string>> = {
  "openapi-fetch": "@waybill/fetch",
  "openapi-react-query": "@waybill/fetch/react-query",
};

/** Also of modules that are mocked or loaded: `vi.mock("openapi-fetch")`. */
export function renameModules(project: Project): void {
  for (const file of project.getSourceFiles())
    for (const literal of file.getDescendantsOfKind(ts.SyntaxKind.StringLiteral)) {
      const module = Object.hasOwn(modules, literal.getLiteralValue()) ? modules[literal.getLiteralValue()] : undefined;
      const parent = literal.getParent();
      const names =
        Node.isImportDeclaration(parent) || Node.isExportDeclaration(parent) || Node.isLiteralTypeNode(parent);
      if (module !== undefined && (names || (Node.isCallExpression(parent) && parent.getArguments()[0] === literal)))
        literal.setLiteralValue(module);
    }
}
