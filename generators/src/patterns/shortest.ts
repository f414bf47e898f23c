// A pattern -> how long a text is that matches it, at least: who makes such texts wants to know before.
import type { AST } from "@eslint-community/regexpp";
import { parsedPattern } from "./parsed-pattern.ts";

/** Characters; what repeats an earlier part, and what only looks around, counts nothing. `null`: the pattern cannot be read. */
export function shortestOf(source: string): number | null {
  const pattern = parsedPattern(source);
  return pattern === null ? null : shortestChoice(pattern.alternatives);
}

function shortestChoice(alternatives: readonly AST.Alternative[]): number {
  return alternatives
    .map(({ elements }) => elements.reduce((sum, element) => sum + shortestElement(element), 0))
    .reduce((least, length) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

function shortestElement(element: AST.Element): number {
  switch (element.type) {
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return 1;
    case "Group":
    case "CapturingGroup":
      return shortestChoice(element.alternatives);
    case "Quantifier":
      return element.min === 0 ? 0 : element.min * shortestElement(element.element);
    case "Assertion":
    case "Backreference":
      return 0;
  }
}
