// Names that a module exports, and titles of tests, read against the words that stand for nothing in the field.
import { type Declaration, Visitor } from "oxc-parser";
import type { Finding, Rule } from "./rule.ts";
import { vague } from "./terms.ts";
import { titlesIn } from "./titles.ts";
import { isGenerated, isTest, type Tree } from "./tree.ts";

/** Exported names that are not renamed yet. The number can only fall. */
const budget = 135;

export const names: Rule = namesRule(budget);

export function namesRule(most: number): Rule {
  return {
    name: "names",
    check(tree) {
      const exported = tree.modules.filter((file) => !isGenerated(file)).flatMap((file) => checkExports(tree, file));
      const titles = tree.modules.filter(isTest).flatMap((file) => checkTitles(tree, file));
      return [...(exported.length > most ? exported : []), ...titles];
    },
  };
}

function checkExports(tree: Tree, file: string): Finding[] {
  const findings: Finding[] = [];
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      for (const { name, start } of declaration === null ? [] : declaredBy(declaration)) {
        const word = wordsOf(name).find((one) => vague.has(one));
        if (word !== undefined) findings.push(findingOf(file, start, `"${word}" in ${name}`));
      }
    },
  }).visit(tree.syntax(file).program);
  return findings;
}

function declaredBy(declaration: Declaration): { readonly name: string; readonly start: number }[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id] : []));
  }
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id] : [];
}

function checkTitles(tree: Tree, file: string): Finding[] {
  return titlesIn(tree, file).flatMap(({ text, start }) => {
    const [word] = /\b(?:aftermath|crowd|kept|manner|somebody|told|turnstile)\b/i.exec(text) ?? [];
    return word === undefined ? [] : [findingOf(file, start, `"${word}" in a title`)];
  });
}

/** `readOwnPages` -> `read own pages` */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _]/);
}

function findingOf(file: string, offset: number, what: string): Finding {
  return { file, offset, message: `${what} says nothing`, hint: "name the thing: docs/words.md" };
}
