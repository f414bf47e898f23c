// The files of a folder -> the object that is declared as `Handlers`, and where it has the handler of each operation from.
import type { ts } from "ts-morph";
import type { Folder, Meaning, Unresolved } from "./folder.ts";
import type { UserFile } from "./user-file.ts";

/** The handler of one operation. */
export interface Handled {
  /** The member of the table; `null` for what a spread brings. */
  readonly member: ts.ObjectLiteralElementLike | null;
  /** The function, or what it is wrapped in; `null` where the folder does not say. */
  readonly definition: { readonly file: UserFile; readonly node: ts.Node } | null;
  /** The import that it is from, where that leads nowhere. */
  readonly broken: Broken | null;
}

interface Broken extends Unresolved {
  readonly file: UserFile;
  readonly node: ts.Node;
}

export interface HandlerTable {
  readonly file: UserFile;
  readonly object: ts.ObjectLiteralExpression;
  /** `Context` of `Handlers<Context>`. */
  readonly context: ts.TypeNode | undefined;
  readonly handled: ReadonlyMap<string, Handled>;
  /** Files all of whose exports are handlers: `...orders` of `import * as orders`. */
  readonly spread: ReadonlySet<UserFile>;
  /** The object, and those that are spread in it. */
  readonly parts: ReadonlySet<ts.ObjectLiteralExpression>;
  /** What may hold handlers, and is not understood. */
  readonly unclear: readonly ts.Node[];
}

/** Something that is declared as `Handlers`, and no object that a member can be added to. */
export interface UnclearTable {
  readonly file: UserFile;
  readonly node: ts.Node;
}

export interface FoundTables {
  readonly table: HandlerTable | null;
  /** Tables that are no part of it, and that it is no part of. */
  readonly others: readonly HandlerTable[];
  readonly unclear: readonly UnclearTable[];
}

/** With several, the one with most handlers. Those of tests are not looked at. */
export function findTable(folder: Folder, operations: ReadonlySet<string>): FoundTables {
  const tables: HandlerTable[] = [];
  const unclear: UnclearTable[] = [];
  for (const file of folder.files.values()) {
    if (isTest(file)) continue;
    for (const { value, context } of declaredIn(file, folder)) {
      const object = objectOf({ file, node: value }, folder, operations);
      if (object === null) unclear.push({ file, node: value });
      else tables.push(tableOf(object, context, folder, operations));
    }
  }
  const rank = ({ handled }: HandlerTable): number => handled.size;
  const [table = null, ...rest] = tables.toSorted((one, other) => rank(other) - rank(one));
  const others = rest.filter((one, at) => {
    const isAgain = rest.findIndex(({ object }) => object === one.object) !== at;
    return !isAgain && table !== null && !table.parts.has(one.object) && !one.parts.has(table.object);
  });
  return { table, others, unclear };
}

export function isTest({ path }: Pick<UserFile, "path">): boolean {
  return /(?:^|[./])(?:test|spec|tests|__tests__)[./]/.test(path);
}

interface Declared {
  readonly value: ts.Node;
  readonly context: ts.TypeNode | undefined;
}

function declaredIn(file: UserFile, folder: Folder): Declared[] {
  const { compiler } = folder;
  const declared: Declared[] = [];
  const add = (type: ts.TypeNode | undefined, value: ts.Node | undefined): void => {
    if (type === undefined || value === undefined) return;
    const handlers = handlersType(type, file, folder);
    if (handlers !== null) declared.push({ value, context: handlers.typeArguments?.[0] });
  };
  const visit = (node: ts.Node): void => {
    if (compiler.isVariableDeclaration(node)) add(node.type, node.initializer);
    else if (compiler.isSatisfiesExpression(node) || compiler.isAsExpression(node)) add(node.type, node.expression);
    else if (compiler.isFunctionLike(node)) {
      const { body } = node as ts.FunctionLikeDeclaration;
      if (body !== undefined) add(node.type, returnedBy(body, folder));
    } else if (compiler.isClassLike(node)) {
      for (const clause of node.heritageClauses ?? [])
        for (const type of clause.types)
          if (compiler.isIdentifier(type.expression) && isHandlers(type.expression.text, file, folder))
            declared.push({ value: node, context: undefined });
    }
    compiler.forEachChild(node, visit);
  };
  visit(file.source);
  return declared.filter(({ value }, at) => declared.findIndex((one) => sameValue(one.value, value, folder)) === at);
}

/** `const handlers: Handlers = {…} satisfies Handlers` is one. */
function sameValue(one: ts.Node, other: ts.Node, folder: Folder): boolean {
  return unwrapped(one, folder) === unwrapped(other, folder);
}

