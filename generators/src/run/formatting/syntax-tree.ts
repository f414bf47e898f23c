// Two texts -> whether they are one program with the same comments, by their syntax trees: parentheses, quotes and empty statements are no
// part of those.
import { createRequire } from "node:module";
import type { Comment, ParseResult } from "oxc-parser";
import { attempt } from "../../source/attempt.ts";

export function isSameProgram(file: string, one: string, other: string): boolean {
  const treeOf = file.endsWith(".json") ? jsonTreeOf : programTreeOf;
  const tree = /\.(?:[cm]?[jt]s|json)$/.test(file) ? treeOf(file, one) : null;
  return tree !== null && tree === treeOf(file, other);
}

/** `null` for what is no JSON. */
function jsonTreeOf(_: string, text: string): string | null {
  return attempt(() => JSON.stringify(JSON.parse(text)));
}

/** `null` for what is no code. */
function programTreeOf(file: string, text: string): string | null {
  // Loaded here: most runs find each file as they left it.
  const { parseSync }: typeof import("oxc-parser") = createRequire(import.meta.url)("oxc-parser");
  const { program, errors, comments }: ParseResult = parseSync(file, text, { preserveParens: false, astType: "ts" });
  if (errors.length > 0) return null;
  const statements = program.body.map((statement) => JSON.stringify(statement, shapeOf));
  const end = program.body.findIndex((statement) => !isImport(statement));
  const imports = end === -1 ? statements.length : end;
  return [...statements.slice(0, imports).sort(), ...statements.slice(imports), commentsIn(comments)].join("\n");
}

/** What a formatter that sorts imports puts in another order. */
function isImport(statement: ParseResult["program"]["body"][number]): boolean {
  return (
    statement.type === "ImportDeclaration" ||
    statement.type === "ExportAllDeclaration" ||
    (statement.type === "ExportNamedDeclaration" && statement.source !== null)
  );
}

function commentsIn(comments: readonly Comment[]): string {
  const texts = comments.map(({ type, value }) => `${type} ${value.replace(/\s*\n\s*(?:\*\s*)?|\s+/g, " ").trim()}`);
  // Of a long line comment, a formatter may make two.
  return texts.join("\n").replaceAll("\nLine", "");
}

/** Members of nodes that say where a node is, or how it is written. */
const places = new Set(["start", "end", "range", "loc", "raw"]);

/** A `replacer` of `JSON.stringify` for a member of a node. */
function shapeOf(this: unknown, key: string, value: unknown): unknown {
  if (places.has(key)) return undefined;
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return listOf(value, key);
  if (!isNode(value)) return value;
  // `"id": …` is `id: …`.
  if (key === "key" && value.type === "Literal" && typeof value["value"] === "string" && !isComputed(this))
    return { type: "Identifier", name: value["value"] };
  if (key === "key" && value.type === "Identifier") return { type: value.type, name: value["name"] };
  if (value.type === "LogicalExpression")
    return { operator: value["operator"], operands: operandsOf(value, value["operator"]) };
  if (value.type === "TSUnionType" || value.type === "TSIntersectionType") {
    const members = membersOf(value, value.type);
    return members.length === 1 ? shapeOf.call(this, key, members[0]) : { type: value.type, members };
  }
  return value;
}

function isComputed(node: unknown): boolean {
  return isNode(node) && node["computed"] === true;
}

interface SyntaxNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function listOf(nodes: readonly unknown[], key: string): readonly unknown[] {
  const statements = nodes.filter((node) => !isNode(node) || node.type !== "EmptyStatement");
  return key === "specifiers"
    ? statements.toSorted((a, b) => (JSON.stringify(a, shapeOf) < JSON.stringify(b, shapeOf) ? -1 : 1))
    : statements;
}

/** `a && (b && c)` is `a && b && c`. */
function operandsOf(node: unknown, operator: unknown): unknown[] {
  if (!isNode(node) || node.type !== "LogicalExpression" || node["operator"] !== operator) return [node];
  return [...operandsOf(node["left"], operator), ...operandsOf(node["right"], operator)];
}

/** `A | (B | C)` is `A | B | C`. */
function membersOf(node: unknown, type: string): unknown[] {
  if (!isNode(node) || node.type !== type || !Array.isArray(node["types"])) return [node];
  return node["types"].flatMap((member) => membersOf(member, type));
}
