// A file before and after its edits -> the nodes of one that are those of the other: both trees at once, past what was put in or taken out.
import type { ts } from "ts-morph";
import type { Compiler } from "./compiler.ts";

export interface NodePair {
  readonly before: ts.Node;
  readonly after: ts.Node;
}

/** From the outside in. */
export function nodePairs(before: ts.Node, after: ts.Node, compiler: Compiler): NodePair[] {
  const pairs: NodePair[] = [];
  const walk = (old: ts.Node, now: ts.Node): void => {
    if (old.kind !== now.kind) return;
    pairs.push({ before: old, after: now });
    const [olds, nows] = [childrenOf(old, compiler), childrenOf(now, compiler)];
    if (olds.length === nows.length)
      olds.forEach((child, index) => {
        const other = nows[index];
        if (other !== undefined) walk(child, other);
      });
    else for (const [child, other] of sameText(olds, nows)) walk(child, other);
  };
  walk(before, after);
  return pairs;
}

function childrenOf(node: ts.Node, compiler: Compiler): ts.Node[] {
  const children: ts.Node[] = [];
  compiler.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** In order, each once. */
function sameText(olds: readonly ts.Node[], nows: readonly ts.Node[]): [ts.Node, ts.Node][] {
  let from = 0;
  return olds.flatMap((old): [ts.Node, ts.Node][] => {
    const at = nows.findIndex(
      (now, index) => index >= from && now.kind === old.kind && now.getText() === old.getText(),
    );
    const now = nows[at];
    if (now === undefined) return [];
    from = at + 1;
    return [[old, now]];
  });
}
