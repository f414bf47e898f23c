// Texts in code -> their new values, where their type comes from generated code: values of enums, names of events and members.
import type { ts } from "ts-morph";
import type { ValuesEdit } from "../plan/changes.ts";
import { isKey, noteUntyped, quotedAs, rewriteKey, rewriteValue } from "./members.ts";
import type { MemberVerdict, Pass } from "./pass.ts";

export function rewriteLiteral(node: ts.StringLiteralLike, pass: Pass): void {
  const { compiler, checker } = pass;
  const { parent } = node;
  if (compiler.isImportDeclaration(parent) || compiler.isExportDeclaration(parent)) return;
  if (isKey(node, compiler)) {
    rewriteKey(node, pass);
    return;
  }
  if (compiler.isBindingElement(parent) && parent.propertyName === node) return;
  if (isIndex(node, pass)) {
    const symbol = checker.getSymbolAtLocation(node);
    const symbols = symbol === undefined ? indexed(node, pass) : [symbol];
    if (symbols.length === 0) noteUntyped(node, parent, pass);
    else renameText(node, symbols, pass);
    return;
  }
  const listed = listedKeys(node, pass);
  if (listed.length > 0) {
    renameText(node, listed, pass);
    return;
  }
  if (!rewriteValue(node, valuesFor(node, pass), pass) && !rewriteListed(node, pass)) noteText(node, pass);
}

/** A text in a list of keys -> whether it is one of those that changed. */
function rewriteListed(node: ts.StringLiteralLike, pass: Pass): boolean {
  const verdict = pass.keyLists?.verdictOf(node);
  if (verdict === undefined) return false;
  if ("change" in verdict) renameTo(node, verdict, pass);
  else pass.mark(node, verdict, { comment: false });
  return true;
}

function renameText(node: ts.StringLiteralLike, symbols: readonly ts.Symbol[], pass: Pass): void {
  const verdict = symbols.map((symbol) => pass.memberVerdict(symbol)).find((one) => one !== null);
  if (verdict !== undefined && verdict !== null) renameTo(node, verdict, pass);
}

function renameTo(node: ts.StringLiteralLike, verdict: MemberVerdict, pass: Pass): void {
  if (verdict.kind === "rename") pass.replace(node, quotedAs(node, verdict.to), verdict.change);
  else pass.mark(node, verdict.change);
}

/** `order["note"]`, `Order["note"]`. */
function isIndex(node: ts.StringLiteralLike, { compiler }: Pass): boolean {
  const { parent } = node;
  if (compiler.isElementAccessExpression(parent)) return parent.argumentExpression === node;
  return (
    compiler.isLiteralTypeNode(parent) &&
    compiler.isIndexedAccessTypeNode(parent.parent) &&
    parent.parent.indexType === parent
  );
}

/** In something that may be null, which the compiler rejects before it looks for the member. */
function indexed({ parent, text }: ts.StringLiteralLike, pass: Pass): ts.Symbol[] {
  const { compiler, checker } = pass;
  if (!compiler.isElementAccessExpression(parent)) return [];
  return pass.propertiesOf(checker.getNonNullableType(checker.getTypeAtLocation(parent.expression)), text);
}

/** `Pick<Order, "note">`, and a text where the type is `keyof Order`. */
function listedKeys(node: ts.StringLiteralLike, pass: Pass): ts.Symbol[] {
  const { compiler, checker } = pass;
  const reference = compiler.findAncestor(node, (one) =>
    isReference(one, pass) ? true : compiler.isTypeNode(one) || one === node ? false : "quit",
  );
  if (reference === undefined || !isReference(reference, pass)) return [];
  const [first] = reference.typeArguments ?? [];
  if (first === undefined || node.pos < first.end || !["Pick", "Omit"].includes(nameOf(reference, pass))) return [];
  return pass.propertiesOf(checker.getTypeFromTypeNode(first), node.text);
}

function isReference(node: ts.Node, { compiler }: Pass): node is ts.NodeWithTypeArguments {
  return compiler.isTypeReferenceNode(node) || compiler.isExpressionWithTypeArguments(node);
}

