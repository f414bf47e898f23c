// No `any`, no casts through `unknown`, no switched-off type checks: in generated code as little as in ours.
import { Visitor } from "oxc-parser";
import type { Finding, Rule } from "./rule.ts";
import { isTest, type Tree } from "./tree.ts";

export const typeHoles: Rule = {
  name: "type-holes",
  check: (tree) =>
    tree.modules.flatMap((file) => {
      return [...checkTypes(tree, file), ...checkComments(tree, file)].sort((a, b) => a.offset - b.offset);
    }),
};

function checkTypes(tree: Tree, file: string): Finding[] {
  const findings: Finding[] = [];
  new Visitor({
    TSAnyKeyword: ({ start: offset }) => {
      findings.push({ file, offset, message: "`any` turns the checker off", hint: "say the type, or `unknown`" });
    },
    TSAsExpression: ({ start: offset, expression }) => {
      if (expression.type !== "TSAsExpression" || isTest(file)) return;
      const hint = "check the value at run time with a type guard, or fix the type it comes from";
      findings.push({ file, offset, message: "a cast through another type hides a doubt", hint });
    },
  }).visit(tree.syntax(file).program);
  return findings;
}

function checkComments(tree: Tree, file: string): Finding[] {
  return tree.syntax(file).comments.flatMap(({ start: offset, value }) => {
    const directive = /^[\s*]*(@ts-(?:ignore|nocheck|expect-error))\b/.exec(value)?.[1];
    if (directive === undefined || (directive === "@ts-expect-error" && isTest(file))) return [];
    // As users get it; `pnpm check example-types` checks the same code without the line.
    if (directive === "@ts-nocheck" && offset === 0 && /^examples\/.*\.gen\.ts$/.test(file)) return [];
    const hint = "make the code type-check; only a test may expect an error, with @ts-expect-error";
    return [{ file, offset, message: `${directive} hides what the checker says`, hint }];
  });
}
