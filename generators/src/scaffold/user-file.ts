// A file of the user: its text, its syntax tree, and the edits to make. Everything outside of the edits stays, byte for byte.
import type { ts } from "ts-morph";

export type Compiler = typeof ts;

/** Replaces what is between two offsets; `start` and `end` are the same for what is only added. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class UserFile {
  /** Below the folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly source: ts.SourceFile;
  readonly style: Style;
  readonly edits: Edit[] = [];

  constructor(path: string, source: ts.SourceFile, compiler: Compiler, style: Style = styleOf(source, compiler)) {
    this.path = path;
    this.text = source.text;
    this.source = source;
    this.style = style;
  }

  /** JavaScript, where nothing may have a type. */
  get isScript(): boolean {
    return /\.[cm]?jsx?$/.test(this.path);
  }

  insert(at: number, text: string): void {
    this.edits.push({ start: at, end: at, text });
  }

  remove(start: number, end: number): void {
    this.edits.push({ start, end, text: "" });
  }

  /** What is added at one place keeps its order. */
  get edited(): string {
    let text = "";
    let at = 0;
    for (const { start, end, text: replacement } of this.edits.toSorted((a, b) => a.start - b.start)) {
      text += this.text.slice(at, start) + replacement;
      at = Math.max(at, end);
    }
    return text + this.text.slice(at);
  }

  /** The white space that the line of an offset begins with. */
  indentAt(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStart(offset)))?.[0] ?? "";
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  /** Whether only white space is before it on its line. */
  beginsLine(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).replace("\uFEFF", "").trim() === "";
  }
}

/** The syntax trees of files, with what is wrong with their syntax. */
export function parsedFiles(
  texts: ReadonlyMap<string, string>,
  compiler: Compiler,
): { readonly files: Map<string, UserFile>; readonly problems: SyntaxProblem[] } {
  const options: ts.CompilerOptions = {
    allowJs: true,
    noResolve: true,
    noLib: true,
    jsx: compiler.JsxEmit.Preserve,
    target: compiler.ScriptTarget.ESNext,
    types: [],
  };
  const inRoot = (file: string): string => file.slice(1);
  const host: ts.CompilerHost = {
    fileExists: (file) => texts.has(inRoot(file)),
    readFile: (file) => texts.get(inRoot(file)),
    getSourceFile: (file, languageVersion) => {
      const text = texts.get(inRoot(file));
      return text === undefined ? undefined : compiler.createSourceFile(file, text, languageVersion, true);
    },
    getDefaultLibFileName: () => "lib.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (file) => file,
    getNewLine: () => "\n",
    useCaseSensitiveFileNames: () => true,
    writeFile: () => {},
  };
  const names = [...texts.keys()].map((file) => `/${file}`);
  const program = compiler.createProgram({ rootNames: names, options, host });
  const files = new Map<string, UserFile>();
  const problems: SyntaxProblem[] = [];
  for (const name of names) {
    const source = program.getSourceFile(name);
    if (source === undefined) continue;
    const path = inRoot(name);
    files.set(path, new UserFile(path, source, compiler));
    const [first] = program.getSyntacticDiagnostics(source);
    if (first !== undefined)
      problems.push({
        path,
        offset: first.start,
        message: compiler.flattenDiagnosticMessageText(first.messageText, " ").replace(/\.$/, ""),
      });
  }
  return { files, problems };
}

export interface SyntaxProblem {
  readonly path: string;
  readonly offset: number;
  readonly message: string;
}

// The text of a file -> how it is written, so that what is added to it looks like the rest.

export interface Style {
  /** One level of indentation. */
  readonly indent: string;
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
  readonly end: "\n" | "\r\n";
  /** Whether the last item of a list on lines of its own has a comma. */
  readonly trailingComma: boolean;
}

export const ownStyle: Style = { indent: "  ", quote: '"', semicolon: ";", end: "\n", trailingComma: true };

function styleOf(source: ts.SourceFile, compiler: typeof ts): Style {
  const { text } = source;
  const specifiers = source.statements.flatMap((statement) =>
    compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement)
      ? (statement.moduleSpecifier?.getText(source)[0] ?? [])
      : [],
  );
  const ended = source.statements.flatMap((statement) =>
    hasSemicolon(statement, compiler) ? [text[statement.end - 1] === ";"] : [],
  );
  return {
    indent: /\n(\t| {2,8})\S/.exec(text)?.[1] ?? ownStyle.indent,
    quote: isMajority(specifiers, "'") ? "'" : '"',
    semicolon: isMajority(ended, false) ? "" : ";",
    end: /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    trailingComma: !/[^\s,({[]\s*\n\s*\}\s*(?:from|;|\n)/.test(text) || /,\s*\n\s*\}/.test(text),
  };
}

/** Statements that a writer may end with a semicolon, or not. */
function hasSemicolon(statement: ts.Statement, compiler: typeof ts): boolean {
  return (
    compiler.isImportDeclaration(statement) ||
    compiler.isExpressionStatement(statement) ||
    compiler.isVariableStatement(statement) ||
    compiler.isTypeAliasDeclaration(statement)
  );
}

function isMajority<Item>(items: readonly Item[], wanted: Item): boolean {
  return items.filter((item) => item === wanted).length * 2 > items.length;
}

/** A text as a string literal. */
export function quoted(text: string, { quote }: Pick<Style, "quote">): string {
  const json = JSON.stringify(text);
  return quote === '"' ? json : `'${json.slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
}

// Comments around a node, as far as edits have to respect them.

/** The offset behind a comment that follows on the same line, else `offset`. */
export function endOfLineComment(file: UserFile, offset: number, compiler: Compiler): number {
  const comments = compiler.getTrailingCommentRanges(file.text, offset) ?? [];
  return comments.at(-1)?.end ?? offset;
}

/** The start of a node, or of the doc comment that belongs to it. */
export function startWithDocs(node: ts.Node, source: ts.SourceFile, compiler: Compiler): number {
  const [first] = compiler.getJSDocCommentsAndTags(node);
  const start = node.getStart(source);
  return first === undefined ? start : Math.min(start, first.getStart(source));
}
