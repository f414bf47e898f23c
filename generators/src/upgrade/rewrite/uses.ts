// An expression -> what is done with its value, where the compiler accepts values of several kinds and does something else with each.
import type { ts } from "ts-morph";
import type { Compiler } from "./compiler.ts";

/** `+`, `this template`: for people. `isTest`: only whether it is something counts. */
export interface Use {
  readonly what: string;
  readonly isTest: boolean;
  /** The other operand. */
  readonly other: ts.Expression | null;
  /** Whether the operator compares the two, and nothing else. */
  readonly isEquality: boolean;
}

export function useOf(node: ts.Expression, compiler: Compiler): Use | null {
  const use = (what: string, other: ts.Expression | null = null): Use => ({
    what,
    other,
    isTest: false,
    isEquality: false,
  });
  const test: Use = { what: "this condition", isTest: true, isEquality: false, other: null };
  const outer = around(node, compiler);
  const { parent } = outer;
  const { SyntaxKind } = compiler;
  if (compiler.isBinaryExpression(parent)) return useOfOperand(outer, parent, { use, test, compiler });
  if (compiler.isPrefixUnaryExpression(parent))
    return parent.operator === SyntaxKind.ExclamationToken
      ? test
      : use(`\`${compiler.tokenToString(parent.operator) ?? ""}\``);
  if (compiler.isPostfixUnaryExpression(parent)) return use(`\`${compiler.tokenToString(parent.operator) ?? ""}\``);
  if (compiler.isTemplateSpan(parent)) return use("this template");
  if (compiler.isElementAccessExpression(parent) && parent.argumentExpression === outer) return use("this index");
  if (compiler.isComputedPropertyName(parent)) return use("this key");
  if (compiler.isTypeOfExpression(parent)) return use("this `typeof`");
  if (compiler.isSwitchStatement(parent)) return use("this `switch`");
  if (compiler.isSpreadAssignment(parent) || compiler.isSpreadElement(parent) || compiler.isJsxSpreadAttribute(parent))
    return use("this copy");
  if (compiler.isForInStatement(parent) && parent.expression === outer) return use("this loop");
  const isCondition =
    (compiler.isIfStatement(parent) || compiler.isWhileStatement(parent) || compiler.isDoStatement(parent)) &&
    parent.expression === outer;
  if (isCondition || (compiler.isConditionalExpression(parent) && parent.condition === outer)) return test;
  return null;
}

interface Kinds {
  readonly use: (what: string, other?: ts.Expression) => Use;
  readonly test: Use;
  readonly compiler: Compiler;
}

function useOfOperand(node: ts.Expression, parent: ts.BinaryExpression, { use, test, compiler }: Kinds): Use | null {
  const { SyntaxKind } = compiler;
  const { kind } = parent.operatorToken;
  const other = parent.left === node ? parent.right : parent.left;
  const what = `\`${parent.operatorToken.getText()}\``;
  switch (kind) {
    case SyntaxKind.EqualsToken:
    case SyntaxKind.CommaToken:
    case SyntaxKind.QuestionQuestionToken:
    case SyntaxKind.QuestionQuestionEqualsToken:
      return null;
    case SyntaxKind.AmpersandAmpersandToken:
    case SyntaxKind.BarBarToken:
      return parent.left === node ? test : null;
    case SyntaxKind.EqualsEqualsToken:
    case SyntaxKind.EqualsEqualsEqualsToken:
    case SyntaxKind.ExclamationEqualsToken:
    case SyntaxKind.ExclamationEqualsEqualsToken:
      return { ...use(what, other), isEquality: true };
    default:
      return use(what, other);
  }
}

/** Around parentheses, `!`, `as` and `satisfies`. */
export function around(node: ts.Expression, compiler: Compiler): ts.Expression {
  const { parent } = node;
  return compiler.isParenthesizedExpression(parent) ||
    compiler.isNonNullExpression(parent) ||
    compiler.isAsExpression(parent) ||
    compiler.isSatisfiesExpression(parent)
    ? around(parent, compiler)
    : node;
}
