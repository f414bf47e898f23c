// The JSON types of a value.

import { listOf } from "../../../diagnostics/code.ts";
import type { JsonType } from "../../../model/analysis/json-types.ts";
import { breaks, insideBoth, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
import { acceptsAll, type View } from "../../schema/view.ts";

const [typeAdded, typeRemoved] = opposites<JsonType>(
  loosens("type-added", (type) => `it can also be ${withArticle(type)}`),
  tightens("type-removed", (type) => `it can no longer be ${withArticle(type)}`),
);

const typeChanged = mutual<{ from: readonly JsonType[]; to: readonly JsonType[] }>(
  breaks(
    "type-changed",
    ({ from, to }) => `it is ${listOf(to.map(withArticle))} instead of ${listOf(from.map(withArticle))}`,
  ),
);

export const typeRule: Rule<View> = {
  kinds: [typeAdded, typeRemoved, typeChanged],
  compare: (base, revision, report) => {
    if (base.types.size === 0 || revision.types.size === 0 || acceptsAll(base) || acceptsAll(revision)) return;
    const [before, after] = [...insideBoth(base, revision, "type")];
    const added = [...revision.types].filter((type) => !base.types.has(type));
    const removed = [...base.types].filter((type) => !revision.types.has(type));
    if (removed.length === base.types.size) {
      report(typeChanged, { from: [...base.types], to: [...revision.types] }, before, after);
      return;
    }
    for (const type of added) report(typeAdded, type, before, after);
    for (const type of removed) report(typeRemoved, type, before, after);
  },
};

function withArticle(type: JsonType): string {
  if (type === "null") return "null";
  return type === "array" || type === "object" ? `an ${type}` : `a ${type}`;
}
