// The text of a configuration, and what is pinned -> the text with the hashes in it; everything else stays, byte for byte.
import type { ts } from "ts-morph";
import type { PinnedDocument } from "../../../run/config/config.ts";

/**
 * Wherever the text names the URL as a document, `openapi: "…"` or `url: "…"`. `null` where it names it nowhere in these forms:
 * computed values cannot be edited.
 */
export function withPin(
  text: string,
  pinned: PinnedDocument,
  { isJson, compiler }: { readonly isJson: boolean; readonly compiler: typeof ts },
): string | null {
  const kind = isJson ? compiler.ScriptKind.JSON : compiler.ScriptKind.TS;
  const source = compiler.createSourceFile("config", text, compiler.ScriptTarget.Latest, true, kind);
  const context: Context = { text, source, compiler, isJson, style: styleOf(text) };
  const literals = literalsOf(source, pinned.url, compiler);
  const edits = literals.map((literal) => editsAt(literal, pinned, context));
  if (edits.length === 0 || edits.includes(null)) return null;
  const comments = literals.flatMap((literal) => commentAbove(literal, context) ?? []);
  return [...edits.flatMap((some) => some ?? []), ...comments]
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (editedText, { start, end, text: replacement }) =>
        editedText.slice(0, start) + replacement + editedText.slice(end),
      text,
    );
}

interface Context {
  readonly text: string;
  readonly source: ts.SourceFile;
  readonly compiler: typeof ts;
  readonly isJson: boolean;
  readonly style: Style;
}

interface Style {
  /** One level of indentation. */
  readonly unit: string;
  readonly end: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function styleOf(text: string): Style {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ", end: text.includes("\r\n") ? "\r\n" : "\n" };
}

/** Strings that are the URL, written in any way. */
function literalsOf(source: ts.SourceFile, url: string, compiler: typeof ts): ts.StringLiteralLike[] {
  const literals: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteralLike(node) && URL.parse(node.text)?.href === url) literals.push(node);
    compiler.forEachChild(node, visit);
  };
  visit(source);
  return literals;
}

function editsAt(literal: ts.StringLiteralLike, pinned: PinnedDocument, context: Context): Edit[] | null {
  const { compiler } = context;
  const { parent } = literal;
  if (compiler.isPropertyAssignment(parent) && nameOf(parent) === "url")
    return inObject(parent, parent.parent, pinned, context);
  const names = compiler.isPropertyAssignment(parent) && ["openapi", "asyncapi"].includes(nameOf(parent) ?? "");
  // const spec = "https://…", used as openapi: spec
  const isVariable = compiler.isVariableDeclaration(parent) && parent.initializer === literal;
  return names || isVariable ? [{ ...spanOf(literal, context), text: objectText(literal, pinned, context) }] : null;
}

/** The line above the document that says that it is not pinned. */
function commentAbove(literal: ts.StringLiteralLike, { text, source, compiler }: Context): Edit | null {
  let node: ts.Node = literal;
  while (!(compiler.isPropertyAssignment(node) && ["openapi", "asyncapi"].includes(nameOf(node) ?? ""))) {
    if (compiler.isSourceFile(node)) return null;
    node = node.parent;
  }
  const end = text.lastIndexOf("\n", node.getStart(source)) + 1;
  const start = text.lastIndexOf("\n", end - 2) + 1;
  return text.slice(start, end).trim() === liveComment ? { start, end, text: "" } : null;
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string | null {
  return name !== undefined && "text" in name && typeof name.text === "string" ? name.text : null;
}

function spanOf(node: ts.Node, { source }: Context): { start: number; end: number } {
  return { start: node.getStart(source), end: node.end };
}

/** `{ url, integrity, files }`, on lines of their own: a hash fills one. */
function objectText(
  literal: ts.StringLiteralLike,
  { url, integrity, files }: PinnedDocument,
  context: Context,
): string {
  const { isJson, style } = context;
  const quote = quoteOf(literal, context);
  const indent = indentAt(literal, context);
  const key = (name: string): string => (isJson ? `"${name}"` : name);
  const members = [
    `${key("url")}: ${quoted(url, quote)}`,
    `${key("integrity")}: ${quoted(integrity, quote)}`,
    ...(files === undefined ? [] : [`${key("files")}: ${filesText(files, quote, indent + style.unit, context)}`]),
  ];
  return linesText(members, indent, context);
}

function filesText(files: Files, quote: string, indent: string, context: Context): string {
  const members = Object.entries(files).map(([file, hash]) => `${quoted(file, quote)}: ${quoted(hash, quote)}`);
  return linesText(members, indent, context);
}

type Files = Readonly<Record<string, string>>;

function linesText(members: readonly string[], indent: string, { isJson, style: { unit, end } }: Context): string {
  const last = isJson ? "" : ",";
  return `{${end}${members.map((member) => indent + unit + member).join(`,${end}`)}${last}${end}${indent}}`;
}

/** The white space before the line that a node begins on. */
function indentAt(node: ts.Node, { text, source }: Context): string {
  const line = text.lastIndexOf("\n", node.getStart(source) - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line))?.[0] ?? "";
}

