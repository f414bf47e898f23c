// The tags of an operation, which group it in documentation.
import type { Operation } from "../../../model/http.ts";
import { insideBoth, mutual, type Opposites, opposites, type Rule, rewords } from "../../rule.ts";

const tagsChanged = mutual<readonly string[]>(
  rewords("tags-changed", (tags) =>
    tags.length === 0 ? "it no longer has tags" : `it has other tags: ${tags.join(", ")}`,
  ),
);

export const tagPresence: Opposites<string> = opposites(
  rewords("tag-described", (name: string) => `the tag ${name} is described`),
  rewords("tag-undescribed", (name: string) => `the tag ${name} is no longer described`),
);

export const tagsRule: Rule<Operation> = {
  kinds: [tagsChanged, ...tagPresence],
  compare: (base, revision, report) => {
    if ([...base.tags].sort().join("\n") === [...revision.tags].sort().join("\n")) return;
    report(tagsChanged, revision.tags, ...insideBoth(base, revision, "tags"));
  },
};
