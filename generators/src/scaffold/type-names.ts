// The handler of an operation -> its signature under the names that generated types have today. Only imports change: `import { New as
// Old }`, so that the code below stays as it is.

import path from "node:path";
import type { ts } from "ts-morph";
import type { Folder } from "./folder.ts";
import { means } from "./modules.ts";
import type { ScaffoldOperation, ScaffoldSettings } from "./operations.ts";
import type { UserFile } from "./user-file.ts";

interface Place {
  readonly file: UserFile;
  readonly node: ts.Node;
}

/** Types that the user chose, and those that still exist, stay. */
export function followNames(
  { file, node }: Place,
  { requestType, responseType }: ScaffoldOperation,
  { settings, folder }: { readonly settings: ScaffoldSettings; readonly folder: Folder },
): void {
  const signature = signatureOf(node, folder);
  if (signature === null) return;
  for (const [type, wanted] of [
    [signature.parameters[0]?.type, requestType],
    [promisedBy(signature.type, folder), responseType],
  ] as const) {
    const specifier = importedAs(type, file, folder, settings);
    if (specifier === undefined) continue;
    const { name, propertyName } = specifier;
    const current = (propertyName ?? name).text;
    if (current === wanted || settings.typeNames.has(current)) continue;
    const start = (propertyName ?? name).getStart(file.source);
    if (file.edits.some((edit) => edit.start === start)) continue;
    if (propertyName === undefined) file.insert(start, `${wanted} as `);
    else file.edits.push({ start, end: propertyName.end, text: wanted });
  }
}

function signatureOf(node: ts.Node, { compiler }: Folder): ts.SignatureDeclaration | null {
  if (compiler.isVariableDeclaration(node) && node.initializer !== undefined) {
    const { initializer } = node;
    return compiler.isArrowFunction(initializer) || compiler.isFunctionExpression(initializer) ? initializer : null;
  }
  return compiler.isFunctionDeclaration(node) || compiler.isMethodDeclaration(node) ? node : null;
}

/** `T` of `Promise<T>` and of `Promise<HandlerResponse<T>>`. */
function promisedBy(type: ts.TypeNode | undefined, folder: Folder): ts.TypeNode | undefined {
  if (type === undefined || !folder.compiler.isTypeReferenceNode(type)) return undefined;
  const argument = type.typeArguments?.[0];
  return promisedBy(argument, folder) ?? argument;
}

function importedAs(
  type: ts.TypeNode | undefined,
  file: UserFile,
  { compiler, root }: Folder,
  { types }: ScaffoldSettings,
): ts.ImportSpecifier | undefined {
  if (type === undefined || !compiler.isTypeReferenceNode(type) || !compiler.isIdentifier(type.typeName))
    return undefined;
  const local = type.typeName.text;
  for (const statement of file.source.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !compiler.isNamedImports(bindings)) continue;
    if (!means(statement.moduleSpecifier.text, types, path.join(root, file.path))) continue;
    const found = bindings.elements.find(({ name }) => name.text === local);
    if (found !== undefined) return found;
  }
  return undefined;
}
