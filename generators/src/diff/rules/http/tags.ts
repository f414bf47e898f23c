// The tags of an operation: the heading it is found under.
import type { Operation } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { inside, type Rule, rewords } from "../../rule.ts";

export const tagsChanged: Kind<readonly string[]> = {
  ...rewords,
  id: "tags-changed",
  opposite: "tags-changed",
  message: (tags) => (tags.length === 0 ? "it has no tags any more" : `it has other tags: ${tags.join(", ")}`),
};

export const tagsRule: Rule<Operation> = {
  kinds: [tagsChanged],
  compare: (base, revision, tell) => {
    if ([...base.tags].sort().join("\n") === [...revision.tags].sort().join("\n")) return;
    tell(tagsChanged, revision.tags, inside(base.at, "tags"), inside(revision.at, "tags"));
  },
};
