// What the model does not hold, since no code is generated from it: compared as it is written.
import { type Location, valueAt } from "../../../model/place.ts";
import { inside, mutual, type Report, type Rule, rewords } from "../../rule.ts";
import { extensionsRule } from "./extensions.ts";
import { canonicalOf } from "./same-text.ts";

const annotationChanged = mutual<string>(rewords("annotation-changed", (field) => `its ${field} has changed`));

interface Written {
  readonly at: Location;
}

/** Only the kinds: each caller names its fields. */
export const writtenRule: Pick<Rule<never>, "kinds"> = { kinds: [annotationChanged] };

/** Fields that document, and fields that change no accepted value. A flag that is off counts as absent. */
export function compareWritten(base: Written, revision: Written, fields: readonly string[], report: Report): void {
  const [was, is] = [objectAt(base.at), objectAt(revision.at)];
  for (const field of fields)
    if (canonicalOf(was[field] || undefined) !== canonicalOf(is[field] || undefined))
      report(annotationChanged, field, inside(base.at, field), inside(revision.at, field));
}

/** Members that start with `x-`, of what has none in the model. */
export function compareWrittenExtensions(base: Written, revision: Written, report: Report): void {
  extensionsRule.compare(
    { at: base.at, extensions: extensionsAt(base.at) },
    { at: revision.at, extensions: extensionsAt(revision.at) },
    report,
  );
}

/** What a reader already resolved. */
export function compareDocumentation(
  base: Written & { readonly documentation: Readonly<Record<string, unknown>> },
  revision: typeof base,
  report: Report,
): void {
  for (const field of ["tags", "externalDocs"])
    if (canonicalOf(base.documentation[field]) !== canonicalOf(revision.documentation[field]))
      report(annotationChanged, field, inside(base.at, field), inside(revision.at, field));
}

function extensionsAt(at: Location): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(objectAt(at)).filter(([name]) => name.startsWith("x-")));
}

function objectAt(at: Location): Readonly<Record<string, unknown>> {
  const value = valueAt(at);
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
