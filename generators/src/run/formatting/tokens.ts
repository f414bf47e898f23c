// TypeScript or JavaScript as text -> its tokens, comments included. A scanner of our own because every written file passes through it:
// js-tokens takes 2.3 s for the 16 MB generated from GitHub's description, this one 0.6 s.

export interface Tokens {
  /** Each as written; its first characters say what it is. */
  readonly texts: readonly string[];
  /** Whether a line ends between the token before and this one. */
  readonly breaks: readonly boolean[];
}

/** Where the text is no valid code, the rest of a line is one token: nothing of it is ever skipped. */
export function tokensOf(text: string): Tokens {
  const texts: string[] = [];
  const breaks: boolean[] = [];
  /** Open brackets: for `(` the word before it, for the `${` of a template `${`. */
  const open: string[] = [];
  let last = "";
  let broken = false;
  let isHeader = false;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      broken = true;
      at += 1;
      continue;
    }
    if (code === 32 || (code < 32 && code > 8) || (code > 127 && isSpace(text, at))) {
      if (code === 0x2028 || code === 0x2029 || code === 13) broken = true;
      at += 1;
      continue;
    }
    const continuesTemplate = code === 125 && open[open.length - 1] === "${";
    let end: number;
    if (continuesTemplate) end = templateEnd(text, at);
    else if (code === 47) end = slashEnd(text, at, () => allowsRegExp(last, isHeader));
    else end = endOf(text, at, code);
    const token = text.slice(at, end);
    texts.push(token);
    breaks.push(broken);
    broken = false;
    at = end;
    if (code === 47 && isComment(token)) continue;
    if (code === 40) open.push(last);
    else if (code === 91 || code === 123) open.push(token);
    else if (continuesTemplate) {
      if (token.endsWith("`")) open.pop();
    } else if (code === 41) isHeader = headers.has(open.pop() ?? "");
    else if (code === 93 || code === 125) open.pop();
    else if (code === 96 && token.endsWith("${")) open.push("${");
    last = token;
  }
  return { texts, breaks };
}

export function isComment(token: string): boolean {
  return token.length > 1 && token.charCodeAt(0) === 47 && (token.charCodeAt(1) === 47 || token.charCodeAt(1) === 42);
}

export function isWord(token: string): boolean {
  const code = token.charCodeAt(0);
  return (code > 96 && code < 123) || (code > 64 && code < 91) || code === 95 || code === 36 || code > 127;
}

export function isClosing(token: string): boolean {
  return token === ")" || token === "]" || token === "}";
}

/** A statement follows the parentheses behind these words. */
export const headers: ReadonlySet<string> = new Set(["if", "for", "while", "with"]);

const beforeRegExp = new Set(
  "return typeof case in of delete void throw new do else instanceof await yield extends default".split(" "),
);

/** Behind `}` a slash starts a regular expression: what is read as one counts to the last space. */
function allowsRegExp(last: string, isHeader: boolean): boolean {
  if (last === ")") return isHeader;
  if (last === "]" || last === "++" || last === "--") return false;
  if (isWord(last)) return beforeRegExp.has(last);
  const code = last.charCodeAt(0);
  return !((code > 47 && code < 58) || code === 34 || code === 39 || code === 96 || last.endsWith("`"));
}

const space = /\s/;

function isSpace(text: string, at: number): boolean {
  return space.test(text.charAt(at));
}

