// Code -> its text without formatting, so that what Prettier or Biome made of a file is recognized as that file.
// Two texts of one form are the same program with the same comments. Where that is in doubt, the form keeps the difference: a reader is
// then asked whether it was an edit, which is never lost.
import { hashOf, unixText } from "../../source/document.ts";
import {
  canEnd,
  contextual,
  continues,
  endsOperand,
  isLiteral,
  leads,
  restricted,
  sortImports,
  startsMember,
} from "./line-ends.ts";
import {
  commentForm,
  continuesType,
  endsBeforeInfix,
  followsTypeArguments,
  headers,
  isClosing,
  isComment,
  isWord,
  level,
  levelOf,
  neededAfter,
  neededBefore,
  numberForm,
  quoted,
  type Tokens,
  tokensOf,
  unquoted,
} from "./tokens.ts";

/** A hash of the form; `null` for files other than code and JSON, whose formatting is part of them. */
export function formHash(file: string, text: string): string | null {
  return /\.(?:[cm]?[jt]s|json)$/.test(file) ? hashOf(unformatted(unixText(text))).slice(0, 32) : null;
}

export function isSameForm(file: string, one: string, other: string): boolean {
  const hash = formHash(file, one);
  return hash !== null && hash === formHash(file, other);
}

/** The tokens that count, one a line. */
export function unformatted(text: string): string {
  const form = new Form(tokensOf(text));
  return form.read();
}

/** An open bracket. */
interface Bracket {
  readonly mark: string;
  /** The word or mark before it. */
  readonly before: string;
  /** Where it is in the output. */
  readonly at: number;
  /** How tightly its content has to bind for the parentheses to say nothing to what precedes them; `null`: they group nothing. */
  readonly needed: number | null;
  /** How tightly the loosest operator between its brackets binds, not in nested ones. */
  loosest: number;
  /** Of the same tokens, whether one is `?.`, and whether one is followed by a type. */
  isOptional: boolean;
  hasType: boolean;
  /** Whether one is `in`, which makes brackets around it those of a mapped type. */
  hasIn: boolean;
  /** How many type arguments were open before it. */
  readonly typeArguments: number;
}

class Form {
  private readonly out: string[] = [];
  private readonly open: Bracket[] = [];
  private readonly texts: readonly string[];
  private readonly breaks: readonly boolean[];
  /** The token before, comments aside, and the one before that. */
  private last = "";
  private before = "";
  /** Whether `last` is the parenthesis that closes `if (…)`. */
  private closesHeader = false;
  /** Whether the token before `last` closes `if (…)`. */
  private beforeClosesHeader = false;
  /** Where the open type arguments end, innermost last. */
  private readonly typeArguments: number[] = [];
  /** Whether `last` begins or ends some. */
  private isTypeAngle = false;

  constructor({ texts, breaks }: Tokens) {
    this.texts = texts;
    this.breaks = breaks;
  }

  read(): string {
    const { texts } = this;
    /** Whether a line ends before the token, or before a comment that precedes it. */
    let isBroken = false;
    for (let at = 0; at < texts.length; at += 1) {
      const token = texts[at] ?? "";
      if (isComment(token)) {
        this.addComment(token);
        isBroken ||= this.breaks[at] === true;
        continue;
      }
      isBroken ||= this.breaks[at] === true;
      if (isBroken && token !== ";" && this.endsAtLine(at)) this.out.push(";");
      isBroken = false;
      const isTypeAngle = this.isOfTypeArguments(token, at);
      if (!isTypeAngle) this.note(token, at);
      const closedHeader = this.closesHeader;
      this.add(token, at);
      this.isTypeAngle = isTypeAngle;
      this.beforeClosesHeader = closedHeader;
      this.before = this.last;
      this.last = token;
    }
    sortImports(this.out);
    const form = this.out.filter((token) => token !== "");
    return form.length === 0 ? "" : `${form.join("\n")}\n`;
  }

  private add(token: string, at: number): void {
    const isHeader = this.closesHeader;
    this.closesHeader = false;
    // By number: every token comes here, and V8 compares texts that were cut out of a longer one character by character.
    switch (token.length === 1 ? token.charCodeAt(0) : 0) {
      case 40: // (
      case 91: // [
      case 123: // {
        this.open.push({
          mark: token,
          before: this.last,
          at: this.out.length,
          needed: token === "(" ? this.neededHere() : null,
          loosest: level.operand,
          isOptional: false,
          hasType: false,
          hasIn: false,
          typeArguments: this.typeArguments.length,
        });
        this.out.push(token);
        return;
      case 41: // )
      case 93: // ]
      case 125: // }
        this.close(token, at);
        return;
      case 44: // ,
        this.addComma(at);
        return;
      case 59: // ;
        if (this.keepsSemicolon(at, isHeader)) this.out.push(token);
        return;
      case 124: // |
      case 38: // &
        if (!leads(this.last) && !this.isNameIn()) this.out.push(token);
        return;
      default:
        this.out.push(this.formOf(token, at));
    }
  }

