// The types of the model that "waybill/plugin" exports -> docs/model.md, a reference for those who write targets.
import path from "node:path";
import {
  type ExportedDeclarations,
  type InterfaceDeclaration,
  type JSDocableNode,
  Node,
  Project,
  type PropertySignature,
  SyntaxKind,
  type TypeAliasDeclaration,
  type TypeNode,
} from "ts-morph";

const root = path.join(import.meta.dirname, "../..");

/** What a section has: the types of one file, of which plugins may name some and meet all. */
const sections: readonly { readonly file: string; readonly title: string; readonly text: string }[] = [
  { file: "api.ts", title: "The API", text: "What `render` gets first." },
  { file: "http.ts", title: "HTTP", text: "From OpenAPI: operations with everything inherited already resolved." },
  { file: "pagination.ts", title: "Pagination", text: "How further pages of a list are requested." },
  { file: "signature.ts", title: "Signatures", text: "How deliveries are signed: `x-waybill-signature`." },
  { file: "messaging.ts", title: "Messages", text: "From AsyncAPI: channels, messages and who sends them." },
  { file: "schema.ts", title: "Schemas", text: "From JSON Schema, in normal form: a closed union on `kind`." },
];

const head = `<!-- Made from generators/src/model/ by scripts/docs/model-reference.ts: edit the types, not this page. -->

# The model

This is what a target gets of a description: \`render(api, context)\` of [targets of your own](plugins.md). All of it is read-only and
resolved: references, \`nullable\`, discriminators, inherited parameters and servers. \`at\` is the location in the description, for
messages. Types that a row names are on this page; \`import type { … } from "waybill/plugin"\` has those that you need to name.
`;

export function modelReference(): string {
  const project = new Project({ skipFileDependencyResolution: true, skipAddingFilesFromTsConfig: true });
  const parts = sections.map(({ file, title, text }) => {
    const source = project.addSourceFileAtPath(path.join(root, "generators/src/model", file));
    const declarations = [...source.getExportedDeclarations().values()].flat();
    return [`## ${title}`, text, ...declarations.flatMap(entryOf)].join("\n\n");
  });
  return `${[head.trim(), ...parts].join("\n\n")}\n`;
}

function entryOf(declaration: ExportedDeclarations): string[] {
  if (Node.isInterfaceDeclaration(declaration)) return [interfaceText(declaration)];
  if (Node.isTypeAliasDeclaration(declaration)) return [aliasText(declaration)];
  return [];
}

function interfaceText(declaration: InterfaceDeclaration): string {
  const bases = declaration.getExtends().map((base) => base.getText());
  const doc = docText(declaration);
  const rows = [...inheritedBy(declaration), ...declaration.getProperties()].map(rowOf);
  const others = bases.filter((base) => declaration.getSourceFile().getInterface(base)?.isExported() === true);
  return [
    `### ${declaration.getName()}`,
    [doc, others.length === 0 ? "" : `Also has the members of ${others.join(" and ")}.`].filter(Boolean).join(" "),
    ["| member | type | meaning |", "|---|---|---|", ...rows].join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The members of a base that is not exported, and has no entry of its own. */
function inheritedBy(declaration: InterfaceDeclaration): PropertySignature[] {
  return declaration.getExtends().flatMap((base) => {
    const own = declaration.getSourceFile().getInterface(base.getText());
    return own === undefined || own.isExported() ? [] : own.getProperties();
  });
}

function rowOf(property: PropertySignature): string {
  const type = typeText(property.getTypeNodeOrThrow());
  const name = `${property.getName()}${property.hasQuestionToken() ? "?" : ""}`;
  // In a table, `|` would begin the next cell.
  return `| \`${name}\` | \`${type.replaceAll("|", "\\|")}\` | ${docText(property).replaceAll("|", "\\|")} |`;
}

function aliasText(declaration: TypeAliasDeclaration): string {
  const type = declaration.getTypeNodeOrThrow();
  const members = Node.isUnionTypeNode(type) ? type.getTypeNodes() : [type];
  const isList = members.length > 1 && members.some((member) => member.isKind(SyntaxKind.TypeLiteral));
  const texts = valuesOf(type) ?? members.map(typeText);
  const written = texts.map((text) => `${isList ? "- " : ""}\`${text}\``);
  const text = written.join(isList ? "\n" : ", ");
  return [`### ${declaration.getName()}`, docText(declaration), text].filter(Boolean).join("\n\n");
}

/** `(typeof names)[number]` stands for the values of a list in the same file. */
function valuesOf(type: TypeNode): string[] | null {
  const [, name = ""] = /^\(typeof (\w+)\)\[number\]$/.exec(type.getText()) ?? [];
  const list = type
    .getSourceFile()
    .getVariableDeclaration(name)
    ?.getFirstDescendantByKind(SyntaxKind.ArrayLiteralExpression);
  return list?.getElements().map((element) => element.getText()) ?? null;
}

function typeText(type: TypeNode): string {
  return type.getText().replaceAll("readonly ", "").replace(/\s+/g, " ");
}

function docText(node: JSDocableNode): string {
  return node
    .getJsDocs()
    .map((doc) => doc.getDescription().trim().replace(/\s+/g, " "))
    .join(" ");
}
