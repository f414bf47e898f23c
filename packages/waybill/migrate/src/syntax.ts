// What the syntax around a node says: uses of imported names, what a value is assigned to, where names come from.
import { type Identifier, type ImportDeclaration, Node, type SourceFile, ts } from "ts-morph";

export function usesIn(file: SourceFile, local: Identifier): Identifier[] {
  const symbol = local.getSymbol();
  return file.getDescendantsOfKind(ts.SyntaxKind.Identifier).filter((node) => {
    if (
      node.getText() !== local.getText() ||
      node.getFirstAncestorByKind(ts.SyntaxKind.ImportDeclaration) !== undefined
    )
      return false;
    const parent = node.getParent();
    // `{ listOrders }` is a member and a use; `x.listOrders` and `{ listOrders: 1 }` are not uses.
    if (Node.isShorthandPropertyAssignment(parent)) return parent.getValueSymbol() === symbol;
    return node.getSymbol() === symbol;
  });
}

/** `axios.isAxiosError`, and `AxiosError` after `instanceof`. */
export function axiosErrorsIn(file: SourceFile): Node[] {
  if (!file.getImportDeclarations().some((one) => one.getModuleSpecifierValue() === "axios")) return [];
  return file.getDescendantsOfKind(ts.SyntaxKind.Identifier).filter((node) => {
    const parent = node.getParent();
    if (node.getText() === "isAxiosError")
      return Node.isPropertyAccessExpression(parent) || Node.isCallExpression(parent);
    return node.getText() === "AxiosError" && Node.isBinaryExpression(parent);
  });
}

/** `components["schemas"]["Order"]` around the identifier. */
export function componentOf(node: Node): { readonly node: Node; readonly name: string } | null {
  const schemas = node.getParent()?.getParent();
  const component = schemas?.getParent();
  if (!Node.isIndexedAccessTypeNode(schemas) || schemas.getIndexTypeNode().getText() !== '"schemas"') return null;
  if (!Node.isIndexedAccessTypeNode(component) || component.getObjectTypeNode() !== schemas) return null;
  return {
    node: component,
    name: component
      .getIndexTypeNode()
      .getText()
      .replace(/^["']|["']$/g, ""),
  };
}

export function isArgument(node: Node): boolean {
  const parent = node.getParent();
  return (Node.isCallExpression(parent) || Node.isNewExpression(parent)) && parent.getExpression() !== node;
}

export function isOpenapiFetch(node: Identifier): boolean {
  return importOf(node)?.getModuleSpecifierValue() === "openapi-fetch";
}

export function isClientCall(node: Node): boolean {
  if (!Node.isCallExpression(node)) return false;
  const callee = node.getExpression();
  return Node.isIdentifier(callee) && isOpenapiFetch(callee);
}

function importOf(node: Identifier): ImportDeclaration | undefined {
  return node.getSymbol()?.getDeclarations()[0]?.getFirstAncestorByKind(ts.SyntaxKind.ImportDeclaration);
}

/** The name that a value is assigned to, or the access to a member of it; `null`: neither. */
export function holderOf(node: Node): Node | null {
  const parent = node.getParent();
  if (Node.isVariableDeclaration(parent) || Node.isPropertyDeclaration(parent) || Node.isPropertyAssignment(parent))
    return parent.getNameNode();
  if (Node.isArrowFunction(parent) && parent.getBody() === node) return holderOf(parent);
  if (Node.isReturnStatement(parent)) return functionNameOf(parent);
  if (Node.isPropertyAccessExpression(parent)) return parent;
  if (Node.isParenthesizedExpression(parent) || Node.isSatisfiesExpression(parent)) return holderOf(parent);
  if (!Node.isBinaryExpression(parent)) return null;
  const [declaration] = parent.getLeft().getSymbol()?.getDeclarations() ?? [];
  return Node.isVariableDeclaration(declaration) || Node.isPropertyDeclaration(declaration)
    ? declaration.getNameNode()
    : null;
}

function functionNameOf(node: Node): Node | null {
  const owner = node.getFirstAncestor((one) => Node.isFunctionLikeDeclaration(one));
  if (Node.isFunctionDeclaration(owner) || Node.isMethodDeclaration(owner) || Node.isGetAccessorDeclaration(owner))
    return owner.getNameNode() ?? null;
  return Node.isArrowFunction(owner) ? holderOf(owner) : null;
}

/** The name that has a type, or that is called for it; through unions and promises. */
export function typedName(type: Node): Node | null {
  const parent = type.getParent();
  if (Node.isUnionTypeNode(parent)) return typedName(parent);
  if (Node.isTypeReference(parent) && parent.getTypeName().getText() === "Promise") return typedName(parent);
  if (Node.isArrowFunction(parent)) return holderOf(parent);
  const isNamed =
    Node.isParameterDeclaration(parent) ||
    Node.isPropertyDeclaration(parent) ||
    Node.isPropertySignature(parent) ||
    Node.isVariableDeclaration(parent) ||
    Node.isFunctionDeclaration(parent) ||
    Node.isMethodDeclaration(parent) ||
    Node.isMethodSignature(parent) ||
    Node.isGetAccessorDeclaration(parent);
  return isNamed ? (parent.getNameNode() ?? null) : null;
}

/** The expression with all that is around it and has the same value: `(await orders())!`. */
export function widest(node: Node): Node {
  const parent = node.getParent();
  const isCalled = Node.isCallExpression(parent) && parent.getExpression() === node;
  const isSame =
    Node.isNonNullExpression(parent) ||
    Node.isParenthesizedExpression(parent) ||
    Node.isAwaitExpression(parent) ||
    Node.isAsExpression(parent) ||
    Node.isSatisfiesExpression(parent);
  return isCalled || isSame ? widest(parent) : node;
}

/** Whether an identifier is declared in the project, outside of an expression. */
export function isOfProject(node: Identifier, expression: Node): boolean {
  const declarations = node.getSymbol()?.getDeclarations() ?? [];
  return declarations.some(
    (one) =>
      !one.getSourceFile().isInNodeModules() &&
      !one.getSourceFile().isFromExternalLibrary() &&
      !expression.containsRange(one.getPos(), one.getEnd()),
  );
}

export function removeStatement(node: Node): void {
  node.getParentIfKindOrThrow(ts.SyntaxKind.ExpressionStatement).remove();
}

/** `.js`, `.ts` or none: as the file imports others. */
export function extensionOf(file: SourceFile): string {
  const specifiers = file.getImportDeclarations().map((one) => one.getModuleSpecifierValue());
  const [relative] = specifiers.filter((one) => one.startsWith("."));
  return (
    /\.[cm]?[jt]sx?$/
      .exec(relative ?? "")?.[0]
      .replace("x", "")
      .replace(/\.d$/, "") ?? ""
  );
}

/** Without the ending of a module, and without `index`. */
export function plainPath(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
}