function returnedBy(body: ts.Node, { compiler }: Folder): ts.Node | undefined {
  if (!compiler.isBlock(body)) return body;
  const returned = body.statements.filter(compiler.isReturnStatement);
  return returned.length === 1 ? returned[0]?.expression : undefined;
}

function handlersType(type: ts.TypeNode, file: UserFile, folder: Folder): ts.TypeReferenceNode | null {
  const { compiler } = folder;
  if (!compiler.isTypeReferenceNode(type)) return null;
  const { typeName } = type;
  if (compiler.isIdentifier(typeName)) return isHandlers(typeName.text, file, folder) ? type : null;
  return typeName.right.text === "Handlers" && importsNamespace(typeName.left, file, folder) ? type : null;
}

/** Whether the file imports `Handlers` of the generated server by this name. */
function isHandlers(name: string, file: UserFile, folder: Folder): boolean {
  const { compiler } = folder;
  return file.source.statements.some((statement) => {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) return false;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !compiler.isNamedImports(bindings)) return false;
    const isIt = bindings.elements.some(
      (one) => one.name.text === name && (one.propertyName ?? one.name).text === "Handlers",
    );
    return isIt && folder.isServer(file, statement.moduleSpecifier.text);
  });
}

function importsNamespace(name: ts.EntityName, file: UserFile, folder: Folder): boolean {
  const { compiler } = folder;
  return file.source.statements.some((statement) => {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) return false;
    const bindings = statement.importClause?.namedBindings;
    const isIt =
      bindings !== undefined &&
      compiler.isNamespaceImport(bindings) &&
      bindings.name.text === name.getText(file.source);
    return isIt && folder.isServer(file, statement.moduleSpecifier.text);
  });
}

interface Placed {
  readonly file: UserFile;
  readonly node: ts.Node;
}

interface PlacedObject {
  readonly file: UserFile;
  readonly object: ts.ObjectLiteralExpression;
}

/** The object literal that a value is, behind names, types and helpers that take it. */
function objectOf(
  { file, node }: Placed,
  folder: Folder,
  operations: ReadonlySet<string>,
  seen: ReadonlySet<ts.Node> = new Set(),
): PlacedObject | null {
  const { compiler } = folder;
  const value = unwrapped(node, folder);
  if (seen.has(value)) return null;
  const inside = new Set([...seen, value]);
  if (compiler.isObjectLiteralExpression(value)) return { file, object: value };
  if (compiler.isVariableDeclaration(value))
    return value.initializer === undefined
      ? null
      : objectOf({ file, node: value.initializer }, folder, operations, inside);
  if (compiler.isIdentifier(value)) {
    const meaning = folder.meaningOf(file, value.text);
    return meaning?.kind === "declaration" ? objectOf(meaning, folder, operations, inside) : null;
  }
  if (!compiler.isCallExpression(value)) return null;
  // A helper may take anything: only an object with an operation in it is the table.
  const objects = value.arguments.flatMap((argument) => {
    const object = objectOf({ file, node: argument }, folder, operations, inside);
    return object?.object.properties.some((one) => isOfHandlers(one, object.file, folder, operations)) ? [object] : [];
  });
  return objects.length === 1 ? (objects[0] ?? null) : null;
}

function isOfHandlers(
  member: ts.ObjectLiteralElementLike,
  file: UserFile,
  folder: Folder,
  operations: ReadonlySet<string>,
): boolean {
  if (folder.compiler.isSpreadAssignment(member)) return isStub(member.expression, file, folder);
  return operations.has(nameOf(member, folder) ?? "");
}

function unwrapped(node: ts.Node, { compiler }: Folder): ts.Node {
  let value = node;
  while (
    compiler.isParenthesizedExpression(value) ||
    compiler.isSatisfiesExpression(value) ||
    compiler.isAsExpression(value) ||
    compiler.isNonNullExpression(value) ||
    compiler.isTypeAssertionExpression(value)
  )
    value = value.expression;
  return value;
}

