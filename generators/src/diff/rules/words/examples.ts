// `example` and `examples`.
import { canonical } from "../../../model/equality.ts";
import type { Location } from "../../../model/place.ts";
import type { Json } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { inside, type Rule, rewords, type Tell } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";

export const examplesChanged: Kind<void> = {
  ...rewords,
  id: "examples-changed",
  opposite: "examples-changed",
  message: () => "it has other examples",
};

export const examplesRule: Rule<Notes> = {
  kinds: [examplesChanged],
  compare: (base, revision, tell) =>
    compareExamples(
      { at: base.at, values: base.examples.map(({ value }) => value) },
      { at: revision.at, values: revision.examples.map(({ value }) => value) },
      tell,
    ),
};

interface Examples {
  readonly at: Location;
  readonly values: readonly Json[];
}

/** Of anything that has examples; their order counts as words do. */
export function compareExamples(base: Examples, revision: Examples, tell: Tell): void {
  const [was, is] = [base, revision].map(({ values }) => values.map(canonical).join());
  if (was !== is) tell(examplesChanged, undefined, inside(base.at, "examples"), inside(revision.at, "examples"));
}
