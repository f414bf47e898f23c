// A declaration file -> the names that it declares, with their positions: declarations, and members of object types at any depth.
// One pass over the characters: a compiler's parser takes several times as long, and the text is our own or a compiler's.
import { attempt } from "../../source/attempt.ts";

/** Finds the meaning of a name; `null` if none is known. */
export interface Resolver<Meaning> {
  /** `see`: what the last `@see` of its doc comment refers to. */
  readonly declared: (name: string, see: string | null) => Meaning | null;
  /** `name`: `null` for an index signature. */
  readonly member: (of: Meaning | null, name: string | null, see: string | null) => Meaning | null;
}

/** Zero-based; columns in UTF-16 code units. */
export interface Mark<Meaning> {
  readonly line: number;
  readonly column: number;
  /** Of a declaration or member, and of its name; the name of a member is often its start, and then only `start` is there. */
  readonly edge: "start" | "name" | "name end" | "end";
  readonly meaning: Meaning;
  /** Of a start in the first column: where the line before it ends. */
  readonly lastColumn: number;
}

/** In the order of the text; names without a meaning are left out. */
export function marksIn<Meaning>(text: string, resolver: Resolver<Meaning>): Mark<Meaning>[] {
  return new Scanner(text, resolver).scan();
}

interface Frame<Meaning> {
  readonly isObject: boolean;
  /** Of the declaration or member that the bracket is in the type of. */
  readonly meaning: Meaning | null;
  readonly isIndex: boolean;
}

/** A declaration or member that has not ended. */
interface Open<Meaning> {
  readonly meaning: Meaning;
  /** The number of brackets around it. */
  readonly depth: number;
  /** Whether it ends with its brace: `interface A { … }`. */
  readonly isBraced: boolean;
}

const modifiers = new Set(["export", "declare", "abstract", "default"]);
const keywords = new Set(["class", "const", "function", "interface", "type"]);
const braced = new Set(["class", "interface"]);

class Scanner<Meaning> {
  private readonly text: string;
  private readonly resolver: Resolver<Meaning>;
  private readonly marks: Mark<Meaning>[] = [];
  private readonly open: Open<Meaning>[] = [];
  private readonly frames: Frame<Meaning>[] = [];
  private at = 0;
  private line = 0;
  private lineStart = 0;
  private lastColumn = 0;
  /** Of the name whose type is being read. */
  private meaning: Meaning | null = null;
  /** What comes next: a statement, the name of a declaration, the key of a member, or anything else. */
  private next: "statement" | "name" | "key" | "other" = "statement";
  /** Since the last member or declaration. */
  private see: string | null = null;
  /** Where the declaration or member begins; -1 before its first word. */
  private start = -1;
  private keyword = "";

  constructor(text: string, resolver: Resolver<Meaning>) {
    this.text = text;
    this.resolver = resolver;
  }

  scan(): Mark<Meaning>[] {
    const { text } = this;
    while (this.at < text.length) {
      const character = text.charCodeAt(this.at);
      if (isWordPart(character)) this.word();
      else if (character === newline) this.endLine();
      else if (character === slash && text.charCodeAt(this.at + 1) === star) this.comment();
      else if (character === slash && text.charCodeAt(this.at + 1) === slash) this.at = endOf(text, "\n", this.at) - 1;
      else if (character === quote) this.quoted();
      else if (character === backtick) this.skipTo(endOf(text, "`", this.at + 1));
      else this.mark(character);
    }
    return this.marks;
  }

  private mark(character: number): void {
    this.at += 1;
    switch (character) {
      case openBrace:
        this.enter(true, false);
        this.expectKey();
        break;
      case openBracket:
      case openParenthesis:
        this.enter(false, this.next === "key" && character === openBracket);
        this.next = "other";
        break;
      case closeBrace:
      case closeBracket:
      case closeParenthesis:
        this.close();
        break;
      case semicolon:
        this.end(this.at);
        if (this.frames.length === 0) this.meaning = null;
        if (this.frames.at(-1)?.isObject === true) this.expectKey();
        break;
      default:
        if (character !== space && this.next !== "statement") this.next = "other";
    }
  }

  private expectKey(): void {
    this.next = "key";
    this.see = null;
    this.start = -1;
  }

  private enter(isObject: boolean, isIndex: boolean): void {
    this.frames.push({ isObject, meaning: this.meaning, isIndex });
  }

  private close(): void {
    // The last member on a line has no semicolon.
    let last = this.at - 1;
    while (this.text.charCodeAt(last - 1) === space) last -= 1;
    this.end(last);
    const frame = this.frames.pop();
    const around = this.frames.at(-1)?.meaning ?? null;
    this.meaning = frame?.isIndex === true ? this.resolver.member(around, null, null) : (frame?.meaning ?? null);
    this.next = "other";
    if (this.open.at(-1)?.isBraced === true) this.end(this.at);
  }

