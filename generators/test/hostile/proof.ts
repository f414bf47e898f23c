// Two outputs of one description, one with harmless words and one with hostile text -> every place where the text is
// more than text. Both are parsed, and their trees are walked side by side.

import { ts } from "ts-morph";
import { unicodePatternOf } from "../../src/model/analysis/unicode-patterns.ts";
import { LocalNames } from "./local-names.ts";

export interface Renaming {
  /** What a string of the harmless output is in the hostile one: the same with each slot's text in its place. */
  readonly text: (harmless: string) => string;
  /** What an identifier of the harmless output is in the hostile one: as the names pass has decided. */
  readonly name: (harmless: string) => string;
}

/** Empty when the hostile file is the harmless one with other literals, names of members and declared names. */
export function differencesOf(harmless: ts.SourceFile, hostile: string, renaming: Renaming): string[] {
  const [left, right] = [harmless, parse(hostile)];
  return [...surprisesIn(right, hostile), ...new Comparison(renaming, left, right).differences()];
}

/** What the parser takes from comments, and characters that do not show what they are. */
function surprisesIn(source: ts.SourceFile, text: string): string[] {
  const { referencedFiles, typeReferenceDirectives, libReferenceDirectives } = source;
  const directives = [...referencedFiles, ...typeReferenceDirectives, ...libReferenceDirectives].length;
  const hidden = /[^\P{C}\n\t\p{Co}\p{Cn}]|[\p{Zl}\p{Zp}]/u.exec(text);
  return [
    ...(directives > 0 ? ["a reference directive"] : []),
    ...(/^\s*(?:\/|\*)*\s*@ts-/m.test(withoutOurs(text)) ? ["a directive to the compiler"] : []),
    ...(/^\/\/[#@] *source(?:Mapping)?URL/m.test(text) ? ["a source map"] : []),
    ...(hidden === null
      ? []
      : [`a hidden character: ${JSON.stringify(text.slice(hidden.index - 20, hidden.index + 20))}`]),
    ...(text.isWellFormed() ? [] : ["half a character"]),
    ...(setsPrototype(source) ? ["an object literal that sets its prototype"] : []),
  ];
}

/** Without the directives that generated files start with. */
function withoutOurs(text: string): string {
  return text.replace(/^\/\*.*\n\/\/ @ts-nocheck\n/, "");
}

/** `{ __proto__: x }`; `{ ["__proto__"]: x }` makes a member. */
function setsPrototype(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name) && node.name.text === "__proto__")
    return true;
  return ts.forEachChild(node, (child) => setsPrototype(child) || undefined) ?? false;
}

class Comparison {
  private readonly found: string[] = [];
  private readonly renaming: Renaming;
  private readonly left: ts.SourceFile;
  private readonly right: ts.SourceFile;
  /** Local names of what is imported under another name. */
  private readonly leftAliases: ReadonlyMap<string, string>;
  private readonly rightAliases: ReadonlyMap<string, string>;
  private readonly locals: LocalNames;

  constructor(renaming: Renaming, left: ts.SourceFile, right: ts.SourceFile) {
    this.renaming = renaming;
    this.left = left;
    this.right = right;
    this.leftAliases = aliasesOf(left);
    this.rightAliases = aliasesOf(right);
    this.locals = new LocalNames(left, right);
  }

  differences(): string[] {
    this.compareParts(this.left, this.right);
    return this.found;
  }

  private compare(left: ts.Node, right: ts.Node): void {
    const [before, after] = [patternOf(left), patternOf(right)];
    if (ts.isNamedImports(left) && ts.isNamedImports(right)) this.compareImports(left, right);
    else if (isSegments(left) && isSegments(right)) this.checkSegments(right);
    else if (isMemberName(left) && isMemberName(right)) this.compareText(memberText(left), memberText(right), right);
    else if (before !== null && after !== null) this.comparePatterns(before, after, right);
    else if (isAccess(left) && isAccess(right)) {
      this.compareText(accessText(left), accessText(right), right);
      this.compare(left.expression, right.expression);
    } else if (left.kind !== right.kind) this.report(`${kindOf(left)} has become ${kindOf(right)}`, right);
    else if (ts.isIdentifier(left) && ts.isIdentifier(right)) this.compareNames(left, right);
    else this.compareAlike(left, right);
  }

