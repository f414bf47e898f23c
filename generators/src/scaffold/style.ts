// The text of a file -> how it is written, so that what is added to it looks like the rest.
import type { ts } from "ts-morph";

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

export function styleOf(source: ts.SourceFile, compiler: typeof ts): Style {
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
