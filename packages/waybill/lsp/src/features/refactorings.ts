// A schema or a reference at a place -> what a click makes of it: a component, a file of its own, or a copy of what the reference leads to.
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { modify } from "jsonc-parser";
import { type CodeAction, CodeActionKind, type TextEdit, type WorkspaceEdit } from "vscode-languageserver";
import { defaultLimits, parseFile, positionAt, type SourceDocument, spanOf } from "waybill/language";
import { locationOf, rangeOf, uriOfPath } from "../places.ts";
import { isObject, valueAt } from "../value-at.ts";
import type { Texts } from "../workspace/texts.ts";
import { followed } from "./references.ts";

/** What can be done at a place. Its edits are computed when a person chooses it. */
export function refactorings(document: SourceDocument, offset: number): CodeAction[] {
  const { tokens } = positionAt(document, offset);
  const data = (what: Refactoring["what"]): { readonly data: Refactoring } => ({
    data: { path: document.path, offset, what },
  });
  const schema = schemaAround(document, tokens);
  const { RefactorExtract, RefactorInline } = CodeActionKind;
  const isEntry = ["openapi", "asyncapi"].some((key) => valueAt(document.value, [key]) !== undefined);
  return [
    ...(referringAt(document, tokens) === null
      ? []
      : [{ title: "Inline the reference", kind: RefactorInline, ...data("inline") }]),
    ...(schema === null || !isEntry
      ? []
      : [{ title: "Extract to components", kind: RefactorExtract, ...data("component") }]),
    ...(schema === null ? [] : [{ title: "Extract to a file", kind: RefactorExtract, ...data("file") }]),
  ];
}

export interface Refactoring {
  readonly path: string;
  readonly offset: number;
  readonly what: "inline" | "component" | "file";
}

/** `null` where no edit would leave a text with the same schema. */
export function refactored(
  document: SourceDocument,
  { offset, what }: Refactoring,
  texts: Texts,
): WorkspaceEdit | null {
  const { tokens } = positionAt(document, offset);
  if (what === "inline") return inlined(document, tokens, texts);
  const schema = schemaAround(document, tokens);
  if (schema === null) return null;
  return what === "component" ? toComponent(document, schema) : toFile(document, schema, texts);
}

/** A part of a text and what replaces it. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Inline {
  readonly tokens: readonly string[];
  readonly name: string;
  readonly value: object;
}

const schemaKeys: ReadonlySet<string> = new Set(["schema", "items", "additionalProperties", "payload", "not"]);
const schemaLists: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);

/** The innermost schema around a place that is no component and no reference, with the name that it would have: of its title, or its key. */
function schemaAround({ value }: SourceDocument, tokens: readonly string[]): Inline | null {
  for (let length = tokens.length; length > 1; length -= 1) {
    const at = tokens.slice(0, length);
    const [key = "", parent = "", above] = at.toReversed();
    const isSchema =
      schemaKeys.has(key) || schemaLists.has(parent) || (parent === "properties" && above !== "properties");
    const schema = valueAt(value, at);
    if (!isSchema || !isObject(schema) || Object.keys(schema).length === 0 || "$ref" in schema) continue;
    const words = nameOf(value, at, schema);
    const name = words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase());
    return { tokens: at, name: /^[A-Za-z]/.test(name) ? name : `Schema${name}`, value: schema };
  }
  return null;
}

/** Its title, or the property that it is of, or the operation whose request or response it is. */
function nameOf(root: unknown, tokens: readonly string[], schema: object): string {
  const title = valueAt(schema, ["title"]);
  if (typeof title === "string") return title;
  const property = tokens[tokens.lastIndexOf("properties") + 1];
  if (tokens.includes("properties") && property !== undefined) return property;
  const body = tokens.findIndex((token) => token === "responses" || token === "requestBody");
  const id = valueAt(root, [...tokens.slice(0, Math.max(0, body)), "operationId"]);
  return typeof id === "string"
    ? `${id} ${tokens[body] === "responses" ? "Response" : "Request"}`
    : (tokens.at(-1) ?? "");
}