  private formOf(token: string, at: number): string {
    const code = token.charCodeAt(0);
    if (code === 34 || code === 39) return this.isKey(at) ? unquoted(token) : quoted(token);
    return (code > 47 && code < 58) || (code === 46 && token.length > 1 && token !== "...") ? numberForm(token) : token;
  }

  private close(token: string, at: number): void {
    const bracket = this.open.pop();
    if (bracket === undefined || token !== ")") {
      this.out.push(token);
      return;
    }
    this.closesHeader = headers.has(bracket.before);
    if (!this.isRedundant(bracket, at)) {
      this.out.push(token);
      return;
    }
    this.out[bracket.at] = "";
    const around = this.open.at(-1);
    if (around === undefined) return;
    around.loosest = Math.min(around.loosest, bracket.loosest);
    around.isOptional ||= bracket.isOptional;
    around.hasType ||= bracket.hasType;
    around.hasIn ||= bracket.hasIn;
  }

  private neededHere(): number | null {
    if (this.last === "<" && this.isTypeAngle) return level.assignment;
    return neededAfter(this.last, endsBeforeInfix(this.before) && !this.beforeClosesHeader);
  }

  /** What the token says of the parentheses around it. */
  private note(token: string, at: number): void {
    const inside = this.open.at(-1);
    if (inside === undefined || inside.needed === null || this.typeArguments.length > inside.typeArguments) return;
    if (token === "?.") inside.isOptional = true;
    else if (token === "as" || token === "satisfies") inside.hasType = true;
    else if (token === "in") inside.hasIn = true;
    const own = levelOf(token, endsBeforeInfix(this.last) && !this.closesHeader);
    // A comma that only a formatter writes is no operator.
    if (own !== null && !(token === "," && isClosing(this.next(at)))) inside.loosest = Math.min(inside.loosest, own);
  }

  /** Whether the token is the `<` or the `>` of type arguments. */
  private isOfTypeArguments(token: string, at: number): boolean {
    const { typeArguments } = this;
    if (typeArguments.at(-1) === at) {
      typeArguments.pop();
      return true;
    }
    const end = token === "<" && isWord(this.last) ? this.typeArgumentsEnd(at) : null;
    if (end !== null) typeArguments.push(end);
    return end !== null;
  }

  /** Where the type arguments that `<` begins end; `null` where it is a comparison. */
  private typeArgumentsEnd(start: number): number | null {
    const { texts } = this;
    let depth = 0;
    let brackets = 0;
    for (let at = start; at < texts.length; at += 1) {
      const token = texts[at] ?? "";
      if (token === "<" && brackets === 0) depth += 1;
      else if (token === ">" && brackets === 0) depth -= 1;
      else if (token === "(" || token === "[" || token === "{") brackets += 1;
      else if (isClosing(token)) brackets -= 1;
      else if (brackets === 0 && (token === ";" || token === "&&" || token === "||" || token === "??")) return null;
      if (brackets < 0) return null;
      if (depth === 0) return followsTypeArguments(this.next(at)) ? at : null;
    }
    return null;
  }

  /** `(x) => …`, and parentheses without which the syntax tree is the same. */
  private isRedundant(bracket: Bracket, at: number): boolean {
    const { out } = this;
    const { needed, at: start, loosest } = bracket;
    const next = this.next(at);
    if (next === "=>") return out.length === start + 2 && isWord(out[start + 1] ?? "");
    if (needed === null || loosest < needed || (bracket.hasIn && bracket.before === "[")) return false;
    const first = out.slice(start + 1, start + 4).find((token) => token !== "" && !isComment(token));
    if (first === undefined || (first === "{" && bracket.before === "=>")) return false;
    const isEnd = this.breaksBeforeNext(at) && !continues(next);
    if (isEnd || this.typeArguments.at(-1) === this.nextAt(at)) return true;
    if (bracket.hasType && continuesType.has(next)) return false;
    const right = next === "<" || next === ">" ? level.sum : neededBefore(next);
    return right !== null && loosest >= right && !(right === level.operand && bracket.isOptional);
  }

