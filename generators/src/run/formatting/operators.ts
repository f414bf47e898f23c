// A token and what precedes it -> how tightly it binds, in expressions and types alike: it decides which parentheses say nothing.
import { isWord } from "./tokens.ts";

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
