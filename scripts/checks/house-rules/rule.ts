// What a house rule is: a name, and a function from the tree to its findings.
import { positionIn } from "../../release/versions/problem.ts";
import type { Tree } from "./tree.ts";

export interface Rule {
  readonly name: string;
  check(tree: Tree): readonly Finding[];
}

export interface Finding {
  readonly file: string;
  /** Where in the file's text, as an offset in UTF-16 units; 0 when the finding is about the file as a whole. */
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** `file:line:column error rule: message`, then the hint. */
export function printFinding(rule: string, finding: Finding, text: string): string {
  const { line, column } = positionIn(text, finding.offset);
  return `${finding.file}:${line}:${column} error ${rule}: ${finding.message}\n  hint: ${finding.hint}`;
}