const number = /0[xob][\da-f_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?n?/iy;
const regExp = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[\w$]*/y;
const string = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
/** `>` and `>` are two tokens: they close type arguments one by one. */
const mark = /=>|[<>]=(?!>)|\.\.\.|\?\.(?!\d)|\?\?=?|&&=?|\|\|=?|[=!]==?|\*\*=?|\+\+|--|[-+*%&|^]=|\/=/y;

function endOf(text: string, at: number, code: number): number {
  if ((code > 96 && code < 123) || (code > 64 && code < 91) || code === 95 || code === 36 || code > 127)
    return wordEnd(text, at);
  switch (code) {
    case 34:
    case 39:
      return matchEnd(string, text, at) ?? lineEnd(text, at);
    case 96:
      return templateEnd(text, at);
    case 40:
    case 41:
    case 44:
    case 58:
    case 59:
    case 123:
    case 125:
      return at + 1;
    default:
      if ((code > 47 && code < 58) || (code === 46 && isDigit(text.charCodeAt(at + 1))))
        return matchEnd(number, text, at) ?? at + 1;
      return matchEnd(mark, text, at) ?? at + 1;
  }
}

function wordEnd(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    const isPart =
      (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58) || code === 95 || code === 36;
    if (!isPart && !(code > 127 && !isSpace(text, at))) return at;
  }
}

function slashEnd(text: string, at: number, canBeRegExp: () => boolean): number {
  const next = text.charCodeAt(at + 1);
  if (next === 47) return lineEnd(text, at);
  if (next === 42) {
    const end = text.indexOf("*/", at + 2);
    return end === -1 ? text.length : end + 2;
  }
  return (canBeRegExp() ? matchEnd(regExp, text, at) : null) ?? matchEnd(mark, text, at) ?? at + 1;
}

/** From a backtick, or from the brace that ends `${`, behind the next `${` or the closing backtick. */
function templateEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 96) return at + 1;
    else if (code === 36 && text.charCodeAt(at + 1) === 123) return at + 2;
  }
  return text.length;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function isDigit(code: number): boolean {
  return code > 47 && code < 58;
}

/** The higher, the tighter. Types follow the same order as expressions: conditional types, functions, unions, intersections, prefixes. */
export const level = {
  comma: 1,
  /** Assignments and arrow functions. */
  assignment: 2,
  condition: 3,
  /** Of a conditional type. */
  extends: 4,
  or: 5,
  and: 6,
  union: 7,
  xor: 8,
  intersection: 9,
  equality: 10,
  relation: 11,
  shift: 12,
  sum: 13,
  product: 14,
  power: 15,
  prefix: 16,
  postfix: 17,
  /** Names, literals, calls and members. */
  operand: 18,
} as const;

