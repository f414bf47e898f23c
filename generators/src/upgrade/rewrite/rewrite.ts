// The code of callers, which uses the old generated code -> the edits that make it use the new one.
import type { ts } from "ts-morph";
import type { Compiler } from "./compiler.ts";
import type { Generated } from "./generated.ts";
import { KeyLists } from "./key-lists.ts";
import { rewriteLiteral } from "./literals.ts";
import { isKey, rewriteBinding, rewriteKey, rewriteMember } from "./members.ts";
import { rewriteReference, rewriteSpecifier } from "./names.ts";
import { rewriteObject } from "./objects.ts";
import { Pass } from "./pass.ts";
import { rewriteSwitch } from "./switches.ts";

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
