// Members of generated types -> their new names: after a dot, in brackets, in destructuring, in object literals, classes and JSX.
import type { ts } from "ts-morph";
import type { ValuesEdit } from "../plan/changes.ts";
import type { Compiler } from "./compiler.ts";
import { type ExportEdit, nameText } from "./generated.ts";
import { localName } from "./names.ts";
import type { MemberVerdict, Pass } from "./pass.ts";

/** The name after a dot. */
export function rewriteMember(node: ts.Identifier, pass: Pass): void {
  const { compiler, checker } = pass;
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) {
    noteUntyped(node, node.parent, pass);
    return;
  }
  const edit = pass.exportEdit(symbol);
  if (edit !== null && edit.from === node.text) {
    const [to, ...more] = edit.to;
    if (to === undefined || more.length > 0) pass.mark(node, edit.change);
    else pass.replace(node, to, edit.change);
    return;
  }
  const verdict = pass.memberVerdict(symbol);
  if (verdict === null) return;
  if (verdict.kind === "method") {
    rewriteMethod(node, verdict, pass);
    return;
  }
  if (verdict.kind === "rename") {
    isPlainName(verdict.to) ? pass.replace(node, verdict.to, verdict.change) : bracketed(node, verdict, pass);
    return;
  }
  if (verdict.kind === "move" && compiler.isPropertyAccessExpression(node.parent)) {
    // `request.query.note` is `request.body.note`.
    const { expression } = node.parent;
    if (
      compiler.isPropertyAccessExpression(expression) &&
      Object.values(["path", "query", "headers", "cookies", "body"]).includes(expression.name.text)
    ) {
      const [part, name] = verdict.to;
      pass.put(
        { file: node.getSourceFile(), start: expression.name.getStart(), end: node.getEnd() },
        `${part}${isPlainName(name) ? `.${name}` : `[${JSON.stringify(name)}]`}`,
        verdict.change,
      );
      return;
    }
  }
  pass.mark(node, verdict.change);
}

/** A member of something without a type, which is called like one that has another name now: people have to decide. */
export function noteUntyped(node: ts.Identifier | ts.StringLiteralLike, access: ts.Node, pass: Pass): void {
  const { compiler, checker } = pass;
  if (!compiler.isPropertyAccessExpression(access) && !compiler.isElementAccessExpression(access)) return;
  const type = checker.getTypeAtLocation(access.expression);
  const isOpen = (type.flags & compiler.TypeFlags.Any) !== 0 || checker.getIndexInfosOfType(type).length > 0;
  if (!isOpen) return;
  for (const { keySets } of pass.plansFor(node))
    for (const { renamed, removed } of keySets) {
      const change = renamed.get(node.text)?.change ?? removed.get(node.text);
      if (change !== undefined) pass.leave(node.getSourceFile(), node.getStart(), change);
    }
}

/** `order["note-2"]`, where the new name is not an identifier. */
function bracketed(
  node: ts.Identifier,
  { to, change }: { readonly to: string; readonly change: MemberVerdict["change"] },
  pass: Pass,
): void {
  const { parent } = node;
  if (!pass.compiler.isPropertyAccessExpression(parent)) {
    pass.mark(node, change);
    return;
  }
  const dot = parent.questionDotToken === undefined ? "" : "?.";
  pass.put(
    { file: node.getSourceFile(), start: parent.expression.getEnd(), end: node.getEnd() },
    `${dot}[${JSON.stringify(to)}]`,
    change,
  );
}

/** `client.orders.list` is `client.purchases.list`: the group is part of what is replaced, where it is written there. */
function rewriteMethod(
  node: ts.Identifier,
  { from, to, change }: MemberVerdict & { readonly kind: "method" },
  pass: Pass,
): void {
  const { compiler } = pass;
  const { parent } = node;
  const holder = compiler.isPropertyAccessExpression(parent) ? parent.expression : null;
  const path = to.group === null ? to.name : `${to.group}.${to.name}`;
  const isWhole =
    from.group === null ||
    (holder !== null && compiler.isPropertyAccessExpression(holder) && holder.name.text === from.group);
  if (holder === null || !isWhole) {
    pass.mark(node, change);
    return;
  }
  const start =
    compiler.isPropertyAccessExpression(holder) && from.group !== null ? holder.name.getStart() : node.getStart();
  pass.put({ file: node.getSourceFile(), start, end: node.getEnd() }, path, change);
}

