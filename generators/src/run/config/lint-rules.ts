// `lint` of a configuration -> what its rules make of a code at a place.

import path from "node:path";
import { anyCode } from "../../diagnostics/codes.ts";
import { fileOf, type Place, type RuleOf } from "../../diagnostics/index.ts";
import { expressionOf } from "../../model/finish/filters.ts";
import { pointerOf, tokensTo } from "../../source/index.ts";
import type { LintConfig, LintOverride } from "./config.ts";
import { type ForeignSource, shownFile } from "./sources/foreign-source.ts";

export interface LintRules extends LintConfig {
  /** The folder of the configuration. */
  readonly base: string;
}

interface Ruled {
  readonly lint?: LintRules;
  readonly foreign: readonly ForeignSource[];
}

/** `base`: what paths in messages are relative to. */
export function ruleIn({ lint, foreign }: Ruled, base: string): RuleOf {
  const { rules = {}, overrides = [] } = lint ?? {};
  if (lint === undefined) return () => null;
  const selectors = overrides.map(selectorOf);
  const nameOf = (place: Place): string | null => {
    const file = place.kind === "file" ? path.resolve(base, place.path) : fileOf(place);
    return file === null ? null : shownFile(foreign, lint.base, file);
  };
  return (code, place) => {
    const selector = selectors.findLast(
      (each) => (code in each.rules || anyCode in each.rules) && each.selects(place, nameOf(place)),
    );
    const applied = selector?.rules ?? rules;
    return applied[code] ?? applied[anyCode] ?? null;
  };
}

interface LintSelector extends Pick<LintOverride, "rules"> {
  readonly selects: (place: Place, file: string | null) => boolean;
}

function selectorOf({ files, paths, rules }: LintOverride): LintSelector {
  const fileExpressions = files?.map((pattern) => expressionOf(pattern.replace(/^\.\//, "")));
  const pathExpressions = paths?.map((pattern) => {
    const partsAt = pattern.startsWith("/") ? pathsAbove : pointersAbove;
    const expression = expressionOf(pattern);
    return (place: Place) => partsAt(place).some((part) => expression.test(part));
  });
  return {
    rules,
    selects: (place, file) =>
      fileExpressions?.some((each) => file !== null && each.test(file)) !== false &&
      pathExpressions?.some((selects) => selects(place)) !== false,
  };
}

/** `#`, `#/paths`, `#/paths/~1orders`, … to the place itself. */
function pointersAbove(place: Place): string[] {
  if (!("location" in place)) return [];
  const tokens = pointerOf(place.location).split("/").slice(1);
  return ["#", ...tokens.map((_, index) => `#/${tokens.slice(0, index + 1).join("/")}`)];
}

/** The key of `paths` that the place is in. */
function pathsAbove(place: Place): string[] {
  if (!("location" in place)) return [];
  const [section, key] = tokensTo(place.location);
  return section === "paths" && key !== undefined ? [key] : [];
}