function tableOf(
  { file, object }: PlacedObject,
  context: ts.TypeNode | undefined,
  folder: Folder,
  operations: ReadonlySet<string>,
): HandlerTable {
  const handled = new Map<string, Handled>();
  const spread = new Set<UserFile>();
  const unclear: ts.Node[] = [];
  const parts = new Set<ts.ObjectLiteralExpression>();
  const visit = (at: PlacedObject, isTable: boolean): void => {
    parts.add(at.object);
    for (const member of at.object.properties) {
      const name = nameOf(member, folder);
      if (name !== null)
        handled.set(name, {
          member: isTable ? member : null,
          definition: definitionOf(member, at.file, folder),
          broken: brokenIn(member, at.file, folder),
        });
      else if (folder.compiler.isSpreadAssignment(member)) visitSpread(member.expression, at.file);
      else unclear.push(member);
    }
  };
  const visitSpread = (expression: ts.Expression, from: UserFile): void => {
    if (isStub(expression, from, folder)) return;
    const value = unwrapped(expression, folder);
    const modules = modulesIn(value, from, folder);
    for (const module of modules) {
      spread.add(module);
      for (const [name, meaning] of folder.exportsOf(module))
        if (!handled.has(name)) handled.set(name, { member: null, definition: placedOf(meaning), broken: null });
    }
    if (modules.length > 0) return;
    const inner = objectOf({ file: from, node: value }, folder, operations);
    if (inner === null) unclear.push(expression);
    else visit(inner, false);
  };
  visit({ file, object }, true);
  return { file, object, context, handled, spread, parts, unclear };
}

/** `...unhandled` and `...unimplemented` are no handlers. */
function isStub(expression: ts.Expression, file: UserFile, folder: Folder): boolean {
  const value = unwrapped(expression, folder);
  if (!folder.compiler.isIdentifier(value)) return false;
  const meaning = folder.meaningOf(file, value.text);
  return meaning?.kind === "generated" && ["unhandled", "unimplemented"].includes(meaning.name);
}

/** The modules that a spread brings the exports of, wrapped in helpers or not: `orders`, `logged(orders)`. */
function modulesIn(value: ts.Node, file: UserFile, folder: Folder): UserFile[] {
  const { compiler } = folder;
  if (compiler.isIdentifier(value)) {
    const meaning = folder.meaningOf(file, value.text);
    return meaning?.kind === "module" ? [meaning.file] : [];
  }
  return compiler.isCallExpression(value)
    ? value.arguments.flatMap((one) => modulesIn(unwrapped(one, folder), file, folder))
    : [];
}

/** The name of a member; `null` for spreads and computed names. */
function nameOf({ name }: ts.ObjectLiteralElementLike, { compiler }: Folder): string | null {
  if (name === undefined) return null;
  return compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) ? name.text : null;
}

function definitionOf(member: ts.ObjectLiteralElementLike, file: UserFile, folder: Folder): Handled["definition"] {
  const { compiler } = folder;
  if (compiler.isShorthandPropertyAssignment(member)) return placedOf(folder.meaningOf(file, member.name.text));
  if (!compiler.isPropertyAssignment(member)) return { file, node: member };
  return definedBy(unwrapped(member.initializer, folder), file, folder) ?? { file, node: member };
}

/** `createOrder`, `orders.createOrder`, or the first of these that a helper takes. */
function definedBy(value: ts.Node, file: UserFile, folder: Folder): Handled["definition"] {
  const { compiler } = folder;
  if (compiler.isIdentifier(value)) return placedOf(folder.meaningOf(file, value.text));
  if (compiler.isPropertyAccessExpression(value) && compiler.isIdentifier(value.expression)) {
    const meaning = folder.meaningOf(file, value.expression.text);
    return meaning?.kind === "module" ? placedOf(folder.exportsOf(meaning.file).get(value.name.text)) : null;
  }
  if (!compiler.isCallExpression(value)) return null;
  for (const argument of value.arguments) {
    const definition = definedBy(unwrapped(argument, folder), file, folder);
    if (definition !== null) return definition;
  }
  return null;
}

/** The import of a member, or of what a helper takes there, that leads nowhere. */
function brokenIn(member: ts.ObjectLiteralElementLike, file: UserFile, folder: Folder): Broken | null {
  const { compiler } = folder;
  const lookAt = (node: ts.Node): Broken | null => {
    const value = unwrapped(node, folder);
    if (compiler.isCallExpression(value)) return value.arguments.map(lookAt).find((one) => one !== null) ?? null;
    const [name, propertyName] = compiler.isPropertyAccessExpression(value)
      ? [value.expression, value.name.text]
      : [value, null];
    const brokenImport = compiler.isIdentifier(name) ? folder.unresolved(file, name.text, propertyName) : null;
    return brokenImport === null ? null : { ...brokenImport, file, node: member };
  };
  if (compiler.isShorthandPropertyAssignment(member)) return lookAt(member.name);
  return compiler.isPropertyAssignment(member) ? lookAt(member.initializer) : null;
}

function placedOf(meaning: Meaning | undefined): Handled["definition"] {
  return meaning?.kind === "declaration" ? { file: meaning.file, node: meaning.node } : null;
}
