// Tokens around the end of a line or a semicolon -> whether a statement or member ends there, as the compiler inserts semicolons.
import { isClosing, isComment, isWord } from "./tokens.ts";

/** A line end behind these words ends the statement. */
export const restricted: ReadonlySet<string> = new Set(["return", "break", "continue", "throw", "yield", "async"]);
/** A line end, or a semicolon, makes these words a name; only at the start of a statement or member. */
export const contextual: ReadonlySet<string> = new Set(
  (
    "type declare abstract namespace module interface get set static accessor readonly let using " +
    "override public private protected export"
  ).split(" "),
);

export function startsMember(before: string): boolean {
  return ["", "{", "}", ";", ")", "async"].includes(before) || contextual.has(before);
}

/** Whether a statement or member can end with this token. */
export function canEnd(token: string): boolean {
  const code = token.charCodeAt(0);
  return isWord(token) || isLiteral(token) || isClosing(token) || code === 47 || marksAtEnd.has(token);
}

const marksAtEnd = new Set([">", "++", "--", "!", "*", ";"]);

/** Whether what begins with this token can belong to the line before. */
export function continues(token: string): boolean {
  if (isWord(token)) return wordOperators.has(token);
  const code = token.charCodeAt(0);
  return !(token === "}" || token === "" || isQuote(code) || (code > 47 && code < 58) || isMember(code));
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39;
}

/** `@` of a decorator, or `#` of a private name. */
function isMember(code: number): boolean {
  return code === 64 || code === 35;
}

const wordOperators = new Set(["in", "instanceof", "as", "satisfies", "of", "is", "extends", "implements"]);

/** Whether a `|` behind this token is the one before the first alternative, which Prettier adds to long unions. */
export function leads(before: string): boolean {
  if (isWord(before)) return ["extends", "is", "as", "satisfies", "keyof", "return"].includes(before);
  return ["=", "(", "<", ",", ":", "[", "=>", "?", "...", "|", "&"].includes(before);
}

export function endsOperand(token: string): boolean {
  if (isWord(token)) return !wordOperators.has(token) && !beforeOperand.has(token);
  return isClosing(token) || token === ">" || isLiteral(token);
}

const beforeOperand = new Set("return case await new default readonly keyof infer typeof yield throw".split(" "));

export function isLiteral(token: string): boolean {
  const code = token.charCodeAt(0);
  return code === 34 || code === 39 || token.endsWith("`") || (code > 47 && code < 58);
}

// The tokens of a file -> the same with its leading imports and re-exports in one order: tools that sort them change nothing else.

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
