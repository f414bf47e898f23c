// The operations of an API: where they are, their names in generated code, and the tags that group them.

import type { Operation } from "../../../model/http.ts";
import type { AnyKind, Kind } from "../../change.ts";
import {
  adds,
  breaks,
  type FromTo,
  insideBoth,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  removalBreaksUsers,
  renames,
  rewords,
} from "../../rule.ts";

// The operations of an API, and where they are. Reported where operations are matched.
export const operationPresence: Opposites<void> = opposites(
  adds("operation-added", () => "it is new", {
    means: {
      request: "Calling it is optional.",
      response: "Handling it is optional.",
      event: "Receivers that acknowledge unknown events are not affected.",
    },
  }),
  breaks("operation-removed", () => "it is removed", {
    means: { request: "Calls fail.", response: "It no longer arrives.", event: "It no longer arrives." },
  }),
  removalBreaksUsers,
);

export const operationMoved: Kind<FromTo> = mutual(
  breaks("operation-moved", ({ from, to }) => `it has moved from ${from} to ${to}`, {
    means: { request: "Calls to the old path fail.", response: "It no longer arrives at the old place." },
  }),
);

export const operationKinds: readonly AnyKind[] = [...operationPresence, operationMoved];

// The names of an operation and its path parameters in generated code.
const operationRenamed = mutual<FromTo>(
  renames("operation-renamed", ({ from, to }) => `its name in generated code is ${to} instead of ${from}`),
);

const pathParameterRenamed = mutual<FromTo>(
  renames("path-parameter-renamed", ({ from, to }) => `its path parameter is ${to} instead of ${from}`),
);

export const namesRule: Rule<Operation> = {
  kinds: [operationRenamed, pathParameterRenamed],
  compare: (base, revision, report) => {
    if (base.name !== revision.name) {
      const at = insideBoth(base, revision, "operationId");
      report(operationRenamed, { from: base.name, to: revision.name }, ...at);
    }
    const [before, after] = [pathNamesOf(base), pathNamesOf(revision)];
    if (before.length !== after.length) return;
    for (const [index, from] of before.entries()) {
      const to = after[index];
      if (to !== undefined && to !== from) report(pathParameterRenamed, { from, to }, base.at, revision.at);
    }
  },
};

/** In the order of the path. */
export function pathNamesOf({ path }: Pick<Operation, "path">): string[] {
  return path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
}

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
