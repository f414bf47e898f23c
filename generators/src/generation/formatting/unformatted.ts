// Code -> its text without formatting, so that what Prettier or Biome made of a file is recognized as that file.
// Two texts of one form are the same program with the same comments. Where that is in doubt, the form keeps the difference: a reader is
// then asked whether it was an edit, which is never lost.
import { hashOf } from "../../source/document.ts";
import { unixText } from "../../source/text-hash.ts";
import { sortImports } from "./sorted-imports.ts";
import { headers, isClosing, isComment, isWord, type Tokens, tokensOf } from "./tokens.ts";

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
  /** Commas between its brackets, not in nested ones. */
  commas: number;
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
      this.add(token, at);
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
        this.open.push({ mark: token, before: this.last, at: this.out.length, commas: 0 });
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
    return (code > 47 && code < 58) || (code === 46 && token.length > 1 && token !== "...") ? number(token) : token;
  }

  private close(token: string, at: number): void {
    const bracket = this.open.pop();
    if (bracket === undefined || token !== ")") {
      this.out.push(token);
      return;
    }
    this.closesHeader = headers.has(bracket.before);
    if (this.isRedundant(bracket, at)) this.out[bracket.at] = "";
    else this.out.push(token);
  }

  /** `(x) => …`, and parentheses around all of what is assigned, returned or passed. */
  private isRedundant({ mark, before, at: start, commas }: Bracket, at: number): boolean {
    const { out } = this;
    if (mark !== "(" || commas > 0) return false;
    const next = this.next(at);
    if (next === "=>") return out.length === start + 2 && isWord(out[start + 1] ?? "");
    const first = out.slice(start + 1, start + 4).find((token) => token !== "" && !isComment(token));
    if (first === undefined || first === "{" || !slots.has(before)) return false;
    return ends.has(next) || (this.breaksBeforeNext(at) && !continues(next));
  }

  private addComma(at: number): void {
    const inside = this.open.at(-1);
    const next = this.next(at);
    // In `[a, , ]` each comma counts.
    const isTrailing = (isClosing(next) || next === ">") && this.last !== "," && this.last !== "[";
    if (isTrailing) return;
    if (inside !== undefined) inside.commas += 1;
    this.out.push(",");
  }

  /** Not where a line end does as well, or the end of a block. */
  private keepsSemicolon(at: number, isHeader: boolean): boolean {
    const inside = this.open.at(-1);
    if (inside?.mark === "(") return true;
    const next = this.next(at);
    if (isHeader || this.last === "else" || this.last === "do") return true;
    if (!canEnd(this.last)) return true;
    if (next === "}" || next === "") return false;
    return this.isRestricted() || (continues(next) && !this.isIndexSignature(at));
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

/** A line end behind these words ends the statement. */
const restricted = new Set(["return", "break", "continue", "throw", "yield", "async"]);
/** A line end, or a semicolon, makes these words a name; only at the start of a statement or member. */
const contextual = new Set(
  (
    "type declare abstract namespace module interface get set static accessor readonly let using " +
    "override public private protected export"
  ).split(" "),
);

function startsMember(before: string): boolean {
  return ["", "{", "}", ";", ")", "async"].includes(before) || contextual.has(before);
}

/** Whether a statement or member can end with this token. */
function canEnd(token: string): boolean {
  const code = token.charCodeAt(0);
  return isWord(token) || isLiteral(token) || isClosing(token) || code === 47 || marksAtEnd.has(token);
}

const marksAtEnd = new Set([">", "++", "--", "!", "*", ";"]);

/** What a whole expression follows. */
const slots = new Set(["=>", "=", "return", "throw", "(", "[", ","]);
/** What follows a whole expression. */
const ends = new Set([")", "]", "}", ",", ";", ""]);

/** Whether what begins with this token can belong to the line before. */
function continues(token: string): boolean {
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
function leads(before: string): boolean {
  if (isWord(before)) return ["extends", "is", "as", "satisfies", "keyof", "return"].includes(before);
  return ["=", "(", "<", ",", ":", "[", "=>", "?", "...", "|", "&"].includes(before);
}

function endsOperand(token: string): boolean {
  if (isWord(token)) return !wordOperators.has(token) && !beforeOperand.has(token);
  return isClosing(token) || token === ">" || isLiteral(token);
}

const beforeOperand = new Set("return case await new default readonly keyof infer typeof yield throw".split(" "));

function isLiteral(token: string): boolean {
  const code = token.charCodeAt(0);
  return code === 34 || code === 39 || token.endsWith("`") || (code > 47 && code < 58);
}

const identifier = /^[A-Za-z_$][\w$]*$/;

function unquoted(string: string): string {
  const content = string.slice(1, -1);
  return identifier.test(content) ? content : quoted(string);
}

/** In double quotes, without the backslashes that the quotes of either kind need. */
function quoted(string: string): string {
  const content = string.slice(1, -1);
  return `"${content.replace(/\\([\s\S])/g, (all, next) => (next === "'" || next === '"' ? next : all))}"`;
}

function number(token: string): string {
  const lower = token.toLowerCase().replaceAll("_", "");
  if (lower.endsWith("n")) return lower;
  const value = Number(lower);
  return Number.isNaN(value) ? token : String(value);
}

/** Without indentation and line ends; which kind of comment it is counts. */
function commentForm(token: string): string {
  const isLine = token.startsWith("//");
  const content = isLine ? token.slice(2) : token.slice(2, -2);
  return `${isLine ? "//" : "/*"} ${content.replace(/\s*\n\s*(?:\*\s*)?|\s{2,}|\t/g, " ").trim()}`;
}
