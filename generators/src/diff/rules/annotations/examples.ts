// `example` and `examples`.

import type { Location } from "../../../model/place.ts";
import type { Json } from "../../../model/schema.ts";
import { canonical } from "../../../model/values/equality.ts";
import { insideBoth, mutual, type Report, type Rule, rewords } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";

const examplesChanged = mutual<void>(rewords("examples-changed", () => "it has other examples"));

export const examplesRule: Rule<Notes> = {
  kinds: [examplesChanged],
  compare: (base, revision, report) =>
    compareExamples(
      { at: base.at, values: base.examples.map(({ value }) => value) },
      { at: revision.at, values: revision.examples.map(({ value }) => value) },
      report,
    ),
};

interface Examples {
  readonly at: Location;
  readonly values: readonly Json[];
}

/** For anything that has examples. Neither their order counts nor that of the members in one. */
export function compareExamples(base: Examples, revision: Examples, report: Report): void {
  const [was, is] = [base, revision].map(({ values }) => values.map(canonical).sort().join());
  if (was !== is) report(examplesChanged, undefined, ...insideBoth(base, revision, "examples"));
}
