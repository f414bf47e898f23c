// The code of callers, which uses the old generated code -> the edits that make it use the new one.
import type { ts } from "ts-morph";
import type { PlannedChange } from "../plan/changes.ts";
import type { Compiler } from "./compiler.ts";
import type { Generated } from "./generated.ts";
import { rewriteLiteral } from "./literals.ts";
import { isKey, rewriteBinding, rewriteKey, rewriteMember } from "./members.ts";
import { rewriteReference, rewriteSpecifier } from "./names.ts";
import { rewriteObject, rewriteSwitch } from "./objects.ts";
import { type MemberVerdict, Pass } from "./pass.ts";

/** `files`: those that may be edited, by the path that the program knows. */
export function rewriteProgram(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  { compiler, generated }: { readonly compiler: Compiler; readonly generated: Generated },
): Pass {
  const pass = new Pass(compiler, program, generated);
  pass.keyLists = new KeyLists(files, pass);
  for (const file of files) visit(file, pass);
  return pass;
}

function visit(node: ts.Node, pass: Pass): void {
  const { compiler } = pass;
  if (compiler.isIdentifier(node)) rewriteIdentifier(node, pass);
  else if (compiler.isStringLiteralLike(node)) rewriteLiteral(node, pass);
  else if (compiler.isObjectLiteralExpression(node)) rewriteObject(node, pass);
  else if (compiler.isSwitchStatement(node)) rewriteSwitch(node, pass);
  else if (compiler.isBindingElement(node)) rewriteBinding(node, pass);
  for (const comment of docsOf(node, compiler)) visit(comment, pass);
  compiler.forEachChild(node, (child) => visit(child, pass));
}

/** The doc comments above a node, which have the types of JavaScript. */
function docsOf(node: ts.Node, compiler: Compiler): ts.JSDoc[] {
  const docs: unknown = Reflect.get(node, "jsDoc");
  return Array.isArray(docs) ? docs.filter((one) => compiler.isJSDoc(one)) : [];
}

function rewriteIdentifier(node: ts.Identifier, pass: Pass): void {
  const { compiler } = pass;
  const { parent } = node;
  if (compiler.isImportSpecifier(parent) || compiler.isExportSpecifier(parent)) {
    if (parent.name === node) rewriteSpecifier(parent, pass);
    return;
  }
  if (compiler.isBindingElement(parent) && (parent.propertyName === node || parent.name === node)) return;
  if (isMemberName(node, compiler)) {
    rewriteMember(node, pass);
    return;
  }
  if (isKey(node, compiler)) {
    rewriteKey(node, pass);
    return;
  }
  if (!isDeclared(node, compiler)) rewriteReference(node, pass);
}

/** The name after a dot. */
function isMemberName(node: ts.Identifier, compiler: Compiler): boolean {
  const { parent } = node;
  return (
    (compiler.isPropertyAccessExpression(parent) && parent.name === node) ||
    (compiler.isQualifiedName(parent) && parent.right === node)
  );
}

/** The name of a declaration of the callers' own. */
function isDeclared(node: ts.Identifier, compiler: Compiler): boolean {
  const { parent } = node;
  return (
    compiler.isNamedTupleMember(parent) ||
    (compiler.isDeclarationStatement(parent) && compiler.getNameOfDeclaration(parent) === node)
  );
}

// Lists of member names that nothing ties to a generated type but their use: `["id", "note"] as const` and `type Key = "id" | "note"`, which
// index a type later -> what each of their texts is now. Without such a use they are left to people.

/** A use of several keys of a generated type. */
interface KeyUse {
  readonly texts: ReadonlySet<string>;
  readonly verdicts: ReadonlyMap<string, MemberVerdict>;
}

class KeyLists {
  private readonly pass: Pass;
  /** What is done with the texts that a constant or an alias declares. */
  private readonly declared = new Map<ts.Node, KeyUse>();

  constructor(files: readonly ts.SourceFile[], pass: Pass) {
    this.pass = pass;
    for (const file of files) this.read(file);
  }

  /** `undefined`: the text is in no such list, or in one whose keys have not changed. */
  verdictOf(node: ts.StringLiteralLike): MemberVerdict | PlannedChange | undefined {
    const list = this.listAround(node);
    if (list === null) return undefined;
    const { texts, declaration } = list;
    const use = this.declared.get(declaration);
    if (use !== undefined) return use.verdicts.get(node.text);
    return list.isList ? this.possibleChange(node, texts) : undefined;
  }

  private read(node: ts.Node): void {
    const { compiler, checker } = this.pass;
    if (compiler.isElementAccessExpression(node) && !compiler.isStringLiteralLike(node.argumentExpression)) {
      const holder = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
      this.note(holder, checker.getTypeAtLocation(node.argumentExpression), node.argumentExpression);
    } else if (compiler.isTypeReferenceNode(node) && ["Pick", "Omit"].includes(node.typeName.getText())) {
      const [of, keys] = node.typeArguments ?? [];
      if (of !== undefined && keys !== undefined && !compiler.isLiteralTypeNode(keys))
        this.note(checker.getTypeFromTypeNode(of), checker.getTypeFromTypeNode(keys), keys);
    } else if (compiler.isIndexedAccessTypeNode(node) && !compiler.isLiteralTypeNode(node.indexType))
      this.note(
        checker.getTypeFromTypeNode(node.objectType),
        checker.getTypeFromTypeNode(node.indexType),
        node.indexType,
      );
    compiler.forEachChild(node, (child) => this.read(child));
  }

