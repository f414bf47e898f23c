// `patternProperties`: the schemas of members whose names match.
import { breaks, inside, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
import { isClosed, type ObjectView } from "../../schema/object-view.ts";
import { shown } from "./shown.ts";

const [patternPropertiesAdded, patternPropertiesRemoved] = opposites<string>(
  tightens(
    "pattern-properties-added",
    (pattern) => `members whose names match ${shown(pattern)} have to match a schema`,
  ),
  loosens(
    "pattern-properties-removed",
    (pattern) => `members whose names match ${shown(pattern)} no longer have a schema of their own`,
  ),
);

const patternPropertiesChanged = mutual<string>(
  breaks(
    "pattern-properties-changed",
    (pattern) =>
      `only one side has a schema for members whose names match ${shown(pattern)}, and other members are restricted`,
  ),
);

export const patternPropertiesRule: Rule<ObjectView> = {
  kinds: [patternPropertiesAdded, patternPropertiesRemoved, patternPropertiesChanged],
  compare: (base, revision, report) => {
    const at = (pattern: string) =>
      [inside(base.at, "patternProperties", pattern), inside(revision.at, "patternProperties", pattern)] as const;
    // Where all other members have a schema, one for some of them is neither looser nor stricter; where they are forbidden, it is looser.
    for (const pattern of revision.patterns.keys()) {
      if (base.patterns.has(pattern)) continue;
      const kind = isClosed(base.additional)
        ? patternPropertiesRemoved
        : base.isStated
          ? patternPropertiesChanged
          : patternPropertiesAdded;
      report(kind, pattern, ...at(pattern));
    }
    for (const pattern of base.patterns.keys()) {
      if (revision.patterns.has(pattern)) continue;
      const kind = isClosed(revision.additional)
        ? patternPropertiesAdded
        : revision.isStated
          ? patternPropertiesChanged
          : patternPropertiesRemoved;
      report(kind, pattern, ...at(pattern));
    }
  },
};
