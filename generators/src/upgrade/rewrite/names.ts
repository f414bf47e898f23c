// Names of generated types, functions and constants -> their new names: in imports, re-exports and wherever they are used.
import type { ts } from "ts-morph";
import type { ExportEdit } from "./generated.ts";
import type { Pass } from "./pass.ts";

type Specifier = ts.ImportSpecifier | ts.ExportSpecifier;

export function rewriteSpecifier(specifier: Specifier, pass: Pass): void {
  const { compiler } = pass;
  const written = specifier.propertyName ?? specifier.name;
  const symbol = compiler.isImportSpecifier(specifier)
    ? pass.checker.getSymbolAtLocation(specifier.name)
    : pass.checker.getExportSpecifierLocalTargetSymbol(specifier);
  const edit = symbol === undefined ? null : pass.exportEdit(symbol);
  if (edit === null || edit.from !== written.text) return;
  const [to, ...more] = edit.to;
  if (to === undefined) {
    pass.mark(specifier, edit.change);
    return;
  }
  if (specifier.propertyName !== undefined) {
    if (more.length > 0) {
      pass.mark(specifier, edit.change);
      return;
    }
    const isBack = specifier.name.text === to;
    if (isBack)
      pass.put(
        { file: specifier.getSourceFile(), start: specifier.propertyName.getStart(), end: specifier.name.getEnd() },
        to,
        edit.change,
      );
    else pass.replace(specifier.propertyName, to, edit.change);
    return;
  }
  if (more.length > 0) {
    pass.replace(specifier.name, edit.to.join(", "), edit.change);
    pass.mark(specifier, edit.change, { comment: false });
    return;
  }
  const file = specifier.getSourceFile();
  if (isTaken(to, specifier, pass)) {
    const isExport = compiler.isExportSpecifier(specifier);
    pass.replace(
      specifier.name,
      isExport ? `${isOutside(specifier) ? to : edit.from} as ${to}` : `${to} as ${edit.from}`,
      edit.change,
    );
    return;
  }
  if (!isRepeated(to, specifier, pass)) {
    pass.replace(specifier.name, to, edit.change);
    return;
  }
  // Two types were merged: one import is enough.
  const elements: readonly Specifier[] = specifier.parent.elements;
  const next = elements[elements.indexOf(specifier) + 1];
  const previous = elements[elements.indexOf(specifier) - 1];
  const start = next !== undefined ? specifier.getStart() : (previous?.getEnd() ?? specifier.getStart());
  pass.put({ file, start, end: next?.getStart() ?? specifier.getEnd() }, "", edit.change);
}

/** Whether an export names a module: then its names are those of the module. */
function isOutside(specifier: ts.ExportSpecifier): boolean {
  return specifier.parent.parent.moduleSpecifier !== undefined;
}

/** Whether the file means something else by the new name. */
function isTaken(name: string, specifier: Specifier, pass: Pass): boolean {
  const { compiler, checker } = pass;
  const file = specifier.getSourceFile();
  if (compiler.isExportSpecifier(specifier) && isOutside(specifier)) return false;
  const meaning = compiler.SymbolFlags.Type | compiler.SymbolFlags.Value | compiler.SymbolFlags.Alias;
  const known = checker
    .getSymbolsInScope(file, meaning)
    .find(
      (symbol) =>
        symbol.name === name &&
        symbol.declarations?.some((declaration) => declaration.getSourceFile() === file) === true,
    );
  if (known === undefined) return isNestedName(name, file, pass);
  // Generated too: it is the same, or it has another name from now on.
  const place = pass.placesOf(pass.resolved(known))[0];
  return place === undefined;
}

/** Whether a function or a block of the file declares the name. */
function isNestedName(name: string, file: ts.SourceFile, { compiler }: Pass): boolean {
  let isFound = false;
  const look = (node: ts.Node): void => {
    if (isFound) return;
    const isDeclaration =
      compiler.isVariableDeclaration(node) ||
      compiler.isParameter(node) ||
      compiler.isFunctionDeclaration(node) ||
      compiler.isClassDeclaration(node) ||
      compiler.isTypeParameterDeclaration(node) ||
      compiler.isBindingElement(node) ||
      compiler.isTypeAliasDeclaration(node) ||
      compiler.isInterfaceDeclaration(node);
    if (isDeclaration && node.name !== undefined && compiler.isIdentifier(node.name) && node.name.text === name)
      isFound = true;
    else compiler.forEachChild(node, look);
  };
  look(file);
  return isFound;
}

/** Whether an earlier specifier of the same list has the new name, or gets it. */
function isRepeated(name: string, specifier: Specifier, pass: Pass): boolean {
  for (const other of specifier.parent.elements) {
    if (other === specifier) continue;
    const isEarlier = other.pos < specifier.pos;
    const symbol = pass.checker.getSymbolAtLocation(other.name);
    const edit = symbol === undefined ? null : pass.exportEdit(symbol);
    const now = edit === null || edit.from !== other.name.text ? other.name.text : edit.to[0];
    // One that has the name already stays.
    if (now === name && (isEarlier || edit === null)) return true;
  }
  return false;
}

export function rewriteReference(node: ts.Identifier, pass: Pass): void {
  const { compiler, checker } = pass;
  if (
    compiler.isImportClause(node.parent) ||
    compiler.isNamespaceImport(node.parent) ||
    compiler.isNamespaceExport(node.parent)
  )
    return;
  const symbol = compiler.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const edit = symbol === undefined ? null : pass.exportEdit(symbol);
  if (edit === null || edit.from !== node.text) return;
  const to = localName(edit, symbol, pass);
  if (to === null || to === node.text) return;
  pass.replace(node, edit.to.length > 1 && isPartOfType(node, pass) ? `(${to})` : to, edit.change);
}

/** Whether a union needs parentheses there: `Order[]`, `keyof Order`. */
function isPartOfType({ parent }: ts.Identifier, { compiler }: Pass): boolean {
  const holder = parent.parent;
  return (
    compiler.isArrayTypeNode(holder) ||
    compiler.isTypeOperatorNode(holder) ||
    compiler.isIndexedAccessTypeNode(holder) ||
    compiler.isIntersectionTypeNode(holder)
  );
}

/** What a reference is written as; `null` where nothing is to be written. */
export function localName(
  edit: ExportEdit & { readonly from: string },
  symbol: ts.Symbol | undefined,
  pass: Pass,
): string | null {
  const { compiler } = pass;
  const [to, ...more] = edit.to;
  if (to === undefined) return null;
  if (more.length > 0) return edit.to.join(" | ");
  const specifier = symbol?.declarations?.find((one) => compiler.isImportSpecifier(one));
  return specifier !== undefined && compiler.isImportSpecifier(specifier) && isTaken(to, specifier, pass)
    ? edit.from
    : to;
}