function nameOf(node: ts.NodeWithTypeArguments, { compiler }: Pass): string {
  if (compiler.isTypeReferenceNode(node)) return node.typeName.getText();
  return compiler.isExpressionWithTypeArguments(node) ? node.expression.getText() : "";
}

/** The values that a text is one of, by what it is compared with, assigned to, or passed to. */
function valuesFor(node: ts.StringLiteralLike, pass: Pass): ValuesEdit[] {
  const { compiler, checker } = pass;
  const { parent } = node;
  if (compiler.isLiteralTypeNode(parent)) return valuesOfTypeNode(parent, pass);
  const outer = outermost(node, pass);
  const holder = outer.parent;
  if (compiler.isBinaryExpression(holder)) {
    const other = holder.left === outer ? holder.right : holder.left;
    if (isComparison(holder, pass)) return pass.valuesOfExpression(other);
    if (holder.operatorToken.kind === compiler.SyntaxKind.EqualsToken) return pass.valuesOfExpression(holder.left);
  }
  if (compiler.isCaseClause(holder) && compiler.isSwitchStatement(holder.parent.parent))
    return pass.valuesOfExpression(holder.parent.parent.expression);
  if (compiler.isPropertyAssignment(holder) && compiler.isObjectLiteralExpression(holder.parent)) {
    const type = checker.getContextualType(holder.parent);
    const name = holder.name.getText().replace(/^["']|["']$/g, "");
    const symbols = type === undefined ? [] : pass.propertiesOf(type, name);
    const symbolValues = symbols.flatMap((symbol) => pass.valuesOfSymbol(symbol));
    if (symbolValues.length > 0) return symbolValues;
    if (symbols.some((symbol) => pass.placesOf(symbol).length > 0))
      return symbols.flatMap((symbol) => pass.valuesOfAlias(checker.getTypeOfSymbol(symbol)));
  }
  const type = checker.getContextualType(node);
  return type === undefined ? [] : pass.valuesOfType(type, node);
}

/** Around parentheses, `as const` and the branches of a condition. */
function outermost(node: ts.Expression, pass: Pass): ts.Expression {
  const { compiler } = pass;
  const { parent } = node;
  if (
    compiler.isParenthesizedExpression(parent) ||
    compiler.isAsExpression(parent) ||
    compiler.isSatisfiesExpression(parent)
  )
    return outermost(parent, pass);
  if (compiler.isConditionalExpression(parent) && parent.condition !== node) return outermost(parent, pass);
  return node;
}

function isComparison({ operatorToken: { kind } }: ts.BinaryExpression, { compiler: { SyntaxKind } }: Pass): boolean {
  return (
    kind === SyntaxKind.EqualsEqualsEqualsToken ||
    kind === SyntaxKind.ExclamationEqualsEqualsToken ||
    kind === SyntaxKind.EqualsEqualsToken ||
    kind === SyntaxKind.ExclamationEqualsToken
  );
}

/** `Extract<OrderStatus, "SENT">`, `Record<OrderStatus, …>` and the like: by the first type. */
function valuesOfTypeNode(node: ts.LiteralTypeNode, pass: Pass): ValuesEdit[] {
  const { compiler, checker } = pass;
  const reference = compiler.findAncestor(node.parent, (one) =>
    compiler.isTypeReferenceNode(one) ? true : compiler.isUnionTypeNode(one) ? false : "quit",
  );
  if (reference === undefined || !compiler.isTypeReferenceNode(reference)) return [];
  const [first] = reference.typeArguments ?? [];
  if (first === undefined || !["Extract", "Exclude"].includes(reference.typeName.getText())) return [];
  return pass.valuesOfType(checker.getTypeFromTypeNode(first), node);
}

/** A text that is just a text, and the name of an event that is called something else: people have to decide. */
function noteText(node: ts.StringLiteralLike, pass: Pass): void {
  if (!/[._-]/.test(node.text)) return;
  for (const { events } of pass.plansFor(node)) {
    const change = events?.renamed.get(node.text)?.change ?? events?.removed.get(node.text);
    if (change !== undefined && pass.compiler.isExpression(node)) pass.mark(node, change, { comment: false });
  }
}
