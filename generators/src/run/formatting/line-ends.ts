// Tokens around the end of a line or a semicolon -> whether a statement or member ends there, as the compiler inserts semicolons.
import { isClosing, isWord } from "./tokens.ts";

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