/** `const { note } = order` is `const { remark: note } = order`. */
export function rewriteBinding(node: ts.BindingElement, pass: Pass): void {
  const { compiler, checker } = pass;
  if (!compiler.isObjectBindingPattern(node.parent) || node.dotDotDotToken !== undefined) return;
  const written = node.propertyName ?? node.name;
  const name = nameText(written, compiler);
  if (name === null) return;
  const type = checker.getTypeAtLocation(node.parent);
  for (const symbol of pass.propertiesOf(type, name)) {
    const edit = pass.exportEdit(symbol);
    if (edit !== null) {
      rewriteImported(node, edit, pass);
      return;
    }
    const verdict = pass.memberVerdict(symbol);
    if (verdict === null) continue;
    if (verdict.kind === "rename") {
      const { to } = verdict;
      if (node.propertyName === undefined) pass.replace(node.name, `${keyText(to)}: ${name}`, verdict.change);
      else if (compiler.isIdentifier(node.name) && node.name.text === to)
        pass.put(
          { file: node.getSourceFile(), start: node.propertyName.getStart(), end: node.name.getEnd() },
          to,
          verdict.change,
        );
      else pass.replace(node.propertyName, quotedAs(node.propertyName, to), verdict.change);
    } else pass.mark(node, verdict.change);
    return;
  }
}

/** `const { OrderSchema } = require("./gen")`, which is an import, and the same of a module that a name is of. */
function rewriteImported(node: ts.BindingElement, { to: [to, ...more], change }: ExportEdit, pass: Pass): void {
  const { compiler, checker } = pass;
  if (to === undefined || more.length > 0) {
    pass.mark(node, change);
    return;
  }
  const local = checker.getSymbolAtLocation(node.name);
  const isImport = local !== undefined && (local.flags & compiler.SymbolFlags.Alias) !== 0;
  if (node.propertyName !== undefined) pass.replace(node.propertyName, to, change);
  else pass.replace(node.name, isImport ? to : `${to}: ${node.name.getText()}`, change);
}

/** The name of a member that someone writes: of an object literal, a class, JSX. */
export function rewriteKey(node: ts.Identifier | ts.StringLiteralLike, pass: Pass): void {
  const { compiler, checker } = pass;
  const { parent } = node;
  if (compiler.isShorthandPropertyAssignment(parent)) {
    rewriteShorthand(parent, pass);
    return;
  }
  const symbols = keySymbols(node, pass);
  for (const symbol of symbols) {
    const verdict = pass.memberVerdict(symbol);
    if (verdict === null || verdict.kind === "move") continue;
    if (verdict.kind === "rename") pass.replace(node, quotedAs(node, verdict.to), verdict.change);
    else pass.mark(node, verdict.change);
    return;
  }
  // `{ SENT: 1 }` as a `Record<OrderStatus, number>`: a value is a key.
  if (!compiler.isObjectLiteralExpression(parent.parent)) return;
  const type = checker.getContextualType(parent.parent);
  if (type !== undefined) rewriteValue(node, keyValues(type, node, pass), pass);
}

/** A text that is one of the values of an enum, or of its keys -> whether one of these edits concerns it. */
export function rewriteValue(
  node: ts.Identifier | ts.StringLiteralLike,
  edits: readonly ValuesEdit[],
  pass: Pass,
): boolean {
  for (const { renamed, removed } of edits) {
    const edit = renamed.get(node.text);
    const change = removed.get(node.text);
    if (edit !== undefined) pass.replace(node, quotedAs(node, edit.to), edit.change);
    else if (change !== undefined) pass.mark(node, change);
    else continue;
    return true;
  }
  return false;
}

/** The values that are the keys of a mapped type, if they changed. */
export function keyValues(type: ts.Type, near: ts.Node, pass: Pass): ReturnType<Pass["valuesLike"]> {
  const { checker } = pass;
  // A type parameter, such as that of `pick` of a Zod schema, has the keys of its constraint.
  const keys = pass
    .constituents(type)
    .map((one) => checker.getApparentType(one))
    .flatMap((one) => checker.getPropertiesOfType(one).map(({ name }) => name));
  return pass.valuesLike(new Set(keys), near);
}

