// Titles, summaries and descriptions.
import type { Location } from "../../../model/place.ts";
import { insideBoth, mutual, type Report, type Rule, rewords } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";

const textChanged = mutual<string>(rewords("text-changed", (field) => `its ${field} has changed`));

export interface Titled {
  readonly at: Location;
  readonly title?: string | null;
  readonly summary?: string | null;
  readonly description?: string | null;
}

export const textRule: Rule<Notes> = {
  kinds: [textChanged],
  compare: (base, revision, report) => {
    compareText(base, revision, report);
    const [was, is] = [base, revision].map((notes) => JSON.stringify(Object.entries(notes.enumDescriptions).sort()));
    if (was !== is) report(textChanged, "description of single values", base.at, revision.at);
  },
};

/** For anything that has texts. */
export function compareText(base: Titled, revision: Titled, report: Report): void {
  for (const field of ["title", "summary", "description"] as const) {
    const [was, is] = [base[field] ?? null, revision[field] ?? null];
    if (was !== is) report(textChanged, field, ...insideBoth(base, revision, field));
  }
}
