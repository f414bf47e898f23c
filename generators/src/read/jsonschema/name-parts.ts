// The location of a schema -> the words its name is made from.
import { type Node, tokensTo } from "../../source/index.ts";
import type { Variant } from "./dynamic-scope.ts";

/** Keys whose members are definitions: the key below them is a name of its own. */
const definitions: ReadonlySet<string> = new Set(["schemas", "$defs", "definitions", "messages"]);

/** Keys whose members are named by the author, so every key below them is part of a name. */
const maps: ReadonlySet<string> = new Set([
  ...definitions,
  ..."properties patternProperties dependentSchemas dependencies paths content parameters responses headers".split(" "),
  ..."requestBodies examples links callbacks pathItems securitySchemes channels operations".split(" "),
]);

/** Keys that only introduce a schema. */
const structure: ReadonlySet<string> = new Set([...maps, "components", "schema"]);

export interface NameParts {
  /** Most specific last. */
  readonly parts: string[];
  /** The number of last parts that form the name when it is free. */
  readonly length: number;
}

/**
 * Names a location after the file, then the keys, without those that are only structure.
 * `schemas/order.yaml` -> order; `common.yaml#/$defs/Money` -> Money (prefixed with common when that clashes);
 * `order.yaml#/properties/lines/items` -> order + lines + item.
 */
function namePartsOf(at: Node): NameParts {
  const tokens = tokensTo(at);
  const segments = at.document.name.split("/");
  const stem = (segments.pop() ?? "").replace(/\.[^.]+$/, "");
  const file = [...segments.filter((segment) => segment !== ".." && segment !== "."), stem];
  const { words, own } = wordsOf(tokens);
  if (words.length === 0) return { parts: file, length: 1 };
  if (tokens.length === 1) return { parts: [...file, ...words], length: 1 };
  return { parts: [...file, ...words], length: own === null ? words.length + 1 : words.length - own };
}

/**
 * One of several scopes of a location: `tree.json` reached from `strict-tree.json` is TreeForStrictTree. Where that clashes, the
 * anchors with another target come first.
 */
export function namePartsOfVariant(at: Node, { bound, owners }: Variant): NameParts {
  const own = namePartsOf(at);
  if (bound.length === 0) return own;
  const names = owners.flatMap((owner) => {
    const { parts, length } = namePartsOf(owner);
    return parts.slice(-length);
  });
  const anchors = bound.map(([anchor]) => anchor);
  return { parts: [...anchors, ...own.parts, "for", ...names], length: own.length + 1 + names.length };
}

/** The keys below the root, and the index of the last name of a definition. */
function wordsOf(tokens: readonly string[]): { words: string[]; own: number | null } {
  const words: string[] = [];
  let own: number | null = null;
  let map: string | null = null;
  for (const token of tokens) {
    if (map !== null) {
      if (definitions.has(map)) own = words.length;
      words.push(token === "" ? "empty" : token);
      map = null;
    } else {
      if (maps.has(token)) map = token;
      if (!structure.has(token)) words.push(wordOf(token));
    }
  }
  return { words, own };
}

function wordOf(token: string): string {
  if (token === "") return "empty";
  if (token === "items") return "item";
  return token === "additionalProperties" ? "value" : token;
}
