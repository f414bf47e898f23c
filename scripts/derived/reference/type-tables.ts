// Exported interfaces and type aliases -> a section each, with a table of members whose meaning is their doc comment.
import {
  type ExportedDeclarations,
  type InterfaceDeclaration,
  type JSDocableNode,
  Node,
  type PropertySignature,
  SyntaxKind,
  type TypeAliasDeclaration,
  type TypeNode,
} from "ts-morph";

export function entryOf(declaration: ExportedDeclarations): string[] {
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
  return (
    node
      .getJsDocs()
      // Not the description alone: `@ts-nocheck` in a sentence would begin a tag.
      .map((doc) => doc.getInnerText().trim().replace(/\s+/g, " ").replaceAll("*\\/", "*/"))
      .join(" ")
  );
}
