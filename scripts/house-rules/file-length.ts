// A module over 500 lines is more than one thing, unless a reason is on record; a record that no longer applies goes.
import type { Finding, Rule } from "./rule.ts";
import { isGenerated, type Tree } from "./tree.ts";

const limit = 500;

/** Modules that may be longer, each with the reason. */
const longModules: Readonly<Record<string, string>> = {};

export const fileLength: Rule = fileLengthRule(longModules);

export function fileLengthRule(reasons: Readonly<Record<string, string>>): Rule {
  return {
    name: "file-length",
    check: (tree) => [
      ...tree.modules.filter((file) => !(file in reasons)).flatMap((file) => checkModule(tree, file)),
      ...Object.keys(reasons).flatMap((file) => checkReason(tree, file)),
    ],
  };
}

function checkModule(tree: Tree, file: string): Finding[] {
  const lines = linesOf(tree, file);
  if (lines <= limit || isGenerated(file)) return [];
  const hint = "split it by what it does, or give the reason in scripts/house-rules/file-length.ts";
  return [{ file, offset: 0, message: `${lines} lines, over ${limit}`, hint }];
}

function checkReason(tree: Tree, file: string): Finding[] {
  if (tree.files.includes(file) && linesOf(tree, file) > limit) return [];
  const hint = `take ${file} out of the list there`;
  const message = `${file} is listed as long and is not`;
  return [{ file: "scripts/house-rules/file-length.ts", offset: 0, message, hint }];
}

function linesOf(tree: Tree, file: string): number {
  return tree.text(file).split("\n").length - 1;
}
