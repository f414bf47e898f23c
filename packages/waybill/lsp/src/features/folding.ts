// A text -> what an editor may fold: in JSON by brackets, in YAML by indentation, also while it does not parse.
import type { FoldingRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { bracketsIn } from "../text/json-scan.ts";

/** As many as Visual Studio Code folds: of a large text, the longest ones. */
const most = 5000;

export function foldingRanges(document: TextDocument, isJson: boolean): FoldingRange[] {
  const ranges = isJson ? foldedBrackets(document) : foldedLines(document.getText());
  const length = ({ startLine, endLine }: FoldingRange): number => endLine - startLine;
  return ranges.length <= most ? ranges : ranges.sort((a, b) => length(b) - length(a)).slice(0, most);
}

function foldedBrackets(document: TextDocument): FoldingRange[] {
  return bracketsIn(document.getText()).flatMap(([start, end]) => {
    const [startLine, endLine] = [document.positionAt(start).line, document.positionAt(end).line - 1];
    return endLine > startLine ? [{ startLine, endLine }] : [];
  });
}

/** A line is folded with those below it that are indented more; a list may have the indentation of its key. */
function foldedLines(text: string): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  const open: { line: number; indent: number }[] = [];
  let last = 0;
  const closeTo = (indent: number): void => {
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      open.pop();
      if (last > top.line) ranges.push({ startLine: top.line, endLine: last });
    }
  };
  for (const [line, written] of text.split(/\r\n|\n|\r/).entries()) {
    const first = written.search(/[^ \t\r]/);
    if (first === -1 || written[first] === "#") continue;
    const indent = first + (/^-(?:\s|$)/.test(written.slice(first, first + 2)) ? 0.5 : 0);
    closeTo(indent);
    open.push({ line, indent });
    last = line;
  }
  closeTo(-1);
  return ranges;
}
