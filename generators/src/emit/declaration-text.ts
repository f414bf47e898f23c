// A declaration -> its text: as TypeScript, or as the two files of `emit: "js"`, the script and the `.d.ts`.
import { type Code, code, join, nothing, trusted } from "./code.ts";
import { docLines } from "./comment.ts";
import {
  type Declaration,
  type Doc,
  type ExportDeclaration,
  type FunctionDeclaration,
  type FunctionOverload,
  type InterfaceDeclaration,
  type InterfaceMember,
  type MethodSignature,
  type ParameterDeclaration,
  type PropertySignature,
  StructureKind,
  type TypeAliasDeclaration,
  type TypeParameterDeclaration,
  type VariableStatement,
} from "./declaration.ts";
import { braces, type Imports } from "./imports.ts";
import { bindingName, methodName, propertyKey } from "./literal.ts";
import { withoutTypes } from "./type-code.ts";

export type DeclarationWriter = (declaration: Declaration, imports: Imports) => string | null;

/** The lines of a declaration, without the final line break. */
export function declarationText(declaration: Declaration, imports: Imports): string {
  switch (declaration.kind) {
    case StructureKind.TypeAlias:
      return typeAliasText(declaration, imports);
    case StructureKind.Interface:
      return interfaceText(declaration, imports);
    case StructureKind.VariableStatement:
      return constText(declaration, imports);
    case StructureKind.Function:
      return functionText(declaration, imports);
    case StructureKind.ExportDeclaration:
      return exportText(declaration, imports);
  }
}

/** Its part of the `.d.ts`; `null` for what only the file itself uses. */
export function declaredText(declaration: Declaration, imports: Imports): string | null {
  switch (declaration.kind) {
    case StructureKind.VariableStatement: {
      const [{ name, type }] = declaration.declarations;
      if (declaration.isExported !== true) return null;
      if (type === undefined) throw new TypeError(`the constant ${name} is exported from a series and has no type`);
      return documentedText(declaration.docs, `export declare const ${name}: ${imports.layOut(type)};`);
    }
    case StructureKind.Function:
      return declaration.isExported === true ? declaredSignatures(declaration, imports) : null;
    default:
      return declarationText(declaration, imports);
  }
}

/** Its part of the script; `null` for types. The doc comments are in the `.d.ts`, where editors look for them. */
export function scriptText(declaration: Declaration, imports: Imports): string | null {
  switch (declaration.kind) {
    case StructureKind.TypeAlias:
    case StructureKind.Interface:
      return null;
    case StructureKind.VariableStatement: {
      const [{ name, initializer }] = declaration.declarations;
      return constText(
        { ...declaration, docs: [], declarations: [{ name, initializer: withoutTypes(initializer) }] },
        imports,
      );
    }
    case StructureKind.Function:
      return functionScript(declaration, imports);
    case StructureKind.ExportDeclaration:
      return declaration.isTypeOnly === true ? null : exportText(declaration, imports);
  }
}

/** Whether JavaScript exports anything from it. */
export function isExportedValue(declaration: Declaration): boolean {
  switch (declaration.kind) {
    case StructureKind.TypeAlias:
    case StructureKind.Interface:
      return false;
    case StructureKind.ExportDeclaration:
      return declaration.isTypeOnly !== true;
    case StructureKind.VariableStatement:
    case StructureKind.Function:
      return declaration.isExported === true;
  }
}

function typeAliasText(declaration: TypeAliasDeclaration, imports: Imports): string {
  const { name, typeParameters, type, docs } = declaration;
  const start = `${exportOf(declaration)}type ${name}${imports.layOut(typeParametersOf(typeParameters))} =`;
  const text = imports.layOut(type, start.length + 1);
  return documentedText(docs, `${start}${text.startsWith("\n") ? "" : " "}${text};`);
}

