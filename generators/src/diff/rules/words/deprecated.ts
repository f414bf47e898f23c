// `deprecated`: what consumers are asked to leave.
import type { Kind } from "../../change.ts";
import { inside, type Rule, rewords, type Tell } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import type { Titled } from "./text.ts";

export const deprecatedNow: Kind<void> = {
  ...rewords,
  id: "deprecated",
  request: "minor",
  response: "minor",
  opposite: "undeprecated",
  uneven: "that something is on its way out has to be heard of; that it stays does not",
  message: () => "it is deprecated",
  means: {
    request: "It works as before; compilers and linters say that it is on its way out.",
    response: "It is there as before; compilers and linters say that it is on its way out.",
  },
};

export const undeprecated: Kind<void> = {
  ...rewords,
  id: "undeprecated",
  opposite: "deprecated",
  uneven: "that something is on its way out has to be heard of; that it stays does not",
  message: () => "it is not deprecated any more",
};

export const deprecatedRule: Rule<Notes> = {
  kinds: [deprecatedNow, undeprecated],
  compare: (base, revision, tell) => compareDeprecated(base, revision, tell),
};

/** Of anything that may be deprecated. */
export function compareDeprecated(
  base: Titled & { readonly deprecated: boolean },
  revision: Titled & { readonly deprecated: boolean },
  tell: Tell,
): void {
  if (base.deprecated === revision.deprecated) return;
  const kind = revision.deprecated ? deprecatedNow : undeprecated;
  tell(kind, undefined, inside(base.at, "deprecated"), inside(revision.at, "deprecated"));
}