function toComponent(document: SourceDocument, { tokens, name: wanted, value }: Inline): WorkspaceEdit | null {
  const schemas = Object(valueAt(document.value, ["components", "schemas"]));
  const name = freeName(wanted, (one) => Object.hasOwn(schemas, one));
  const at = ["components", "schemas", name];
  const reference = `#/components/schemas/${name}`;
  const edit = referring(document, tokens, reference);
  if (edit === null) return null;
  const isJson = document.format === "json";
  const insertion = isJson ? memberInJson(document, at, { value, beside: edit }) : memberInYaml(document, at, tokens);
  if (insertion === null) return null;
  const edits = [edit, ...insertion];
  const after = valueAfter(document, edits);
  if (!isDeepStrictEqual(valueAt(after, at), value) || valueAt(after, [...tokens, "$ref"]) !== reference) return null;
  return { changes: { [uriOfPath(document.path)]: textEdits(document, edits) } };
}

function toFile(document: SourceDocument, { tokens, name: wanted }: Inline, texts: Texts): WorkspaceEdit | null {
  const [folder, ownName] = [path.posix.dirname(document.path), path.posix.basename(document.path)];
  const fileOf = (name: string): string => `${name}${path.posix.extname(ownName)}`;
  const name = freeName(wanted, (one) => texts.textOf(path.posix.join(folder, fileOf(one))) !== null);
  const [file, reference] = [path.posix.join(folder, fileOf(name)), `./${fileOf(name)}`];
  // References into this document lead to it from there.
  const body = written(document, tokens, 0)?.replaceAll(/(?<=["'\s])#\//g, `${ownName}#/`);
  const edit = referring(document, tokens, reference);
  if (body === undefined || edit === null || valueAt(valueAfter(document, [edit]), [...tokens, "$ref"]) !== reference)
    return null;
  return {
    documentChanges: [
      { kind: "create", uri: uriOfPath(file) },
      {
        textDocument: { uri: uriOfPath(file), version: null },
        edits: [{ range: top, newText: `${body.trimEnd()}\n` }],
      },
      { textDocument: { uri: uriOfPath(document.path), version: null }, edits: textEdits(document, [edit]) },
    ],
  };
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The object of a reference alone. */
function referringAt({ value }: SourceDocument, at: readonly string[]): readonly string[] | null {
  const tokens = at.at(-1) === "$ref" ? at.slice(0, -1) : at;
  return Object.keys(Object(valueAt(value, tokens))).join() === "$ref" ? tokens : null;
}

/** A copy of what a reference leads to, in its place; not where references of another file would lead elsewhere. */
function inlined(document: SourceDocument, at: readonly string[], texts: Texts): WorkspaceEdit | null {
  const tokens = referringAt(document, at);
  if (tokens === null) return null;
  const target = followed({ path: document.path, tokens }, texts);
  const home = texts.lastParsed(target.path)?.document;
  const value = valueAt(home?.value, target.tokens);
  const span = spanIn(document, tokens);
  if (home === undefined || span === null || !isObject(value) || "$ref" in value) return null;
  if (home.path !== document.path && JSON.stringify(value).includes('"$ref"')) return null;
  const isBlock = document.format === "yaml" && document.text[span.start] !== "{";
  const isInBraces = home.text[spanOf(locationOf(home, target.tokens)).start] === "{";
  const isSame = isBlock || (isInBraces && (document.format === "yaml" || home.format === "json"));
  const text = (isSame ? written(home, target.tokens, columnOf(document, span.start)) : null) ?? JSON.stringify(value);
  const edits = [{ ...span, text }];
  if (!isDeepStrictEqual(valueAt(valueAfter(document, edits), tokens), value)) return null;
  return { changes: { [uriOfPath(document.path)]: textEdits(document, edits) } };
}

function referring(document: SourceDocument, tokens: readonly string[], reference: string): Replacement | null {
  const span = spanIn(document, tokens);
  if (span === null) return null;
  const isBlock = document.format === "yaml" && document.text[span.start] !== "{";
  const member = `${document.format === "json" ? '"$ref"' : "$ref"}: ${JSON.stringify(reference)}`;
  return { ...span, text: isBlock ? member : `{ ${member} }` };
}

/** Where a value is with the brackets that close it, which in YAML are after its last scalar; `null` where it needs what is around it. */
function spanIn(document: SourceDocument, tokens: readonly string[]): Pick<Replacement, "start" | "end"> | null {
  const { text, format } = document;
  const { start, end } = spanOf(locationOf(document, tokens));
  if (format === "json") return { start, end };
  const value = valueAt(document.value, tokens);
  const closing = /[\]}]/g;
  closing.lastIndex = end;
  for (let at = end; at !== 0; at = closing.test(text) ? closing.lastIndex : 0) {
    const alone = " ".repeat(columnOf(document, start)) + text.slice(start, at);
    const parsed = parseFile({ path: "", text: alone, format, limits: defaultLimits });
    if (parsed.ok && isDeepStrictEqual(parsed.value, value)) return { start, end: at };
    if (at - end > longestEnd) return null;
  }
  return null;
}

/** Characters of brackets, spaces and comments at the end of a value. */
const longestEnd = 1000;

/** A value as it is written, its lines after the first indented by so much. */
function written(document: SourceDocument, tokens: readonly string[], indent: number): string | null {
  const span = spanIn(document, tokens);
  if (span === null) return null;
  const by = indent - columnOf(document, span.start);
  const [first = "", ...lines] = document.text.slice(span.start, span.end).split("\n");
  const moved = lines.map((line) =>
    by >= 0 ? " ".repeat(line.trim() === "" ? 0 : by) + line : line.replace(new RegExp(`^ {0,${-by}}`), ""),
  );
  // A block scalar ends with its line.
  return [first, ...moved].join("\n").replace(/\n$/, "");
}

function columnOf({ text }: SourceDocument, offset: number): number {
  return offset - text.lastIndexOf("\n", offset - 1) - 1;
}

/** On lines of its own, unless these have what is replaced. */
function memberInJson(
  { text }: SourceDocument,
  at: readonly string[],
  { value, beside }: { readonly value: object; readonly beside: Replacement },
): Replacement[] {
  const lines = modify(text, [...at], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  const isApart = lines.every(({ offset, length }) => offset + length <= beside.start || offset >= beside.end);
  const edits = isApart ? lines : modify(text, [...at], value, {});
  return edits.map(({ offset, length, content }) => ({ start: offset, end: offset + length, text: content }));
}

/** Before the first member of the innermost map that is there, in block style; at the end of the text where there is none. */
function memberInYaml(
  document: SourceDocument,
  at: readonly string[],
  tokens: readonly string[],
): Replacement[] | null {
  const depth = at.findIndex((_, index) => !isObject(valueAt(document.value, at.slice(0, index + 1))));
  const [sibling] = Object.keys(Object(valueAt(document.value, at.slice(0, depth))));
  const { start } = spanOf(locationOf(document, [...at.slice(0, depth), sibling ?? ""]), "key");
  const place = depth === 0 ? document.text.length : document.text.lastIndexOf("\n", start - 1) + 1;
  const indent = depth === 0 ? 0 : start - place;
  if (sibling === undefined || document.text.slice(place, place + indent).trim() !== "") return null;
  const keys = at.slice(depth).map((key, index) => `${" ".repeat(indent + 2 * index)}${key}:\n`);
  const inside = indent + 2 * keys.length;
  const body = written(document, tokens, inside);
  const before = depth > 0 || document.text.endsWith("\n") ? "" : "\n";
  return body === null
    ? null
    : [{ start: place, end: place, text: `${before}${keys.join("")}${" ".repeat(inside)}${body}\n` }];
}

function textEdits(document: SourceDocument, edits: readonly Replacement[]): TextEdit[] {
  return edits.map(({ start, end, text }) => ({ range: rangeOf(document, start, end), newText: text }));
}

/** `undefined` where the text does not parse any more. */
function valueAfter({ path: file, text, format }: SourceDocument, edits: readonly Replacement[]): unknown {
  const changed = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((at, edit) => at.slice(0, edit.start) + edit.text + at.slice(edit.end), text);
  const parsed = parseFile({ path: file, text: changed, format, limits: defaultLimits });
  return parsed.ok ? parsed.value : undefined;
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${name}${count}`;
    if (!isTaken(numbered)) return numbered;
  }
}
