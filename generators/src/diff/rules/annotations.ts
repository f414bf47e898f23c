// The rules about texts, defaults, examples, extensions and what else no code is generated from.

import { isFields } from "../../model/fields.ts";
import type { Info } from "../../model/http.ts";
import { type Location, valueAt } from "../../model/place.ts";
import type { Json } from "../../model/schema.ts";
import { canonical } from "../../model/values/equality.ts";
import {
  adds,
  breaks,
  flagRule,
  inside,
  insideBoth,
  mutual,
  opposites,
  type Report,
  type Rule,
  rewords,
} from "../rule.ts";
import type { Notes } from "../schema/notes.ts";
import { formatValue } from "./schema/shown.ts";

// Titles, summaries and descriptions.
const textChanged = mutual<string>(rewords("text-changed", (field) => `its ${field} has changed`));

export interface Titled {
  readonly at: Location;
  readonly title?: string | null;
  readonly summary?: string | null;
  readonly description?: string | null;
}

const textRule: Rule<Notes> = {
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

// `example` and `examples`.
const examplesChanged = mutual<void>(rewords("examples-changed", () => "it has other examples"));

const examplesRule: Rule<Notes> = {
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

// `deprecated`: what consumers should stop using.

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

// Members that start with `x-`: only their authors know what they mean.
const extensionChanged = mutual<string>(
  rewords("extension-changed", (name) => `${name} has changed`, {
    means: "Waybill does not interpret extensions; check the programs that read it.",
  }),
);

interface Extended {
  readonly at: Location;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** For anything that has extensions. */
export const extensionsRule: Rule<Extended> = {
  kinds: [extensionChanged],
  compare: (base, revision, report) => {
    for (const name of new Set([...Object.keys(base.extensions), ...Object.keys(revision.extensions)])) {
      const [was, is] = [base, revision].map(({ extensions }) => canonicalOf(extensions[name]));
      if (was !== is) report(extensionChanged, name, ...insideBoth(base, revision, name));
    }
  },
};

// What the model does not hold, since no code is generated from it: compared as it is written.
const annotationChanged = mutual<string>(rewords("annotation-changed", (field) => `its ${field} has changed`));

interface Written {
  readonly at: Location;
}

/** Only the kinds: each caller names its fields. */
const writtenRule: Pick<Rule<never>, "kinds"> = { kinds: [annotationChanged] };

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

// Any value of a description -> a text that is the same for equal values, regardless of the order of members.
export function canonicalOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      isFields(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
    ) ?? ""
  );
}

// `default`: the meaning of an omitted value.
const [defaultAdded, defaultRemoved] = opposites<Json>(
  adds("default-added", (value) => `it defaults to ${formatValue(value)}`, {
    means: { request: "It can be omitted.", response: "An omitted value has a meaning." },
  }),
  breaks("default-removed", (value) => `it no longer defaults to ${formatValue(value)}`, {
    response: "minor",
    means: {
      request: "Requests that omit it may change their meaning.",
      response: 'It is still optional to read. With `defaults: "apply"`, validation no longer adds it.',
    },
  }),
  "a newly documented default may always have applied, but clients rely on a removed one",
);

const defaultChanged = mutual<{ from: Json; to: Json }>(
  breaks("default-changed", ({ from, to }) => `it defaults to ${formatValue(to)} instead of ${formatValue(from)}`, {
    means: {
      request: "Requests that omit it change their meaning.",
      response: "Responses that omit it change their meaning.",
    },
  }),
);

/** `true` for a string is no value of it, so that only `"true"` can have been meant. */
const defaultRespelled = mutual<{ from: Json; to: Json }>(
  rewords(
    "default-respelled",
    ({ from, to }) => `its default is written as ${formatValue(to)} instead of ${formatValue(from)}`,
  ),
);

const defaultRule: Rule<Notes> = {
  kinds: [defaultAdded, defaultRemoved, defaultChanged, defaultRespelled],
  compare: (base, revision, report) => {
    const [was, is] = [base.default, revision.default];
    if (was === null && is !== null) report(defaultAdded, is.value, base.at, is.at);
    else if (was !== null && is === null) report(defaultRemoved, was.value, was.at, revision.at);
    else if (was !== null && is !== null && canonical(was.value) !== canonical(is.value))
      report(
        isRespelled(was.value, is.value) ? defaultRespelled : defaultChanged,
        { from: was.value, to: is.value },
        was.at,
        is.at,
      );
  },
};

/** A number, a boolean or null, and the text that spells it. */
function isRespelled(one: Json, other: Json): boolean {
  return (typeof one === "string") !== (typeof other === "string") && String(one) === String(other);
}

/** Fields of a schema that say nothing about its values as JSON. */
const schemaWrittenRule: Rule<Notes> = {
  kinds: writtenRule.kinds,
  compare: (base, revision, report) => {
    // Beside alternatives it is compared with them.
    const hasAlternatives = [base, revision].some(({ at }) => ["oneOf", "anyOf"].some((key) => key in objectAt(at)));
    const fields = ["externalDocs", "xml", ...(hasAlternatives ? [] : ["discriminator"])];
    compareWritten(base, revision, fields, report);
  },
};

export const noteRules: readonly Rule<Notes>[] = [
  textRule,
  deprecatedRule,
  defaultRule,
  examplesRule,
  extensionsRule,
  schemaWrittenRule,
];

// The Info Object of two descriptions -> what differs.

interface Described {
  readonly info: Info;
  readonly at: Location;
}

/** Without the version, which changes decide. */
export function compareInfo(base: Described, revision: Described, report: Report): void {
  const [was, is] = [base, revision].map(({ info, at }) => ({ ...info, at: inside(at, "info") }));
  if (was === undefined || is === undefined) return;
  compareText(was, is, report);
  compareWritten(was, is, ["termsOfService", "contact", "license"], report);
  compareWrittenExtensions(was, is, report);
}