  private addComma(at: number): void {
    const next = this.next(at);
    // In `[a, , ]` each comma counts.
    const isTrailing = (isClosing(next) || next === ">") && this.last !== "," && this.last !== "[";
    if (!isTrailing) this.out.push(",");
  }

  /** Not where a line end does as well, or the end of a block. */
  private keepsSemicolon(at: number, isHeader: boolean): boolean {
    const inside = this.open.at(-1);
    if (inside?.mark === "(") return true;
    const next = this.next(at);
    if (isHeader || this.last === "else" || this.last === "do") return true;
    if (!canEnd(this.last)) return true;
    if (next === "}" || next === "") return false;
    return this.isRestricted() || (continues(next) && !this.isIndexSignature(at) && !this.isCallSignature(at));
  }

  /** Of a token on a new line. `return` at the end of a line returns nothing: as if a semicolon followed. */
  private endsAtLine(at: number): boolean {
    const token = this.texts[at] ?? "";
    if (token === "++" || token === "--") return true;
    // A type goes on in `["key"]` only on its own line.
    if (token === "[" && endsOperand(this.last)) return !this.isIndexSignature(at - 1);
    return token !== "}" && this.isRestricted();
  }

  /** Whether the last token is a word after which a line end, or a semicolon, means something. */
  private isRestricted(): boolean {
    const { last, before } = this;
    return isWord(last) && (restricted.has(last) || (startsMember(before) && contextual.has(last)));
  }

  /** Behind `[Name in` of a mapped type, where a leading `|` says nothing. */
  private isNameIn(): boolean {
    return this.last === "in" && this.open.at(-1)?.mark === "[";
  }

  /** `[key: string]: …` never continues the line before. */
  private isIndexSignature(at: number): boolean {
    const bracket = this.nextAt(at);
    return (
      this.texts[bracket] === "[" &&
      isWord(this.texts[bracket + 1] ?? "") &&
      [":", "in"].includes(this.texts[bracket + 2] ?? "")
    );
  }

  /** `(key: string): …`, `<Key>(key: Key): …`, after a member with a type: without one its name would be that of a method. */
  private isCallSignature(at: number): boolean {
    const isTyped = isClosing(this.last) || this.last === ">" || [":", "|", "&", "=>", ".", "is"].includes(this.before);
    if (!isTyped) return false;
    const start = this.nextAt(at);
    const parameters = this.texts[start] === "<" ? this.nextAt(this.typeArgumentsEnd(start) ?? start) : start;
    return this.texts[parameters] === "(" && this.next(this.closingOf(parameters)) === ":";
  }

  private closingOf(bracket: number): number {
    const { texts } = this;
    let depth = 0;
    for (let at = bracket; at < texts.length; at += 1) {
      const token = texts[at] ?? "";
      if (token === "(" || token === "[" || token === "{") depth += 1;
      else if (isClosing(token)) depth -= 1;
      if (depth === 0) return at;
    }
    return texts.length;
  }

  /** Whether a string is the key of a member. */
  private isKey(at: number): boolean {
    const next = this.nextAt(at);
    const isNamed = this.texts[next] === ":" || (this.texts[next] === "?" && this.texts[next + 1] === ":");
    if (!isNamed || this.last === "case") return false;
    if (["{", ",", ";", "readonly"].includes(this.last)) return true;
    return this.breaks[at] === true && (isClosing(this.last) || isWord(this.last) || isLiteral(this.last));
  }

  private addComment(token: string): void {
    const form = commentForm(token);
    const { out } = this;
    const before = out.at(-1);
    // Of a long line comment, Prettier makes no two; people who wrap one do.
    if (before !== undefined && form.startsWith("//") && before.startsWith("//")) out[out.length - 1] += form.slice(2);
    else out.push(form);
  }

  private next(at: number): string {
    return this.texts[this.nextAt(at)] ?? "";
  }

  private nextAt(at: number): number {
    let next = at + 1;
    while (isComment(this.texts[next] ?? "")) next += 1;
    return next;
  }

  private breaksBeforeNext(at: number): boolean {
    return this.breaksBefore(this.nextAt(at));
  }

  /** Also before a comment that precedes the token. */
  private breaksBefore(at: number): boolean {
    for (let token = at; token >= 0; token -= 1) {
      if (this.breaks[token] === true) return true;
      if (!isComment(this.texts[token - 1] ?? "")) return false;
    }
    return false;
  }
}
