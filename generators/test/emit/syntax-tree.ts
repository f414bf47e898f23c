// TypeScript as a syntax tree -> its tokens and nodes as lines, without what may differ between two ways to lay it out.
import { ts } from "ts-morph";

/** Each node by its kind, each token with its text, each doc comment by its words; indented by depth. */
export function treeOf(source: ts.SourceFile): string {
  const lines: string[] = [];
  const visit = (node: ts.Node, depth: number): void => {
    const indentation = "  ".repeat(depth);
    if (ts.isJSDoc(node)) {
      lines.push(`${indentation}doc ${wordsOf(node.getText(source))}`);
      return;
    }
    const children = childrenOf(node, source);
    const text = children.length === 0 ? ` ${node.getText(source)}` : "";
    lines.push(`${indentation}${ts.SyntaxKind[node.kind]}${text}`);
    for (const child of children) visit(child, depth + 1);
  };
  visit(source, 0);
  return lines.join("\n");
}

/** Without the separator that ends a list and the operator that begins one: they depend on where lines break. */
function childrenOf(node: ts.Node, source: ts.SourceFile): readonly ts.Node[] {
  const children = node.getChildren(source);
  if (ts.isTypeElement(node)) return children.filter(({ kind }) => kind !== ts.SyntaxKind.SemicolonToken);
  if (node.kind !== ts.SyntaxKind.SyntaxList) return children;
  const last = children.length - 1;
  return children.filter(({ kind }, index) => {
    if (index === last && kind === ts.SyntaxKind.CommaToken) return false;
    return index !== 0 || (kind !== ts.SyntaxKind.BarToken && kind !== ts.SyntaxKind.AmpersandToken);
  });
}

/** Spaces, line starts, escapes and what is taken out of comments do not count. */
function wordsOf(comment: string): string {
  return comment.replace(/[\s*\\]|\p{C}/gu, "");
}
