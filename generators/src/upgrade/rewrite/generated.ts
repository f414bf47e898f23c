// Declarations of the program -> the place in generated code that they are: the API, the declared name, the keys from there.
import type { ts } from "ts-morph";
import type { ApiPlan, MemberPlace } from "../plan/changes.ts";
import type { Compiler } from "./compiler.ts";

/** A generated file. */
export interface GeneratedOrigin {
  readonly api: string;
  readonly target: string;
}

export interface GeneratedPlace extends MemberPlace, GeneratedOrigin {}

/** The generated code of all APIs, before and after. */
export interface Generated {
  /** By absolute path, before. */
  readonly files: ReadonlyMap<string, GeneratedOrigin>;
  readonly plans: ReadonlyMap<string, ApiPlan>;
  /** By API: what the new files export. */
  readonly exports: ReadonlyMap<string, ReadonlySet<string>>;
}

/** `null` for what is not generated, and for what no key leads to. */
export function placeOf(declaration: ts.Node, { files }: Generated, compiler: Compiler): GeneratedPlace | null {
  const origin = files.get(declaration.getSourceFile().fileName);
  if (origin === undefined) return null;
  const path: string[] = [];
  for (let node = declaration; ; node = node.parent) {
    const name = memberName(node, compiler);
    if (name !== null) path.unshift(name);
    const top = topName(node, compiler);
    if (top !== null) return { ...origin, top, path };
    if (node.parent === undefined || compiler.isSourceFile(node)) return null;
  }
}

function memberName(node: ts.Node, compiler: Compiler): string | null {
  const isMember =
    compiler.isPropertySignature(node) ||
    compiler.isMethodSignature(node) ||
    compiler.isPropertyAssignment(node) ||
    compiler.isShorthandPropertyAssignment(node) ||
    compiler.isMethodDeclaration(node) ||
    compiler.isGetAccessorDeclaration(node);
  return isMember ? nameText(node.name, compiler) : null;
}

/** The text of a name that is written out; `null` for a computed one. */
export function nameText(name: ts.Node, compiler: Compiler): string | null {
  return compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) || compiler.isNumericLiteral(name)
    ? name.text
    : null;
}

function topName(node: ts.Node, compiler: Compiler): string | null {
  if (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node)) return node.name.text;
  if (compiler.isFunctionDeclaration(node) || compiler.isClassDeclaration(node)) return node.name?.text ?? null;
  if (compiler.isVariableDeclaration(node) && compiler.isIdentifier(node.name)) return node.name.text;
  return null;
}

/**
 * The new name of an exported name: that of the entity it is made from, wherever that gives a name which the new code exports.
 * `null`: it stays as it is.
 */
export function renamedExport(name: string, api: string, { plans, exports }: Generated): ExportEdit | null {
  const plan = plans.get(api);
  const now = exports.get(api);
  if (plan === undefined || now === undefined) return null;
  for (const { from, to, change } of plan.names) {
    const at = name.indexOf(from);
    // `Order` of `OrderSchema` and `isOrder`, not of `Orders` or `Reorder`.
    if (at === -1 || !isWord(name, at, from)) continue;
    const replaced = (by: string): string => `${name.slice(0, at)}${by}${name.slice(at + from.length)}`;
    if (to === null || change === null) return now.has(name) || change === null ? null : { to: [], change };
    const names = (typeof to === "string" ? [to] : to).map(replaced).filter((one) => now.has(one));
    if (names.length > 0) return names.includes(name) && names.length === 1 ? null : { to: names, change };
  }
  return null;
}

export interface ExportEdit {
  /** None: gone. Several: split. */
  readonly to: readonly string[];
  readonly change: NonNullable<ApiPlan["names"][number]["change"]>;
}

function isWord(name: string, at: number, word: string): boolean {
  const [before, after] = [name[at - 1], name[at + word.length]];
  const isStart = at === 0 || (/[\p{Lu}]/u.test(word[0] ?? "") && /[\p{Ll}\p{N}_$]/u.test(before ?? ""));
  return isStart && (after === undefined || /[\p{Lu}\p{N}_$]/u.test(after));
}
