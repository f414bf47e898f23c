// A TypeScript file -> its mutants: the file with one condition, boundary, statement, member or constant changed.
import { Node, Project, type SourceFile, SyntaxKind } from "ts-morph";

export interface Mutant {
  /** Below the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** What was done: `negated`, `removed`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

type Change = Pick<Mutant, "kind" | "start" | "end" | "after">;

export function mutantsOf(file: string, text: string): Mutant[] {
  const source = new Project({ useInMemoryFileSystem: true }).createSourceFile("/file.ts", text);
  return changesIn(source).map((change) => ({
    file,
    line: source.getLineAndColumnAtPos(change.start).line,
    before: text.slice(change.start, change.end),
    ...change,
  }));
}

function changesIn(source: SourceFile): Change[] {
  const found: Change[] = [];
  source.forEachDescendant((node, traversal) => {
    // Types, imports and what only says what is there are gone once the program runs.
    if (Node.isTypeNode(node) || Node.isImportDeclaration(node) || Node.isInterfaceDeclaration(node)) {
      traversal.skip();
      return;
    }
    found.push(...changesOf(node));
  });
  return found;
}

function changesOf(node: Node): Change[] {
  const change = (kind: string, target: Node, after: string): Change => ({
    kind,
    start: target.getStart(),
    end: target.getEnd(),
    after,
  });
  if (Node.isIfStatement(node)) {
    const condition = node.getExpression();
    return [change("always", condition, "true"), change("never", condition, "false")];
  }
  if (Node.isConditionalExpression(node)) {
    return [
      change("first branch", node, node.getWhenTrue().getText()),
      change("second branch", node, node.getWhenFalse().getText()),
    ];
  }
  if (Node.isBinaryExpression(node)) {
    const operator = node.getOperatorToken();
    const left = node.getLeft().getText();
    const others = operators.get(operator.getText()) ?? [];
    const changes = others.map((other) => change("operator", operator, other));
    return operator.getKind() === SyntaxKind.QuestionQuestionToken
      ? [...changes, change("no default", node, left)]
      : changes;
  }
  if (Node.isExpressionStatement(node)) return [change("removed statement", node, ";")];
  if (Node.isNumericLiteral(node)) {
    const value = Number(node.getText().replaceAll("_", ""));
    return [
      change("constant", node, String(value + 1)),
      ...(value > 0 ? [change("constant", node, String(value - 1))] : []),
    ];
  }
  if (node.getKind() === SyntaxKind.TrueKeyword) return [change("constant", node, "false")];
  if (node.getKind() === SyntaxKind.FalseKeyword) return [change("constant", node, "true")];
  if (Node.isStringLiteral(node)) return textChanges(node).map((after) => change("text", node, after));
  if (Node.isObjectLiteralExpression(node) && node.getProperties().length > 1) {
    return node.getProperties().map((property) => {
      const next = property.getNextSibling();
      const comma = next?.getKind() === SyntaxKind.CommaToken ? next : null;
      return {
        kind: "removed member",
        start: property.getStart(),
        end: comma?.getEnd() ?? property.getEnd(),
        after: "",
      };
    });
  }
  if (Node.isArrayLiteralExpression(node) && node.getElements().length > 0) {
    const elements = node.getElements().map((one) => one.getText());
    const reversed = elements.length > 1 ? [change("reversed", node, `[${elements.toReversed().join(", ")}]`)] : [];
    return [change("last element removed", node, `[${elements.slice(0, -1).join(", ")}]`), ...reversed];
  }
  if (Node.isCallExpression(node)) return callChanges(node, change);
  if (Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === SyntaxKind.ExclamationToken)
    return [change("negated", node, node.getOperand().getText())];
  return [];
}

function textChanges(node: Node): string[] {
  const parent = node.getParent();
  if (parent === undefined || Node.isPropertyAssignment(parent) === false) return [];
  return node.getText().length > 3 ? [`""`] : [];
}

function callChanges(
  node: Node & { getExpression(): Node; getArguments(): Node[] },
  change: (kind: string, target: Node, after: string) => Change,
): Change[] {
  const callee = node.getExpression();
  if (!Node.isPropertyAccessExpression(callee)) return [];
  const [receiver, name] = [callee.getExpression().getText(), callee.getName()];
  if (removable.has(name)) return [change(`no ${name}`, node, receiver)];
  if (name === "orderBy" && node.getArguments().length === 1)
    return [change("order", node, node.getText().replace(/\)$/, ', "desc")'))];
  const other = swapped.get(name);
  return other === undefined ? [] : [change(`${name} to ${other}`, callee.getNameNode(), other)];
}

/** Calls whose result has the type of what they are called on. */
const removable: ReadonlySet<string> = new Set(
  "where filter orderBy limit offset trim toLowerCase toUpperCase sort slice normalize forUpdate set refine".split(" "),
);

const swapped: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "includes"],
  ["endsWith", "includes"],
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
]);

const operators: ReadonlyMap<string, readonly string[]> = new Map([
  ["===", ["!=="]],
  ["!==", ["==="]],
  ["<", ["<=", ">="]],
  ["<=", ["<", ">"]],
  [">", [">=", "<="]],
  [">=", [">", "<"]],
  ["&&", ["||"]],
  ["||", ["&&"]],
  ["+", ["-"]],
  ["-", ["+"]],
  ["*", ["+"]],
  ["/", ["*"]],
]);