  private compareAlike(left: ts.Node, right: ts.Node): void {
    const isScope = ts.isFunctionDeclaration(left);
    if (isScope) this.locals.enter();
    this.compareKinds(left, right);
    if (isScope) this.locals.leave();
  }

  private compareKinds(left: ts.Node, right: ts.Node): void {
    this.declareLocal(left, right);
    if (isText(left) && isText(right)) this.compareText(left.text, right.text, right);
    else if (ts.isNumericLiteral(left) && left.getText(this.left) !== right.getText(this.right)) {
      this.report(`${left.getText(this.left)} has become ${right.getText(this.right)}`, right);
    }
    this.compareParts(left, right);
  }

  /** `const note = value["note"]` in a function: the name is the member's as far as it can be one. */
  private declareLocal(left: ts.Node, right: ts.Node): void {
    if (!ts.isVariableDeclaration(left) || !ts.isVariableDeclaration(right) || !isInFunction(left)) return;
    if (!ts.isIdentifier(left.name) || !ts.isIdentifier(right.name)) return;
    const problem = this.locals.declare(left.name.text, right.name.text);
    if (problem !== null) this.report(problem, right);
  }

  private compareParts(left: ts.Node, right: ts.Node): void {
    const [lefts, rights] = [childrenOf(left), childrenOf(right)];
    if (lefts.length === rights.length)
      for (const [at, child] of lefts.entries()) this.compare(child, rights[at] ?? right);
    else this.report(`${kindOf(left)} had ${lefts.length} parts and has ${rights.length}`, right);
  }

  /** The parts of a path: a text with slashes gives more of them, and none may be more than text. */
  private checkSegments(node: ts.Node): void {
    if (ts.isPropertyAssignment(node) && isMemberName(node.name)) this.checkSegments(node.initializer);
    else if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) {
      for (const child of childrenOf(node)) this.checkSegments(child);
    } else if (!ts.isStringLiteral(node)) this.report(`${kindOf(node)} among the segments of a path`, node);
  }

  /** The names are sorted, and one that is taken has got another local name: neither matters. */
  private compareImports(left: ts.NamedImports, right: ts.NamedImports): void {
    const imported = ({ name, propertyName }: ts.ImportSpecifier): string => (propertyName ?? name).text;
    const expected = left.elements.map((element) => this.renaming.name(imported(element))).sort();
    const actual = right.elements.map(imported).sort();
    if (expected.join() !== actual.join())
      this.report(`instead of ${expected.join()} it imports ${actual.join()}`, right);
  }

  private compareNames(left: ts.Identifier, right: ts.Identifier): void {
    const [before, after] = [
      this.leftAliases.get(left.text) ?? left.text,
      this.rightAliases.get(right.text) ?? right.text,
    ];
    const expected = this.locals.twinOf(before) ?? this.renaming.name(before);
    if (after !== expected) this.report(`${before} should be named ${expected} and is ${after}`, right);
  }

  /** Text of the description, a name derived from it, an equivalent URL or challenge, a pointer to it, or media types to accept. */
  private compareText(before: string, after: string, at: ts.Node): void {
    const text = this.renaming.text(before);
    const name = this.renaming.name(before);
    // A method may have the name that a constant cannot.
    if (after === text || after === name || `${after}Operation` === name || after === this.pointerOf(before)) return;
    if (isShortAccept(text, after)) return;
    if (/^(?:[/<]|ApiKey |Bearer )/.test(before) && percentDecoded(after) === percentDecoded(text.toWellFormed()))
      return;
    this.report(`${JSON.stringify(before)} should be ${JSON.stringify(text).slice(0, 200)}`, at);
  }

  /** `openapi.json#/paths/~1a/get`: each token is a text. */
  private pointerOf(before: string): string | null {
    const [file, ...tokens] = before.split("/");
    if (file === undefined || !file.endsWith(".json#")) return null;
    const escaped = tokens.map((token) => {
      const text = this.renaming.text(token.replaceAll("~1", "/").replaceAll("~0", "~"));
      return text.replaceAll("~", "~0").replaceAll("/", "~1");
    });
    return [file, ...escaped].join("/");
  }

  /** `/a/u` or `new RegExp("a", "u")` */
  private comparePatterns(before: string, after: string, at: ts.Node): void {
    const text = this.renaming.text(before);
    const expected = new RegExp(unicodePatternOf(text) ?? text, "u").source;
    if (new RegExp(after, "u").source !== expected) this.report(`the pattern should be ${expected}`, at);
  }

  private report(what: string, at: ts.Node): void {
    const { line } = this.right.getLineAndCharacterOfPosition(at.getStart(this.right));
    const text = this.right.text.split("\n")[line]?.trim() ?? "";
    this.found.push(`${what}, in ${JSON.stringify(text.slice(0, 200))}`);
  }
}

