// Names that a module exports, read against the words that name nothing in the field.
import { type Declaration, Visitor } from "oxc-parser";
import type { Finding, Rule } from "./rule.ts";
import { vague } from "./terms.ts";
import { isGenerated, type Tree } from "./tree.ts";

/** Names that are not changed yet. The number can only fall. */
const budget = 135;

export const names: Rule = namesRule(budget);

export function namesRule(most: number): Rule {
  return {
    name: "names",
    check(tree) {
      const found = tree.modules.filter((file) => !isGenerated(file)).flatMap((file) => checkExports(tree, file));
      return found.length > most ? found : [];
    },
  };
}

function checkExports(tree: Tree, file: string): Finding[] {
  const findings: Finding[] = [];
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      for (const { name, start } of declaration === null ? [] : declaredBy(declaration)) {
        const words = name
          .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
          .toLowerCase()
          .split(/[ _]/);
        const word = words.find((one) => vague.has(one));
        const message = `"${word}" in ${name} says nothing`;
        if (word !== undefined) findings.push({ file, offset: start, message, hint: "name the thing: docs/words.md" });
      }
    },
  }).visit(tree.syntax(file).program);
  return findings;
}

function declaredBy(declaration: Declaration): { readonly name: string; readonly start: number }[] {
  const declared = declaration.type === "VariableDeclaration" ? declaration.declarations : [declaration];
  return declared.flatMap((one) => ("id" in one && one.id?.type === "Identifier" ? [one.id] : []));
}
