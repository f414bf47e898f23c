// `deprecated`: what consumers should stop using.
import type { Kind } from "../../change.ts";
import { inside, type Report, type Rule, rewords } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import type { Titled } from "./text.ts";

const deprecatedNow: Kind<void> = {
  ...rewords,
  id: "deprecated",
  request: "minor",
  response: "minor",
  opposite: "undeprecated",
  uneven: "consumers need to hear about a deprecation, but not about its end",
  message: () => "it is deprecated",
  means: {
    request: "It works as before; compilers and linters warn about it.",
    response: "It is sent as before; compilers and linters warn about it.",
  },
};

const undeprecated: Kind<void> = {
  ...rewords,
  id: "undeprecated",
  opposite: "deprecated",
  uneven: "consumers need to hear about a deprecation, but not about its end",
  message: () => "it is no longer deprecated",
};

export const deprecatedRule: Rule<Notes> = {
  kinds: [deprecatedNow, undeprecated],
  compare: (base, revision, report) => compareDeprecated(base, revision, report),
};

/** For anything that can be deprecated. */
export function compareDeprecated(
  base: Titled & { readonly deprecated: boolean },
  revision: Titled & { readonly deprecated: boolean },
  report: Report,
): void {
  if (base.deprecated === revision.deprecated) return;
  const kind = revision.deprecated ? deprecatedNow : undeprecated;
  report(kind, undefined, inside(base.at, "deprecated"), inside(revision.at, "deprecated"));
}