function isInFunction(node: ts.Node): boolean {
  return node.parent !== undefined && (ts.isFunctionDeclaration(node.parent) || isInFunction(node.parent));
}

export function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("output.ts", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(isBrokenReturn(node, child) ? child.expression : child);
  });
  return children;
}

/** `return (` … `);`: brackets for the line breaks only. */
function isBrokenReturn(node: ts.Node, child: ts.Node): child is ts.ParenthesizedExpression {
  return ts.isReturnStatement(node) && ts.isParenthesizedExpression(child);
}

function aliasesOf(source: ts.SourceFile): Map<string, string> {
  const elements = source.statements.flatMap((statement) => {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    return bindings !== undefined && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
  return new Map(elements.flatMap(({ name, propertyName }) => (propertyName ? [[name.text, propertyName.text]] : [])));
}

type MemberName = ts.Identifier | ts.StringLiteral | ts.NumericLiteral | ts.ComputedPropertyName;

/** The name of a member of a type or of an object literal: `a`, `"a b"`, `["__proto__"]`. */
function isMemberName(node: ts.Node): node is MemberName {
  const { parent } = node;
  const isMember = ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent) || ts.isMethodSignature(parent);
  if (!isMember || parent.name !== node) return false;
  return !ts.isComputedPropertyName(node) || ts.isStringLiteral(node.expression);
}

function memberText(name: MemberName): string {
  if (!ts.isComputedPropertyName(name)) return name.text;
  return ts.isStringLiteral(name.expression) ? name.expression.text : "";
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** `x.a` or `x["a"]` */
function isAccess(node: ts.Node): node is Access {
  if (ts.isPropertyAccessExpression(node)) return true;
  return ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression);
}

function accessText(node: Access): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteral(node.argumentExpression) ? node.argumentExpression.text : "";
}

/** The source of a regular expression, written either way. */
function patternOf(node: ts.Node): string | null {
  if (ts.isRegularExpressionLiteral(node)) return /^\/(.*)\/u$/s.exec(node.text)?.[1] ?? null;
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "RegExp") return null;
  const [source, flags] = node.arguments ?? [];
  if (source === undefined || flags === undefined) return null;
  return ts.isStringLiteral(source) && ts.isStringLiteral(flags) && flags.text === "u" ? source.text : null;
}

/** `segments: ["v1", { parameter: "id" }]` in the route table. */
function isSegments(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node) && isMemberName(node.name) && memberText(node.name) === "segments";
}

/** Browsers send at most 128 bytes without asking first, so longer values end with a range. */
function isShortAccept(text: string, after: string): boolean {
  const [start, rest] = after.split(/, (?=\*\/\*;q=0\.1$)/);
  return text.length > 128 && start !== undefined && rest !== undefined && text.startsWith(`${start}, `);
}

function percentDecoded(url: string): string {
  return url.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8"));
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function kindOf(node: ts.Node): string {
  return ts.SyntaxKind[node.kind];
}