const infix: ReadonlyMap<string, number> = new Map(
  Object.entries({
    [level.comma]: [","],
    [level.assignment]: ["=", "=>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "??=", "&&=", "||=", "**="],
    [level.condition]: ["?", ":"],
    [level.extends]: ["extends"],
    [level.or]: ["||", "??"],
    [level.and]: ["&&"],
    [level.union]: ["|"],
    [level.xor]: ["^"],
    [level.intersection]: ["&"],
    [level.equality]: ["===", "!==", "==", "!="],
    // A shift is two of these tokens.
    [level.relation]: ["<", ">", "<=", ">=", "in", "instanceof", "as", "satisfies"],
    [level.sum]: ["+", "-"],
    [level.product]: ["*", "/", "%"],
    [level.power]: ["**"],
  }).flatMap(([of, tokens]) => tokens.map((token) => [token, Number(of)] as const)),
);

const prefixes = new Set([
  "!",
  "~",
  "+",
  "-",
  "++",
  "--",
  ..."typeof void delete await keyof readonly unique".split(" "),
]);

/** What a whole expression or type follows. */
const slots = new Set(["=>", "(", "[", ",", "?", ":", "...", "return", "throw", "yield", "case", "of", "is"]);

/** `null` for what is no operator. `isInfix`: whether an operand precedes it. */
export function levelOf(token: string, isInfix: boolean): number | null {
  if (!isInfix && prefixes.has(token)) return level.prefix;
  if (token === "!" || token === "++" || token === "--") return level.postfix;
  // `infer U extends V` and `new A` without arguments take in what follows.
  if (token === "infer" || token === "yield") return level.assignment;
  if (token === "new") return level.prefix;
  return infix.get(token) ?? null;
}

/** What the content of parentheses needs to bind at, without them, for what precedes them; `null`: they are no grouping. */
export function neededAfter(before: string, isInfix: boolean): number | null {
  if (slots.has(before) || before.endsWith("${")) return level.assignment;
  if (before === "new" || before === "infer" || before === ">") return null;
  const own = levelOf(before, isInfix);
  if (own === null || own === level.postfix) return null;
  if (own === level.prefix) return level.prefix;
  if (own === level.assignment) return level.assignment;
  // `a && (b && c)` is `a && b && c` to formatters; `a ** (b ** c)` is what it is without them.
  return own === level.and || own === level.or || own === level.power ? own : own + 1;
}

/** The same for what follows them; `null`: in doubt. */
export function neededBefore(next: string): number | null {
  switch (next) {
    case ")":
    case "]":
    case "}":
    case ",":
    case ";":
    case ":":
    case "":
      return level.assignment;
    case "?":
      return level.condition + 1;
    case ".":
    case "?.":
    case "[":
    case "(":
    case "!":
    case "++":
    case "--":
      return level.operand;
    case "**":
      return level.postfix;
    default:
      if (next.startsWith("}")) return level.assignment;
      if (next.startsWith("`")) return level.operand;
      return neededBeforeOperator(next);
  }
}

function neededBeforeOperator(next: string): number | null {
  const own = infix.get(next);
  if (own === undefined) return null;
  if (own === level.assignment) return level.operand;
  return own === level.extends ? own + 1 : own;
}

/** Whether an operand ends with the token, so that a sign after it is infix. In doubt it is not. */
export function endsBeforeInfix(token: string): boolean {
  const code = token.charCodeAt(0);
  if (isWord(token)) return !infix.has(token) && !prefixes.has(token) && !slots.has(token) && token !== "new";
  return (
    token === ")" || token === "]" || code === 34 || code === 39 || token.endsWith("`") || (code > 47 && code < 58)
  );
}

/** What may go on in a type, so that parentheses around `a as B` mean something before it. */
export const continuesType: ReadonlySet<string> = new Set(["|", "&", "<", "[", ".", "extends", "is"]);

/** What follows type arguments, as the compiler reads them. */
export function followsTypeArguments(token: string): boolean {
  const code = token.charCodeAt(0);
  if (isWord(token)) return ["extends", "implements", "as", "satisfies", "is", "in"].includes(token);
  return (
    token === "" ||
    (token !== "!" && token !== "-" && token !== "+" && token !== "<" && !(code > 47 && code < 58) && code !== 34)
  );
}

const identifier = /^[A-Za-z_$][\w$]*$/;

export function unquoted(string: string): string {
  const content = string.slice(1, -1);
  return identifier.test(content) ? content : quoted(string);
}

/** In double quotes, without the backslashes that the quotes of either kind need. */
export function quoted(string: string): string {
  const content = string.slice(1, -1);
  return `"${content.replace(/\\([\s\S])/g, (all, next) => (next === "'" || next === '"' ? next : all))}"`;
}

export function numberForm(token: string): string {
  const lower = token.toLowerCase().replaceAll("_", "");
  if (lower.endsWith("n")) return lower;
  const value = Number(lower);
  return Number.isNaN(value) ? token : String(value);
}

/** Without indentation and line ends; which kind of comment it is counts. */
export function commentForm(token: string): string {
  const isLine = token.startsWith("//");
  const content = isLine ? token.slice(2) : token.slice(2, -2);
  // Most have nothing to replace, and the other pattern takes ten times as long to see that.
  const isFolded = /[\n\t]|\s\s/.test(content);
  const text = isFolded ? content.replace(/\s*\n\s*(?:\*\s*)?|\s{2,}|\t/g, " ") : content;
  return `${isLine ? "//" : "/*"} ${text.trim()}`;
}