  private note(holder: ts.Type, keys: ts.Type, written: ts.Node): void {
    const { pass } = this;
    const { checker } = pass;
    const texts = pass.textsOf(checker.getBaseConstraintOfType(keys) ?? keys);
    const verdicts = new Map(
      [...texts].flatMap((text) => {
        const [verdict] = pass.propertiesOf(holder, text).flatMap((symbol) => pass.memberVerdict(symbol) ?? []);
        return verdict === undefined ? [] : [[text, verdict] as const];
      }),
    );
    if (verdicts.size === 0) return;
    for (const declaration of sourcesOf(written, pass)) this.declared.set(declaration, { texts, verdicts });
  }

  private listAround(
    node: ts.StringLiteralLike,
  ): { readonly texts: ReadonlySet<string>; readonly declaration: ts.Node; readonly isList: boolean } | null {
    const { compiler } = this.pass;
    const { parent } = node;
    if (compiler.isArrayLiteralExpression(parent)) {
      const isConstant =
        compiler.isConstTypeReference(typeAround(parent, this.pass) ?? parent) || this.pass.isScript(parent);
      const texts = parent.elements.flatMap((one) => (compiler.isStringLiteralLike(one) ? [one.text] : []));
      return isConstant ? { texts: new Set(texts), declaration: parent.parent.parent, isList: true } : null;
    }
    if (compiler.isVariableDeclaration(parent))
      return { texts: new Set([node.text]), declaration: parent, isList: false };
    if (!compiler.isLiteralTypeNode(parent)) return null;
    const union = compiler.isUnionTypeNode(parent.parent) ? parent.parent : parent;
    if (!compiler.isTypeAliasDeclaration(union.parent)) return null;
    const types = compiler.isUnionTypeNode(union) ? union.types : [union];
    const texts = types.flatMap((type) =>
      compiler.isLiteralTypeNode(type) && compiler.isStringLiteralLike(type.literal) ? [type.literal.text] : [],
    );
    return { texts: new Set(texts), declaration: union.parent, isList: texts.length > 1 };
  }

  /** Of texts that are all members of one type: they may mean something else. */
  private possibleChange(node: ts.StringLiteralLike, texts: ReadonlySet<string>): PlannedChange | undefined {
    for (const { keySets } of this.pass.plansFor(node))
      for (const { before, renamed, removed } of keySets)
        if (isWithin(texts, new Set(before))) {
          const change = renamed.get(node.text)?.change ?? removed.get(node.text);
          if (change !== undefined) return change;
        }
    return undefined;
  }
}

function isWithin(texts: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...texts].every((text) => others.has(text));
}

/** The declarations that a key comes from: its own, and those of the list that it is taken out of. */
function sourcesOf(node: ts.Node, pass: Pass, depth = 0): ts.Node[] {
  const { compiler, checker } = pass;
  if (depth > 8) return [];
  const further = (next: ts.Node | undefined): ts.Node[] =>
    next === undefined ? [] : sourcesOf(next, pass, depth + 1);
  if (compiler.isTypeReferenceNode(node)) return further(node.typeName);
  if (compiler.isTypeQueryNode(node)) return further(node.exprName);
  if (compiler.isIndexedAccessTypeNode(node)) return further(node.objectType);
  if (compiler.isParenthesizedTypeNode(node) || compiler.isAsExpression(node)) return further(node.type ?? node);
  if (compiler.isParenthesizedExpression(node) || compiler.isNonNullExpression(node)) return further(node.expression);
  const symbol = checker.getSymbolAtLocation(node);
  const declarations = symbol === undefined ? [] : (pass.resolved(symbol).declarations ?? []);
  return declarations.flatMap((declaration) => [declaration, ...further(originOf(declaration, pass))]);
}

/** What a declaration takes its type or its value from. */
function originOf(node: ts.Declaration, { compiler }: Pass): ts.Node | undefined {
  if (compiler.isTypeAliasDeclaration(node)) return node.type;
  if (compiler.isTypeParameterDeclaration(node)) return node.constraint;
  if (compiler.isVariableDeclaration(node))
    return (
      node.type ?? (compiler.isForOfStatement(node.parent.parent) ? node.parent.parent.expression : node.initializer)
    );
  if (!compiler.isParameter(node)) return undefined;
  // `columns.map((column) => …)`
  const call = node.parent.parent;
  const callee = compiler.isCallExpression(call) ? call.expression : undefined;
  return (
    node.type ?? (callee !== undefined && compiler.isPropertyAccessExpression(callee) ? callee.expression : undefined)
  );
}

/** The type that an assertion around it states. */
function typeAround({ parent }: ts.Expression, { compiler }: Pass): ts.TypeNode | null {
  return compiler.isAsExpression(parent) || compiler.isTypeAssertionExpression(parent) ? parent.type : null;
}