/** The name of a member of an object literal, a class or JSX. */
export function isKey(node: ts.Node, compiler: Compiler): boolean {
  const { parent } = node;
  return (
    (compiler.isPropertyAssignment(parent) ||
      compiler.isShorthandPropertyAssignment(parent) ||
      compiler.isMethodDeclaration(parent) ||
      compiler.isPropertyDeclaration(parent) ||
      compiler.isGetAccessorDeclaration(parent) ||
      compiler.isJsxAttribute(parent)) &&
    parent.name === node
  );
}

/** The members of generated types that a written key names. */
function keySymbols(node: ts.Identifier | ts.StringLiteralLike, pass: Pass): ts.Symbol[] {
  const { compiler, checker } = pass;
  const { parent } = node;
  if (compiler.isJsxAttribute(parent)) {
    const type = checker.getContextualType(parent.parent);
    return type === undefined ? [] : pass.propertiesOf(type, node.text);
  }
  if (compiler.isClassLike(parent.parent)) {
    const clauses = parent.parent.heritageClauses ?? [];
    return clauses.flatMap(({ types }) =>
      types.flatMap((one) => pass.propertiesOf(checker.getTypeAtLocation(one), node.text)),
    );
  }
  if (!compiler.isObjectLiteralExpression(parent.parent)) return [];
  const masked = maskedType(parent.parent, pass);
  if (masked !== undefined) return pass.propertiesOf(masked, node.text);
  const type = checker.getContextualType(parent.parent) ?? assignedType(parent.parent, pass);
  return type === undefined ? [] : pass.propertiesOf(type, node.text);
}

/** `OrderSchema.pick({ note: true })`, `z.pick(OrderSchema, { note: true })`: the type that the schema is of. */
function maskedType(literal: ts.ObjectLiteralExpression, { compiler, checker }: Pass): ts.Type | undefined {
  const call = literal.parent;
  if (!compiler.isCallExpression(call) || !compiler.isPropertyAccessExpression(call.expression)) return undefined;
  if (!["pick", "omit", "partial", "required"].includes(call.expression.name.text)) return undefined;
  const [first] = call.arguments;
  const schema = first === literal || first === undefined ? call.expression.expression : first;
  return checker.getTypeAtLocation(schema).aliasTypeArguments?.[0];
}

/** `({ note } = order)`: an object literal that takes apart. */
function assignedType(literal: ts.ObjectLiteralExpression, { compiler, checker }: Pass): ts.Type | undefined {
  const { parent } = literal;
  const isTarget =
    compiler.isBinaryExpression(parent) &&
    parent.left === literal &&
    parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
  return isTarget ? checker.getTypeAtLocation(parent.right) : undefined;
}

/** `{ note }` is `{ remark: note }`; the value may have another name too. */
function rewriteShorthand(node: ts.ShorthandPropertyAssignment, pass: Pass): void {
  const { checker } = pass;
  const value = checker.getShorthandAssignmentValueSymbol(node);
  const edit = value === undefined ? null : pass.exportEdit(value);
  const valueName =
    edit !== null && edit.from === node.name.text ? (localName(edit, value, pass) ?? node.name.text) : node.name.text;
  const verdict = keySymbols(node.name, pass).flatMap((symbol) => pass.memberVerdict(symbol) ?? [])[0];
  if (verdict?.kind === "move") return;
  if (verdict !== undefined && verdict.kind !== "rename") {
    pass.mark(node, verdict.change);
    return;
  }
  const key = verdict?.to ?? node.name.text;
  const change = verdict?.change ?? edit?.change;
  if (change === undefined) return;
  if (key === node.name.text && valueName === node.name.text) return;
  pass.replace(node.name, key === valueName ? key : `${keyText(key)}: ${valueName}`, change);
}

function isPlainName(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
}

/** Its text in an object literal. */
export function keyText(name: string): string {
  return isPlainName(name) ? name : JSON.stringify(name);
}

/** The new text in the quotes of the old one. */
export function quotedAs(node: ts.Node, to: string): string {
  const [first = ""] = node.getText();
  if (first === "'" && !/['\\\n]/.test(to)) return `'${to}'`;
  if (first === "`" && !/[`\\$\n]/.test(to)) return `\`${to}\``;
  return first === '"' || first === "'" || first === "`" ? JSON.stringify(to) : keyText(to);
}
