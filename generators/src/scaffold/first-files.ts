// Operations -> the files that a scaffold begins with: handlers by tag, their table, and what serves and tests them.
import path from "node:path";
import type { ts } from "ts-morph";
import { escapedHidden } from "../emit/index.ts";
import type { Folder } from "./folder.ts";
import { FileImports } from "./imports.ts";
import { type ModulePlace, means, type ScaffoldOperation, type ScaffoldSettings, specifierTo } from "./operations.ts";
import { type Compiler, ownStyle, quoted, type Style, UserFile } from "./user-file.ts";
import { appText, contextText, mainText, testText } from "./wiring.ts";

/** The files, by path below the folder. */
export function firstFiles(settings: ScaffoldSettings, compiler: Compiler): Map<string, string> {
  const { operations, server, extension, root, framework, shownFolder, isSecured, prefix } = settings;
  const files = new Map<string, string>();
  const groups = Map.groupBy(operations, ({ group }) => group);
  const places = new Map<string, ModulePlace>();
  for (const [group, some] of groups) {
    const file = `handlers/${group}.ts`;
    const context = { file: path.join(root, "context"), package: null, extension, name: "Context" };
    files.set(file, groupText(file, some, { settings, context, compiler, style: ownStyle }));
    for (const { name } of some)
      places.set(name, { file: path.join(root, `handlers/${group}`), package: null, extension });
  }
  files.set("handlers.ts", tableText(settings, places, compiler));
  const serverFrom = specifierTo(server, path.join(root, "app.ts"));
  const local = (name: string): string => `./${name}${extension}`;
  files.set("context.ts", contextText({ server: serverFrom, isSecured }));
  files.set(
    "app.ts",
    appText(framework, { server: serverFrom, context: local("context"), handlers: local("handlers"), prefix }),
  );
  files.set("main.ts", mainText(local("app"), shownFolder));
  files.set("app.test.ts", testText({ ...settings, app: local("app") }));
  return files;
}

interface GroupContext {
  readonly settings: ScaffoldSettings;
  /** What exports the type of the context; `null` where nothing does. */
  readonly context: (ModulePlace & { readonly name: string }) | null;
  readonly compiler: Compiler;
  readonly style: Style;
}

/** A new file with the handlers of a tag. */
export function groupText(
  file: string,
  operations: readonly ScaffoldOperation[],
  { settings, context, compiler, style }: GroupContext,
): string {
  const tag = operations[0]?.tag ?? null;
  const title = tag === null ? "without a tag" : `of the tag ${inLine(tag)}`;
  const header = `// Handlers of the operations ${title}. \`waybill scaffold\` adds what is missing, and changes nothing else.${style.end}`;
  const empty = emptyFile(file, header, style, compiler);
  const contextName = (imports: FileImports): string =>
    context === null ? "unknown" : imports.use({ name: context.name, isType: true, from: context });
  addHandlers(empty, operations, { settings, compiler, contextName });
  return empty.edited;
}

export interface Adding {
  readonly settings: ScaffoldSettings;
  readonly compiler: Compiler;
  /** The name of the type of the context in the file. */
  readonly contextName: (imports: FileImports) => string;
}

/** Appends handlers to a file, with their imports. The names of the functions, by operation. */
export function addHandlers(
  file: UserFile,
  operations: readonly ScaffoldOperation[],
  { settings, compiler, contextName }: Adding,
): Map<string, string> {
  const { server, types, root } = settings;
  const imports = new FileImports(file, path.join(root, file.path), compiler);
  const names = new Map(operations.map(({ name }) => [name, imports.free(name, `${name}Handler`)]));
  const texts = operations.map((operation) => {
    const { name, requestType, responseType } = operation;
    const type = (typeName: string): string =>
      file.isScript ? "" : imports.use({ name: typeName, isType: true, from: types });
    const returned = (described: string): string =>
      file.isScript ? "" : `${imports.use({ name: "HandlerResponse", isType: true, from: server })}<${described}>`;
    const used = {
      name: names.get(name) ?? name,
      request: type(requestType),
      response: returned(type(responseType)),
      context: file.isScript ? "" : contextName(imports),
      notImplemented: imports.use({ name: "notImplemented", isType: false, from: server }),
    };
    return handlerText(operation, used, file.style, file.isScript);
  });
  imports.write();
  const { end } = file.style;
  const isEnded = file.text === "" || file.text.endsWith("\n");
  const start = isEnded ? end : end + end;
  file.insert(file.text.length, start + texts.join(end + end) + (isEnded ? end : ""));
  return names;
}