function quoteOf(literal: ts.Node, { text, source }: Context): string {
  const quote = text[literal.getStart(source)];
  return quote === "'" ? "'" : '"';
}

function quoted(value: string, quote: string): string {
  const json = JSON.stringify(value);
  return quote === '"' ? json : `'${json.slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
}

/** `{ url: "…", … }`: the hashes that are there change in place, others follow the URL or take the place of `live`. */
function inObject(
  url: ts.PropertyAssignment,
  object: ts.ObjectLiteralExpression,
  { integrity, files }: PinnedDocument,
  context: Context,
): Edit[] | null {
  const { compiler, style } = context;
  const member = (name: string): ts.ObjectLiteralElementLike | undefined =>
    object.properties.find((one) => nameOf(one) === name);
  const [ownIntegrity, ownFiles, live] = [member("integrity"), member("files"), member("live")];
  const quote = quoteOf(url.initializer, context);
  const isQuoted = compiler.isStringLiteral(url.name);
  const key = (name: string): string => (isQuoted ? quoted(name, quote) : name);
  const isOnLines = context.text.slice(object.getStart(context.source), url.getStart(context.source)).includes("\n");
  const indent = indentAt(url, context);
  const separator = isOnLines ? `,${style.end}${indent}` : ", ";
  const filesMember = files === undefined ? null : `${key("files")}: ${filesText(files, quote, indent, context)}`;
  const edits: Edit[] = [];
  const added: string[] = [];
  if (ownIntegrity === undefined) {
    const hash = `${key("integrity")}: ${quoted(integrity, quote)}`;
    if (live === undefined) added.push(hash);
    else edits.push({ ...spanOf(live, context), text: hash });
  } else {
    if (!compiler.isPropertyAssignment(ownIntegrity) || !compiler.isStringLiteralLike(ownIntegrity.initializer))
      return null;
    const { initializer } = ownIntegrity;
    edits.push({ ...spanOf(initializer, context), text: quoted(integrity, quoteOf(initializer, context)) });
  }
  if (ownFiles === undefined && filesMember !== null) added.push(filesMember);
  if (ownFiles !== undefined) {
    if (filesMember === null) edits.push(removalOf(ownFiles, object, context));
    else
      edits.push(...(inFiles(ownFiles, files ?? {}, context) ?? [{ ...spanOf(ownFiles, context), text: filesMember }]));
  }
  const end = (ownIntegrity ?? url).end;
  if (added.length > 0) edits.push({ start: end, end, text: added.map((one) => separator + one).join("") });
  return edits;
}

/** The same files with other hashes; `null` where they are not the same. */
function inFiles(member: ts.ObjectLiteralElementLike, files: Files, context: Context): Edit[] | null {
  const { compiler } = context;
  if (!compiler.isPropertyAssignment(member) || !compiler.isObjectLiteralExpression(member.initializer)) return null;
  const { properties } = member.initializer;
  if (properties.length !== Object.keys(files).length) return null;
  const edits = properties.map((one): Edit | null => {
    const hash = files[nameOf(one) ?? ""];
    if (hash === undefined || !compiler.isPropertyAssignment(one)) return null;
    if (!compiler.isStringLiteralLike(one.initializer)) return null;
    return { ...spanOf(one.initializer, context), text: quoted(hash, quoteOf(one.initializer, context)) };
  });
  return edits.includes(null) ? null : edits.filter((edit) => edit !== null);
}

/** With the comma before it. */
function removalOf(
  member: ts.ObjectLiteralElementLike,
  { properties }: ts.ObjectLiteralExpression,
  context: Context,
): Edit {
  const at = properties.indexOf(member);
  const before = properties[at - 1];
  const after = properties[at + 1];
  if (before !== undefined) return { start: before.end, end: member.end, text: "" };
  return { start: member.getStart(context.source), end: after?.getStart(context.source) ?? member.end, text: "" };
}

/** What `init` writes above a document that is not pinned, and `pin` removes. */
export const liveComment = "// Read from its server in every run. To check it in CI, pin it: waybill pin URL --write";
