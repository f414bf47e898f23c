// Every module starts with a comment that says what it turns into what; tests are named by what they test.
import type { Rule } from "./rule.ts";
import { isTest } from "./tree.ts";

export const moduleHeader: Rule = {
  name: "module-header",
  check: (tree) =>
    tree.modules
      .filter((file) => !isTest(file) && !startsWithComment(tree.text(file)))
      .map((file) => {
        const hint = "start it with one or two lines: // Turns X into Y.";
        return { file, offset: 0, message: "the module does not say what it is for", hint };
      }),
};

function startsWithComment(text: string): boolean {
  return /^(?:#![^\n]*\n)?\s*(?:\/\/[ \t]*\S|\/\*[\s*]*[^\s*/])/.test(text);
}