  /** Ends what was declared between the same brackets. */
  private end(at: number): void {
    const last = this.open.at(-1);
    if (last?.depth !== this.frames.length) return;
    this.open.pop();
    this.addMark(at, "end", last.meaning);
  }

  private endLine(): void {
    this.lastColumn = this.at - this.lineStart;
    this.at += 1;
    this.line += 1;
    this.lineStart = this.at;
    // Statements begin at the first column, and nothing else outside of brackets does.
    if (this.frames.length > 0) return;
    this.next = "statement";
    this.start = -1;
  }

  private comment(): void {
    const start = this.at;
    const end = this.text.indexOf("*/", start + 2);
    this.skipTo(end === -1 ? this.text.length : end + 2);
    const comment = this.text.slice(start, this.at);
    const tag = comment.lastIndexOf("@see ");
    if (tag !== -1) this.see = /^@see (\S.*?)(?:\s*\*\/|$)/m.exec(comment.slice(tag))?.[1] ?? null;
  }

  /** Lines that end before `end` are counted. */
  private skipTo(end: number): void {
    for (let at = this.text.indexOf("\n", this.at); at !== -1 && at < end; at = this.text.indexOf("\n", at + 1)) {
      this.lastColumn = at - this.lineStart;
      this.line += 1;
      this.lineStart = at + 1;
    }
    this.at = end;
  }

  private quoted(): void {
    const start = this.at;
    this.at = endOf(this.text, '"', start + 1);
    if (this.start === -1) this.start = start;
    if (this.next === "key" && this.isBeforeType()) this.addMember(start, parsed(this.text.slice(start, this.at)));
    else if (this.next !== "statement") this.next = "other";
  }

  private word(): void {
    const { text } = this;
    const start = this.at;
    let end = start + 1;
    while (end < text.length && isWordPart(text.charCodeAt(end))) end += 1;
    this.at = end;
    if (this.start === -1) this.start = start;
    switch (this.next) {
      case "key": {
        if (this.isBeforeType()) this.addMember(start, text.slice(start, end));
        else if (text.slice(start, end) !== "readonly") this.next = "other";
        break;
      }
      case "name":
        this.addDeclared(start, text.slice(start, end));
        break;
      case "statement": {
        const word = text.slice(start, end);
        this.keyword = word;
        if (keywords.has(word)) this.next = "name";
        else if (!modifiers.has(word)) this.next = "other";
        break;
      }
      case "other":
        break;
    }
  }

  /** Whether the key of a member has just been read: a type follows, or the parameters of a method. */
  private isBeforeType(): boolean {
    const character = this.text.charCodeAt(this.at);
    return character === colon || character === questionMark || character === openParenthesis || character === lessThan;
  }

  private addDeclared(start: number, name: string): void {
    this.add(start, this.resolver.declared(name, this.see), braced.has(this.keyword));
  }

  private addMember(start: number, name: string): void {
    this.add(start, this.resolver.member(this.frames.at(-1)?.meaning ?? null, name, this.see), false);
  }

  private add(name: number, meaning: Meaning | null, isBraced: boolean): void {
    this.next = "other";
    this.see = null;
    this.meaning = meaning;
    if (meaning === null) return;
    this.addMark(this.start, "start", meaning);
    if (name !== this.start) this.addMark(name, "name", meaning);
    this.addMark(this.at, "name end", meaning);
    this.open.push({ meaning, depth: this.frames.length, isBraced });
  }

  private addMark(at: number, edge: Mark<Meaning>["edge"], meaning: Meaning): void {
    const { line, lineStart, lastColumn } = this;
    this.marks.push({ line, column: at - lineStart, edge, meaning, lastColumn });
  }
}

/** After the next `closing` that no backslash escapes; the end of the text without one. */
function endOf(text: string, closing: string, from: number): number {
  for (let at = text.indexOf(closing, from); at !== -1; at = text.indexOf(closing, at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length + 1;
}

function parsed(literal: string): string {
  return attempt(() => String(JSON.parse(literal))) ?? literal.slice(1, -1);
}

function isWordPart(character: number): boolean {
  return (
    (character >= 97 && character <= 122) ||
    (character >= 65 && character <= 90) ||
    (character >= 48 && character <= 57) ||
    character === underscore ||
    character === dollar ||
    character > 127
  );
}

const codeOf = (character: string): number => character.charCodeAt(0);
const [newline, space, slash, star, quote, backtick] = [...'\n /*"`'].map(codeOf);
const [openBrace, closeBrace, openBracket, closeBracket] = [..."{}[]"].map(codeOf);
const [openParenthesis, closeParenthesis, semicolon, colon] = [..."();:"].map(codeOf);
const [questionMark, lessThan, underscore, dollar] = [..."?<_$"].map(codeOf);
