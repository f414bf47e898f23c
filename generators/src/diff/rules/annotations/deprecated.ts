// `deprecated`: what consumers should stop using.
import type { Location } from "../../../model/place.ts";
import { flagRule, inside, opposites, type Rule, rewords } from "../../rule.ts";

/** For anything that can be deprecated. */
export const deprecatedRule: Rule<{ readonly at: Location; readonly deprecated: boolean }> = flagRule(
  opposites<void>(
    rewords("deprecated", () => "it is deprecated", {
      request: "minor",
      response: "minor",
      means: {
        request: "It works as before; compilers and linters warn about it.",
        response: "It is sent as before; compilers and linters warn about it.",
      },
    }),
    rewords("undeprecated", () => "it is no longer deprecated"),
    "consumers need to hear about a deprecation, but not about its end",
  ),
  ({ deprecated }) => deprecated,
  ({ at }) => inside(at, "deprecated"),
);
