// A pattern -> texts that match it, the same at every call: characters are chosen, repetitions counted, groups repeated.
// Lookaround and word boundaries are ignored while a text is made; the caller keeps the texts that match.
import type { AST } from "@eslint-community/regexpp";
import { attempt } from "../../source/attempt.ts";
import { computedOnce } from "../computed-once.ts";
import { parsedPattern } from "../patterns/matcher.ts";
import { shortestOf } from "../patterns/shortest.ts";
import { type Random, randomOf } from "./numbers.ts";

/** Longer texts show nothing new, and servers reject them for their size. */
export const longest = 100_000;

const tries = 40;

/** Texts of the first pattern that texts can be made for, the shortest first. Each seed has others. */
export function patternTexts(patterns: readonly string[], seed = 1): string[] {
  for (const pattern of patterns) {
    if ((shortestOf(pattern) ?? longest) >= longest) continue;
    const parsed = parsedPattern(pattern);
    if (parsed === null) continue;
    const characters = new Map<string, readonly string[]>();
    const random = randomOf(seed);
    const texts = new Set(Array.from({ length: tries }, () => new Writer(random, characters).text(parsed)));
    return [...texts].filter((text) => text.length < longest).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }
  return [];
}

class Writer {
  private readonly random: Random;
  private readonly groups = new Map<AST.CapturingGroup, string>();

  /** By class; shared by the texts of one pattern. */
  private readonly characters: Map<string, readonly string[]>;

  constructor(random: Random, characters: Map<string, readonly string[]>) {
    this.random = random;
    this.characters = characters;
  }

  text({ alternatives }: AST.Pattern | AST.Group | AST.CapturingGroup): string {
    const chosen = this.random.one(alternatives);
    return chosen === undefined ? "" : chosen.elements.map((element) => this.element(element)).join("");
  }

  private element(element: AST.Element): string {
    switch (element.type) {
      case "Character":
        return String.fromCodePoint(element.value);
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass":
        return this.random.one(this.charactersIn(element.raw)) ?? "";
      case "Group":
        return this.text(element);
      case "CapturingGroup": {
        const text = this.text(element);
        this.groups.set(element, text);
        return text;
      }
      case "Quantifier": {
        const { min, max } = element;
        const count = this.random.between(min, Math.min(max, min + 2));
        return Array.from({ length: count }, () => this.element(element.element)).join("");
      }
      case "Backreference": {
        const groups = Array.isArray(element.resolved) ? element.resolved : [element.resolved];
        return groups.map((group) => this.groups.get(group) ?? "").join("");
      }
      case "Assertion":
        return "";
    }
  }

  private charactersIn(raw: string): readonly string[] {
    return computedOnce(this.characters, raw, () => charactersOf(raw));
  }
}

/** Characters of a class as it is written, those that people write in front of the others. */
function charactersOf(raw: string): readonly string[] {
  const one = attempt(() => new RegExp(`^(?:${raw})$`, "u"));
  // A class of the `v` mode only.
  if (one === null) return [];
  for (const characters of alphabets) {
    const matchingCharacters = [...characters].filter((character) => one.test(character));
    if (matchingCharacters.length > 0) return matchingCharacters;
  }
  for (let point = 0; point <= 0xffff; point += 1) {
    const character = String.fromCodePoint(point);
    if (one.test(character)) return [character];
  }
  return [];
}

const alphabets = [
  "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789",
  "-_.:/@+,;=#%&!?*~^$|'\"`<>()[]{}\\ \t\n",
];
