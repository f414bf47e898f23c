// The tokens of a file -> the same with its leading imports and re-exports in one order: tools that sort them change nothing else.
import { isComment } from "./tokens.ts";

/**
 * Sorts each run of such statements, in place, since a file has up to a million tokens; a comment between two of them ends a run, since
 * it belongs to the next.
 */
export function sortImports(tokens: string[]): void {
  const sorted: string[] = [];
  let run: string[][] = [];
  const flush = (): void => {
    sorted.push(...run.map((statement) => statement.join("\n")).sort());
    run = [];
  };
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at] ?? "";
    const end = isComment(token) ? null : statementEnd(tokens, at);
    if (end === null && !isComment(token)) break;
    if (end === null) {
      flush();
      sorted.push(token);
      at += 1;
    } else {
      run.push(withSortedNames(tokens.slice(at, end)));
      at = end;
    }
  }
  flush();
  // As many texts as tokens: a statement is one text, and empty ones follow.
  for (let index = 0; index < at; index += 1) tokens[index] = sorted[index] ?? "";
}

/** Where `import … from "…"`, `export … from "…"` or `import "…"` ends; `null` for anything else. */
function statementEnd(tokens: readonly string[], start: number): number | null {
  if (tokens[start] !== "import" && tokens[start] !== "export") return null;
  if (isString(tokens[start + 1])) return start + 2;
  for (let at = start + 1; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (token === "from" && isString(tokens[at + 1])) return tokens[at + 2] === "with" ? null : at + 2;
    if (!/^[\w$*{},]+$/.test(token)) return null;
  }
  return null;
}

function isString(token: string | undefined): boolean {
  return token?.startsWith('"') === true;
}

function withSortedNames(statement: readonly string[]): string[] {
  const [open, close] = [statement.indexOf("{"), statement.indexOf("}")];
  if (open === -1 || close === -1) return [...statement];
  const names = statement
    .slice(open + 1, close)
    .join("\n")
    .split("\n,\n")
    .sort();
  return [...statement.slice(0, open + 1), names.join("\n,\n"), ...statement.slice(close)];
}
