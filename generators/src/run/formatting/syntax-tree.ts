// Two texts -> whether they are one program with the same comments, by their syntax trees: parentheses, quotes and empty statements are no
// part of those. The last look before a file is called edited: it loads a compiler, so only texts whose forms differ come here.
import { createRequire } from "node:module";
import type { ts } from "ts-morph";
import { commentForm, isComment, tokensOf } from "./tokens.ts";

type Compiler = typeof ts;

export function isSameProgram(file: string, one: string, other: string): boolean {
  if (!/\.[cm]?[jt]s$/.test(file) || commentsOf(one) !== commentsOf(other)) return false;
  const { ts: compiler }: typeof import("ts-morph") = createRequire(import.meta.url)("ts-morph");
  const tree = treeOf(file, one, compiler);
  return tree !== null && tree === treeOf(file, other, compiler);
}

function commentsOf(text: string): string {
  const all = tokensOf(text).texts.filter(isComment).map(commentForm);
  // Of a long line comment, a formatter may make two.
  return all.join("\n").replaceAll("\n//", "");
}

/** `null` for what is no code. */
function treeOf(file: string, text: string, compiler: Compiler): string | null {
  const source = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest);
  const problems: unknown = Reflect.get(source, "parseDiagnostics");
  if (!Array.isArray(problems) || problems.length > 0) return null;
  const statements = source.statements.map((statement) => JSON.stringify(shapeOf(statement, compiler)));
  const end = source.statements.findIndex((statement) => !isImport(statement, compiler));
  const imports = end === -1 ? statements.length : end;
  return [...statements.slice(0, imports).sort(), ...statements.slice(imports)].join("\n");
}

/** What a formatter that sorts imports puts in another order. */
function isImport(statement: ts.Statement, compiler: Compiler): boolean {
  return (
    compiler.isImportDeclaration(statement) ||
    (compiler.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined)
  );
}

/** Properties of nodes that say where a node is, or how it is written. */
const places = new Set(
  [
    "pos",
    "end",
    "parent",
    "id",
    "flags",
    "modifierFlagsCache",
    "transformFlags",
    "jsDoc",
    "original",
    "emitNode",
  ].concat(["singleQuote", "hasExtendedUnicodeEscape", "numericLiteralFlags", "multiLine", "rawText"]),
);

/** A node as a list: its kind, then what the parser noted of it. */
function shapeOf(value: unknown, compiler: Compiler, key = ""): unknown {
  if (Array.isArray(value)) return listOf(value, compiler, key);
  if (!isNode(value)) return value;
  if (compiler.isParenthesizedExpression(value)) return shapeOf(value.expression, compiler, key);
  if (compiler.isParenthesizedTypeNode(value)) return shapeOf(value.type, compiler, key);
  if (compiler.isUnionTypeNode(value) || compiler.isIntersectionTypeNode(value)) {
    const members = membersOf(value, compiler);
    return members.length === 1 ? members[0] : [value.kind, ...members];
  }
  // `"id": …` is `id: …`.
  if (compiler.isStringLiteral(value) && key === "name") return [compiler.SyntaxKind.Identifier, value.text];
  if (compiler.isIdentifier(value)) return [value.kind, value.text];
  if (compiler.isTemplateLiteralToken(value)) return [value.kind, Reflect.get(value, "rawText")];
  if (isLogical(value, compiler)) return [value.operatorToken.kind, ...operandsOf(value, compiler)];
  const { BlockScoped, Namespace, GlobalAugmentation, OptionalChain } = compiler.NodeFlags;
  const flags = value.flags & (BlockScoped | Namespace | GlobalAugmentation | OptionalChain);
  const parts = Object.entries(value).filter(([name, part]) => part !== undefined && !places.has(name));
  return [flags, ...parts.map(([name, part]) => [name, shapeOf(part, compiler, name)])];
}

function listOf(nodes: readonly unknown[], compiler: Compiler, key: string): unknown[] {
  const shapes = nodes.flatMap((node) => {
    const isEmpty = isNode(node) && (compiler.isEmptyStatement(node) || compiler.isSemicolonClassElement(node));
    return isEmpty ? [] : [shapeOf(node, compiler)];
  });
  const [first] = nodes;
  const areNames = isNode(first) && (compiler.isImportSpecifier(first) || compiler.isExportSpecifier(first));
  return key === "elements" && areNames ? shapes.map((shape) => JSON.stringify(shape)).sort() : shapes;
}

function isNode(value: unknown): value is ts.Node {
  return typeof value === "object" && value !== null && "kind" in value && "pos" in value;
}

/** `a && (b && c)` is `a && b && c`. */
function isLogical(node: ts.Node, compiler: Compiler): node is ts.BinaryExpression {
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = compiler.SyntaxKind;
  return (
    compiler.isBinaryExpression(node) &&
    [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken].some((kind) => kind === node.operatorToken.kind)
  );
}

function operandsOf(node: ts.BinaryExpression, compiler: Compiler): unknown[] {
  return [node.left, node.right].flatMap((side) => {
    const operand = withoutParentheses(side, compiler);
    const isSame = isLogical(operand, compiler) && operand.operatorToken.kind === node.operatorToken.kind;
    return isSame ? operandsOf(operand, compiler) : [shapeOf(operand, compiler)];
  });
}

function withoutParentheses(node: ts.Expression, compiler: Compiler): ts.Expression {
  return compiler.isParenthesizedExpression(node) ? withoutParentheses(node.expression, compiler) : node;
}

/** `A | (B | C)` is `A | B | C`. */
function membersOf({ kind, types }: ts.UnionTypeNode | ts.IntersectionTypeNode, compiler: Compiler): unknown[] {
  return types.flatMap((written) => {
    let type = written;
    while (compiler.isParenthesizedTypeNode(type)) type = type.type;
    if ((compiler.isUnionTypeNode(type) || compiler.isIntersectionTypeNode(type)) && type.kind === kind)
      return membersOf(type, compiler);
    return [shapeOf(type, compiler)];
  });
}
