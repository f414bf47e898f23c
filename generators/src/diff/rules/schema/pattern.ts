// `pattern`: what a string has to match. Whether one pattern includes another is not checked: it is rarely decidable.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { paired, withLastPair } from "../../paired.ts";
import { breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

const patternAdded: Kind<string> = {
  ...tightens,
  id: "pattern-added",
  opposite: "pattern-removed",
  message: (pattern) => `it has to match ${shown(pattern)}`,
};

const patternRemoved: Kind<string> = {
  ...loosens,
  id: "pattern-removed",
  opposite: "pattern-added",
  message: (pattern) => `it no longer has to match ${shown(pattern)}`,
};

const patternChanged: Kind<{ from: string; to: string }> = {
  ...breaks,
  id: "pattern-changed",
  opposite: "pattern-changed",
  message: ({ from, to }) => `it has to match ${shown(to)} instead of ${shown(from)}`,
};

export const patternRule: Rule<View> = {
  kinds: [patternAdded, patternRemoved, patternChanged],
  compare: (base, revision, report) => {
    const found = withLastPair(paired(patternsOf(base), patternsOf(revision), ({ pattern }) => pattern));
    const at = { base: base.strings[0]?.at ?? base.at, revision: revision.strings[0]?.at ?? revision.at };
    for (const { base: from, revision: to } of found.both)
      if (from.pattern !== to.pattern) report(patternChanged, { from: from.pattern, to: to.pattern }, from.at, to.at);
    for (const { pattern, at: place } of found.added) report(patternAdded, pattern, at.base, place);
    for (const { pattern, at: place } of found.removed) report(patternRemoved, pattern, place, at.revision);
  },
};

function patternsOf({ strings }: View): { pattern: string; at: Location }[] {
  return strings.flatMap(({ pattern, at }) => (pattern === null ? [] : [{ pattern, at: inside(at, "pattern") }]));
}