function constText(declaration: VariableStatement, imports: Imports): string {
  const [{ name, type, initializer }] = declaration.declarations;
  const typed = type === undefined ? name : `${name}: ${imports.layOut(type)}`;
  const start = `${exportOf(declaration)}const ${typed} = `;
  const text = imports.layOut(initializer, lastColumn(start));
  if (/^[{[]/.test(text) || !text.includes("\n")) return documentedText(declaration.docs, `${start}${text};`);
  // It may fit on a line of its own, next to nothing.
  const alone = imports.layOut(initializer, 2);
  return documentedText(
    declaration.docs,
    alone.includes("\n") ? `${start}${text};` : `${start.trimEnd()}\n  ${alone};`,
  );
}

function exportText(declaration: ExportDeclaration, imports: Imports): string {
  const keyword = declaration.isTypeOnly === true ? "export type" : "export";
  const specifier = JSON.stringify(imports.specifierOf(declaration.moduleSpecifier));
  const rest = `${keyword}  from ${specifier};`.length;
  return `${keyword} ${exportedNames(declaration, rest)} from ${specifier};`;
}

function exportedNames({ namedExports, namespaceExport }: ExportDeclaration, rest: number): string {
  if (namespaceExport !== undefined) return `* as ${namespaceExport}`;
  return namedExports === undefined ? "*" : braces(namedExports, rest);
}

function interfaceText(declaration: InterfaceDeclaration, imports: Imports): string {
  const { name, typeParameters, extends: bases = [], properties = [], methods = [], members = [], docs } = declaration;
  const base = bases.length === 0 ? "" : ` extends ${bases.map((one) => imports.layOut(one)).join(", ")}`;
  const head = `${exportOf(declaration)}interface ${name}${imports.layOut(typeParametersOf(typeParameters))}${base} {`;
  const memberText = (member: { readonly docs?: readonly Doc[] }, signature: Code): string =>
    indented(documentedText(member.docs, `${imports.layOut(signature, 2)};`));
  const lines = [
    ...properties.map((property) => memberText(property, propertySignature(property))),
    ...methods.map((method) => memberText(method, methodSignature(method))),
    ...members.map((member) => memberText(member, memberSignature(member))),
  ];
  return documentedText(docs, [head, ...lines, "}"].join("\n"));
}

function memberSignature(member: InterfaceMember): Code {
  return member.kind === StructureKind.PropertySignature ? propertySignature(member) : methodSignature(member);
}

function propertySignature({ name, isReadonly, hasQuestionToken, type }: PropertySignature): Code {
  return code`${trusted(isReadonly === true ? "readonly " : "")}${propertyKey(name)}${optional(hasQuestionToken)}: ${type}`;
}

function methodSignature(method: MethodSignature): Code {
  const { name, hasQuestionToken, typeParameters, parameters = [], returnType } = method;
  const start = code`${methodName(name)}${optional(hasQuestionToken)}${typeParametersOf(typeParameters)}`;
  return code`${start}(${join(parameters.map(parameterOf), ", ")}): ${returnType}`;
}

function declaredSignatures({ overloads = [], ...declaration }: FunctionDeclaration, imports: Imports): string {
  // The function's own signature is not for callers then.
  const signatures = overloads.length === 0 ? [declaration] : overloads;
  return signatures
    .map(({ docs, ...signature }) =>
      documentedText(docs, `export declare ${signatureText({ name: declaration.name, ...signature }, imports)};`),
    )
    .join("\n");
}

function functionText(declaration: FunctionDeclaration, imports: Imports): string {
  const { name, overloads = [] } = declaration;
  const signatures = overloads.map(({ docs, ...signature }) =>
    documentedText(docs, `${exportOf(declaration)}${signatureText({ name, ...signature }, imports)};`),
  );
  const head = `${exportOf(declaration)}${signatureText(declaration, imports)} {`;
  const body = declaration.statements.map((statement) => indented(imports.layOut(statement, 2)));
  return [...signatures, documentedText(declaration.docs, [head, ...body, "}"].join("\n"))].join("\n");
}

function functionScript(declaration: FunctionDeclaration, imports: Imports): string {
  const { name, parameters = [], statements } = declaration;
  const names = parameters.map((parameter) => imports.layOut(parameterName(parameter)));
  const head = `${exportOf(declaration)}function ${name}(${names.join(", ")}) {`;
  const body = statements.map((statement) => indented(imports.layOut(withoutTypes(statement), 2)));
  return [head, ...body, "}"].join("\n");
}

function signatureText(
  { name, typeParameters, parameters = [], returnType }: FunctionOverload & Pick<FunctionDeclaration, "name">,
  imports: Imports,
): string {
  const listed = parameters.map((parameter) => imports.layOut(parameterOf(parameter))).join(", ");
  return `function ${name}${imports.layOut(typeParametersOf(typeParameters))}(${listed}): ${imports.layOut(returnType)}`;
}

function parameterOf(parameter: ParameterDeclaration): Code {
  return code`${parameterName(parameter)}${optional(parameter.hasQuestionToken)}: ${parameter.type}`;
}

function parameterName({ name, isRestParameter }: ParameterDeclaration): Code {
  return code`${trusted(isRestParameter === true ? "..." : "")}${bindingName(name)}`;
}

function typeParametersOf(parameters: readonly TypeParameterDeclaration[] = []): Code {
  return parameters.length === 0 ? nothing : code`<${join(parameters.map(typeParameterOf), ", ")}>`;
}

function typeParameterOf({ name, constraint, default: fallback }: TypeParameterDeclaration): Code {
  const bound = constraint === undefined ? nothing : code` extends ${constraint}`;
  return code`${bindingName(name)}${bound}${fallback === undefined ? nothing : code` = ${fallback}`}`;
}

function optional(hasQuestionToken: boolean | undefined): Code {
  return hasQuestionToken === true ? code`?` : nothing;
}

function documentedText(docs: readonly Doc[] = [], text: string): string {
  return [...docs.flatMap(docLines), text].join("\n");
}

/** One level deeper; empty lines get no indentation. */
function indented(text: string): string {
  return text.includes("\n") ? `  ${text}`.replace(/\n(?=[^\n])/g, "\n  ") : `  ${text}`;
}

function exportOf({ isExported }: { readonly isExported?: boolean }): string {
  return isExported === true ? "export " : "";
}

function lastColumn(text: string): number {
  return text.length - text.lastIndexOf("\n") - 1;
}
