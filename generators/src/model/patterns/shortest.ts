// A pattern -> the minimum length of a text that matches it, for generators of such texts.
import type { AST } from "@eslint-community/regexpp";
import { parsedPattern } from "./matcher.ts";

/** In characters. Backreferences and assertions count as 0. `null`: the pattern does not parse. */
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
