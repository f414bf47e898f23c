// The text of a hand-written module -> the module as data, by a parser. It is loaded where the toolkit is built or runs from source, and
// for modules of a plugin.
import { createRequire } from "node:module";
import type { Comment, Declaration, ImportDeclaration, Node, Statement, StringLiteral } from "oxc-parser";
import type {
  ExportedName,
  ImportedName,
  ImportStatement,
  MemberUse,
  RuntimeModule,
  RuntimePart,
  Source,
} from "./module.ts";

/** Throws a `SyntaxError` with the name of the file. */
export function parseRuntimeModule(file: string, written: string): RuntimeModule {
  const text = written.replaceAll("\r\n", "\n");
  const { parseSync, visitorKeys }: typeof import("oxc-parser") = createRequire(import.meta.url)("oxc-parser");
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`);
  const statements = program.body;
  const imports = statements.flatMap((one) => (one.type === "ImportDeclaration" ? [importOf(one)] : []));
  const [firstImport] = imports;
  const head = /^(?:\/\/.*\n(?=\/\/))*\/\/.*/.exec(text)?.[0] ?? "";
  const opening = firstImport === undefined ? head.length : Math.max(0, firstImport.start - 1);
  const namespaces = imports.flatMap(({ names }) => names.filter(({ name }) => name === "*").map(({ local }) => local));
  const mentioned = comments.flatMap((comment) => mentionsIn(text, comment, namespaces));
  const declared = statements.flatMap(declaredIn);
  const known = new Set([...imports.flatMap(({ names }) => names.map(({ local }) => local)), ...declared]);
  const parts = statements.flatMap((statement, at): RuntimePart[] => {
    if (statement.type === "ImportDeclaration") return [];
    const { start, end } = declarationOf(statement);
    const names = new Set<string>();
    const before = statements[at - 1]?.end ?? opening;
    const members = mentioned.filter((one) => one.start >= before && one.end <= statement.end);
    for (const reference of referencesIn(statement, visitorKeys)) {
      if (typeof reference === "string") names.add(reference);
      else if (reference.object === "JSON" || namespaces.includes(reference.object)) members.push(reference);
    }
    return [
      {
        start: before,
        end: statement.end,
        declaration: { start, end },
        declares: declaredIn(statement),
        exports: exportedIn(statement),
        uses: [...names].filter((name) => known.has(name)),
        members: members.toSorted((one, other) => one.start - other.start),
        source: "source" in statement && statement.source !== null ? sourceOf(statement.source) : null,
      },
    ];
  });
  return { text, opening, imports, parts };
}

function importOf({ start, end, source, specifiers, importKind }: ImportDeclaration): ImportStatement {
  const names = specifiers.map((one): ImportedName => {
    const { local } = one;
    const isType = importKind === "type" || ("importKind" in one && one.importKind === "type");
    switch (one.type) {
      case "ImportNamespaceSpecifier":
        return { name: "*", local: local.name, isType };
      case "ImportDefaultSpecifier":
        return { name: "default", local: local.name, isType };
      default:
        return { name: "name" in one.imported ? one.imported.name : one.imported.value, local: local.name, isType };
    }
  });
  return { start, end, source: sourceOf(source), names };
}

function sourceOf({ value, start, end }: StringLiteral): Source {
  return { specifier: value, start, end };
}

/** What is declared, without `export`. */
function declarationOf(statement: Statement): Statement | Declaration {
  return statement.type === "ExportNamedDeclaration" && statement.declaration !== null
    ? statement.declaration
    : statement;
}

function declaredIn(statement: Statement): string[] {
  const declaration = declarationOf(statement);
  switch (declaration.type) {
    case "VariableDeclaration":
      return declaration.declarations.flatMap(({ id }) => ("name" in id ? [id.name] : []));
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return declaration.id === null ? [] : [declaration.id.name];
    default:
      return [];
  }
}

function exportedIn(statement: Statement): ExportedName[] {
  if (statement.type !== "ExportNamedDeclaration") return [];
  const isType = statement.exportKind === "type";
  const listed = statement.specifiers.map(({ exported }) => ("name" in exported ? exported.name : exported.value));
  return [...declaredIn(statement), ...listed].map((name) => ({ name, isType }));
}

/** The names that a node refers to, and the members of names. More than there are: a local variable may shadow a name of the module. */
function* referencesIn(node: Node, keys: Readonly<Record<string, readonly string[]>>): Generator<string | MemberUse> {
  if (node.type === "Identifier") yield node.name;
  const member = memberIn(node);
  if (member !== null) yield member;
  for (const key of keys[node.type] ?? []) {
    if (isPropertyName(node, key)) continue;
    const value: unknown = Reflect.get(node, key);
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* referencesIn(child, keys);
  }
}

function memberIn(node: Node): MemberUse | null {
  const { start, end } = node;
  if (node.type === "MemberExpression" && !node.computed && node.object.type === "Identifier")
    return { start, end, object: node.object.name, member: node.property.name };
  if (node.type === "TSQualifiedName" && node.left.type === "Identifier")
    return { start, end, object: node.left.name, member: node.right.name };
  return null;
}

/** A comment names members too, such as `z.ZodObject` and `JSON.stringify(value)`. What it says about `JSON.parse` itself stays true. */
function mentionsIn(text: string, { start, end }: Comment, namespaces: readonly string[]): MemberUse[] {
  return [...text.slice(start, end).matchAll(/\b(\w+)\.(\w+)\b/g)].flatMap(
    ({ 0: { length }, 1: object = "", 2: member = "", index }) => {
      const from = start + index;
      const isCalled = object === "JSON" && text[from + length] !== "`";
      return isCalled || namespaces.includes(object) ? [{ start: from, end: from + length, object, member }] : [];
    },
  );
}

/** `b` of `a.b`, of `{ b: 1 }` and the like, which refers to nothing. */
function isPropertyName(node: Node, key: string): boolean {
  if (node.type === "TSQualifiedName") return key === "right";
  return (
    ("computed" in node && !node.computed && key === (node.type === "MemberExpression" ? "property" : "key")) === true
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
