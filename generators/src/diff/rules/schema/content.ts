// `contentEncoding`, `contentMediaType` and `contentSchema`: what a string has inside, and how it is encoded.
import { type Location, valueAt } from "../../../model/place.ts";
import { breaks, inside, insideBoth, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { canonicalOf } from "../annotations/same-text.ts";

const contentChanged = mutual<{ keyword: string; from: string | null; to: string | null }>(
  breaks(
    "content-changed",
    ({ keyword, from, to }) => `its ${keyword} is ${to ?? "not set"} instead of ${from ?? "not set"}`,
  ),
);

/** No code is generated from it, so it is compared as it is written. */
const contentSchemaChanged = mutual<void>(
  breaks("content-schema-changed", () => "the schema of its content (contentSchema) has changed"),
);

const [contentSchemaAdded, contentSchemaRemoved] = opposites<void>(
  tightens("content-schema-added", () => "its content has a schema (contentSchema)"),
  loosens("content-schema-removed", () => "its content has no schema (contentSchema) any more"),
);

export const contentRule: Rule<View> = {
  kinds: [contentChanged, contentSchemaChanged, contentSchemaAdded, contentSchemaRemoved],
  compare: (base, revision, report) => {
    for (const keyword of ["contentEncoding", "contentMediaType"] as const) {
      const [from, to] = [base, revision].map(
        ({ strings }) => strings.map((string) => string[keyword]).find((value) => value !== null) ?? null,
      );
      const [before, after] = [base, revision].map(({ strings, at }) => inside(strings[0]?.at ?? at, keyword));
      if (from !== undefined && to !== undefined && before !== undefined && after !== undefined && from !== to)
        report(contentChanged, { keyword, from, to }, before, after);
    }
    const [was, is] = [contentSchemaIn(base), contentSchemaIn(revision)];
    if (canonicalOf(was) === canonicalOf(is)) return;
    const kind =
      was === undefined ? contentSchemaAdded : is === undefined ? contentSchemaRemoved : contentSchemaChanged;
    report(kind, undefined, ...insideBoth(stringIn(base), stringIn(revision), "contentSchema"));
  },
};

function contentSchemaIn({ strings }: View): unknown {
  return strings.map(({ at }) => fieldOf(valueAt(at), "contentSchema")).find((value) => value !== undefined);
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
}

function stringIn({ strings, at }: View): { readonly at: Location } {
  return { at: strings[0]?.at ?? at };
}
