// A declaration -> an error for each kind or member that the printer does not support. The types say the same, but plugins run
// without a type check, and nothing may be dropped silently.
import {
  type Declaration,
  type Doc,
  type DocTag,
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
  type VariableDeclaration,
  type VariableStatement,
} from "./declaration.ts";

/** Throws a `TypeError` that names the member. */
export function refuseUnsupported(declaration: Declaration): void {
  const members = supported.get(declaration.kind);
  if (members === undefined) throw new TypeError(`declarations of kind ${declaration.kind} are not supported`);
  refuseOthers(declaration, members);
}

/** By name, the supported members of each list's items; `null` for members that are not lists of structures. */
interface Members {
  readonly [name: string]: Members | null;
}

/** Exactly the members of the type. */
type MembersOf<Structure> = { readonly [Name in NamesOf<Structure>]: Members | null };
type NamesOf<Structure> = Structure extends unknown ? keyof Structure : never;

function refuseOthers(structure: object, members: Members): void {
  for (const [name, value] of Object.entries(structure)) {
    const inner = members[name];
    if (inner === undefined) {
      throw new TypeError(
        `"${name}" is not supported in a declaration; supported are ${Object.keys(members).join(", ")}`,
      );
    }
    if (inner !== null) for (const item of value ?? []) refuseOthers(item, inner);
  }
}

const tags: MembersOf<DocTag> = { tagName: null, text: null };
const docs: MembersOf<Doc> = { description: null, tags };
const typeParameters: MembersOf<TypeParameterDeclaration> = { name: null, constraint: null, default: null };
const parameters: MembersOf<ParameterDeclaration> = {
  name: null,
  type: null,
  hasQuestionToken: null,
  isRestParameter: null,
};
const properties: MembersOf<PropertySignature> = {
  name: null,
  type: null,
  isReadonly: null,
  hasQuestionToken: null,
  docs,
};
const methods: MembersOf<MethodSignature> = {
  name: null,
  hasQuestionToken: null,
  typeParameters,
  parameters,
  returnType: null,
  docs,
};
const members: MembersOf<InterfaceMember> = { kind: null, ...properties, ...methods };
const shared = { kind: null, isExported: null, name: null, typeParameters, docs } as const;
const interfaces: MembersOf<InterfaceDeclaration> = { ...shared, extends: null, properties, methods, members };
const typeAliases: MembersOf<TypeAliasDeclaration> = { ...shared, type: null };
const overloads: MembersOf<FunctionOverload> = { typeParameters, parameters, returnType: null, docs };
const functions: MembersOf<FunctionDeclaration> = {
  ...shared,
  parameters,
  returnType: null,
  statements: null,
  overloads,
};
const declarations: MembersOf<VariableDeclaration> = { name: null, type: null, initializer: null };
const constants: MembersOf<VariableStatement> = {
  kind: null,
  isExported: null,
  declarationKind: null,
  declarations,
  docs,
};
const exports: MembersOf<ExportDeclaration> = {
  kind: null,
  isTypeOnly: null,
  namedExports: null,
  namespaceExport: null,
  moduleSpecifier: null,
};

const supported: ReadonlyMap<Declaration["kind"], Members> = new Map<Declaration["kind"], Members>([
  [StructureKind.Interface, interfaces],
  [StructureKind.TypeAlias, typeAliases],
  [StructureKind.Function, functions],
  [StructureKind.VariableStatement, constants],
  [StructureKind.ExportDeclaration, exports],
]);
