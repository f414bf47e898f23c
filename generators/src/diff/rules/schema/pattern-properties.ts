// `patternProperties`: what members have to be whose names match.
import type { Kind } from "../../change.ts";
import { breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";
import { objectViewOf } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { isClosed } from "./closed.ts";
import { shown } from "./shown.ts";

export const patternPropertiesAdded: Kind<string> = {
  ...tightens,
  id: "pattern-properties-added",
  opposite: "pattern-properties-removed",
  message: (pattern) => `members named like ${shown(pattern)} have to be of a certain kind`,
};

export const patternPropertiesRemoved: Kind<string> = {
  ...loosens,
  id: "pattern-properties-removed",
  opposite: "pattern-properties-added",
  message: (pattern) => `members named like ${shown(pattern)} are as any other`,
};

export const patternPropertiesChanged: Kind<string> = {
  ...breaks,
  id: "pattern-properties-changed",
  opposite: "pattern-properties-changed",
  message: (pattern) =>
    `what is said of members named like ${shown(pattern)} is said on one side alone, and others are restricted`,
};

export const patternPropertiesRule: Rule<View> = {
  kinds: [patternPropertiesAdded, patternPropertiesRemoved, patternPropertiesChanged],
  compare: (baseView, revisionView, tell) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    const at = (pattern: string) =>
      [inside(base.at, "patternProperties", pattern), inside(revision.at, "patternProperties", pattern)] as const;
    // Beside a schema for all others, one for some is neither more nor less; beside none at all it is an opening.
    for (const pattern of revision.patterns.keys()) {
      if (base.patterns.has(pattern)) continue;
      const kind = isClosed(base.additional)
        ? patternPropertiesRemoved
        : base.isStated
          ? patternPropertiesChanged
          : patternPropertiesAdded;
      tell(kind, pattern, ...at(pattern));
    }
    for (const pattern of base.patterns.keys()) {
      if (revision.patterns.has(pattern)) continue;
      const kind = isClosed(revision.additional)
        ? patternPropertiesAdded
        : revision.isStated
          ? patternPropertiesChanged
          : patternPropertiesRemoved;
      tell(kind, pattern, ...at(pattern));
    }
  },
};