function tableText(
  { operations, server, extension, root }: ScaffoldSettings,
  places: ReadonlyMap<string, ModulePlace>,
  compiler: Compiler,
): string {
  const header = `// The handler of each operation. One that has none is a compile error with the place that describes it: \`waybill scaffold\` adds it.\n`;
  const file = emptyFile("handlers.ts", header, ownStyle, compiler);
  const imports = new FileImports(file, path.join(root, file.path), compiler);
  const handlers = imports.use({ name: "Handlers", isType: true, from: server });
  const unhandled = imports.use({ name: "unhandled", isType: false, from: server });
  const context = imports.use({
    name: "Context",
    isType: true,
    from: { file: path.join(root, "context"), package: null, extension },
  });
  // A table of that name is what others import.
  const table = imports.free("handlers", "table");
  const members = operations.map(({ name }) => {
    const from = places.get(name);
    const local = from === undefined ? name : imports.use({ name, isType: false, from, otherwise: `${name}Handler` });
    return local === name ? name : `${name}: ${local}`;
  });
  imports.write();
  const lines = [`...${unhandled}`, ...members].map((member) => `  ${member},\n`).join("");
  const exported = table === "handlers" ? "" : `\nexport { ${table} as handlers };\n`;
  file.insert(
    file.text.length,
    `\n${exported === "" ? "export " : ""}const ${table}: ${handlers}<${context}> = {\n${lines}};\n${exported}`,
  );
  return file.edited;
}

/** A file that there is not yet. */
function emptyFile(file: string, text: string, style: Style, compiler: Compiler): UserFile {
  const source = compiler.createSourceFile(file, text, compiler.ScriptTarget.ESNext, true);
  return new UserFile(file, source, compiler, style);
}

function inLine(text: string): string {
  return escapedHidden(text.replace(/\s+/g, " "));
}

interface HandlerNames {
  /** The function. */
  readonly name: string;
  readonly request: string;
  readonly response: string;
  readonly context: string;
  readonly notImplemented: string;
}

/** Without a line end behind it. `isScript`: for a file of JavaScript, which has no types. */
function handlerText(
  { id, doc }: ScaffoldOperation,
  { name, request, response, context, notImplemented }: HandlerNames,
  style: Style,
  isScript: boolean,
): string {
  const parameters = isScript ? ["_request", "_context"] : [`_request: ${request}`, `_context: ${context}`];
  const start = `export async function ${name}(`;
  const returned = isScript ? ") {" : `): Promise<${response}> {`;
  const line = `${start}${parameters.join(", ")}${returned}`;
  const comma = style.trailingComma ? "," : "";
  const head =
    line.length <= 120
      ? [line]
      : [start, `${style.indent}${parameters.join(`,${style.end}${style.indent}`)}${comma}`, returned];
  return [
    "/**",
    ...doc.map((text) => (text === "" ? " *" : ` * ${text}`)),
    " */",
    ...head,
    `${style.indent}return ${notImplemented}(${quoted(id, style)})${style.semicolon}`,
    "}",
  ].join(style.end);
}

// The handler of an operation -> its signature under the names that generated types have today. Only imports change: `import { New as
// Old }`, so that the code below stays as it is.

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
    const importSpecifier = bindings.elements.find(({ name }) => name.text === local);
    if (importSpecifier !== undefined) return importSpecifier;
  }
  return undefined;
}
