// What a text is: `pattern`, `format`, the values that a format has, and `contentMediaType` with its schema.

import { stringFormats } from "../../../model/analysis/known-formats.ts";
import { isJson } from "../../../model/analysis/media-types.ts";
import { memberOf } from "../../../model/fields.ts";
import { type Location, valueAt } from "../../../model/place.ts";
import type { NumberSchema, Schema, StringSchema } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { paired, withLastPair } from "../../paired.ts";
import {
  adds,
  breaks,
  type FromTo,
  inside,
  insideBoth,
  loosens,
  mutual,
  opposites,
  type Report,
  type Rule,
  rewords,
  tightens,
} from "../../rule.ts";
import { type View, viewOf } from "../../schema/view.ts";
import { canonicalOf } from "../annotations.ts";
import { formatValue } from "./shown.ts";
import { valuesOf } from "./values.ts";

// `pattern`: what a string has to match. Whether one pattern includes another is not checked: it is rarely decidable.
export const patternRule: Rule<View> = keywordRule<"pattern", string>({
  keyword: "pattern",
  kinds: [
    ...opposites<Moved<string>>(
      tightens("pattern-added", ({ to }) => `it has to match ${formatValue(to)}`),
      loosens("pattern-removed", ({ from }) => `it no longer has to match ${formatValue(from)}`),
    ),
    mutual(
      breaks("pattern-changed", ({ from, to }) => `it has to match ${formatValue(to)} instead of ${formatValue(from)}`),
    ),
  ],
  schemasOf: ({ strings }) => strings,
  isWithin: () => false,
});

// `format`: the syntax of a string or the range of a number, beyond its type.
const message = ({ from, to }: Moved<string>): string =>
  `its format is ${to ?? "not set"} instead of ${from ?? "not set"}`;

/** Every value of the first format is also valid in the second. */
const wider: readonly (readonly [string, string])[] = [
  ["int32", "int64"],
  ["float", "double"],
  ["email", "idn-email"],
  ["hostname", "idn-hostname"],
  ["uri", "uri-reference"],
  ["uri", "iri"],
  ["uri", "iri-reference"],
  ["uri-reference", "iri-reference"],
  ["iri", "iri-reference"],
];

const excluding: Rule<View> = keywordRule<"format", string>({
  keyword: "format",
  kinds: [
    ...opposites(tightens("format-tightened", message), loosens("format-loosened", message)),
    mutual(breaks("format-changed", message)),
  ],
  schemasOf: ({ strings, numbers }) => [...strings, ...numbers],
  isWithin: (narrow, wide) => isDocumentation(wide) || wider.some(([one, other]) => one === narrow && other === wide),
});

const formatNoted = mutual<Moved<string>>(
  rewords("format-noted", (moved) => {
    const ofNumbers = [moved.from, moved.to].some((format) => format !== null && isOfNumbers(format));
    return `${message(moved)}; both accept the same ${ofNumbers ? "numbers" : "values"}`;
  }),
);

/** Whether it excludes no text, such as `password` and what no standard has. What a part of a form is depends on `binary`. */
const isDocumentation = (format: string): boolean =>
  format !== "binary" && !stringFormats.includes(format) && !ranges.has(format);

const isOfNumbers = (format: string): boolean => format === "float" || format === "double" || ranges.has(format);

export const formatRule: Rule<View> = {
  kinds: [...excluding.kinds, formatNoted],
  compare: (base, revision, report) => {
    const sides = [base, revision].map(idleFormatsOf);
    const [was, is] = sides;
    if (was == null || is == null) excluding.compare(base, revision, report);
    else if (was.join() !== is.join()) {
      const [before, after] = [base, revision].map(({ strings, numbers, at }) =>
        inside([...strings, ...numbers][0]?.at ?? at, "format"),
      );
      const moved = { from: was.join(" and ") || null, to: is.join(" and ") || null };
      if (before !== undefined && after !== undefined) report(formatNoted, moved, before, after);
    }
  },
};

/** The formats, when none of them excludes a value that the other keywords allow; otherwise `null`. */
function idleFormatsOf(view: View): string[] | null {
  const { strings, numbers } = view;
  const texts = strings.flatMap(({ format }) => format ?? []);
  const ranged = numbers.flatMap(({ format }) => format ?? []);
  if (!texts.every(isDocumentation) || !ranged.every((format) => isIdle(format, view))) return null;
  return [...new Set([...texts, ...ranged])].sort();
}

/** JavaScript has no larger numbers than a double, and no exact integers beyond `int64`. */
function isIdle(format: string, view: View): boolean {
  const range = ranges.get(format);
  const listed = valuesOf(view, "number");
  if (range === undefined) return true;
  const [least, most] = range;
  if (listed !== null)
    return listed.every(
      ({ value }) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most,
    );
  if (!view.numbers.some(({ integer }) => integer)) return false;
  const isBounded = (limit: (number: NumberSchema) => boolean): boolean =>
    format === "int64" || view.numbers.some(limit);
  // Integers: above 3 is 4 or more.
  return (
    isBounded(
      ({ minimum, exclusiveMinimum }) => Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + 1) >= least,
    ) &&
    isBounded(
      ({ maximum, exclusiveMaximum }) => Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - 1) <= most,
    )
  );
}

const ranges: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["int8", [-128, 127]],
  ["uint8", [0, 255]],
  ["int16", [-(2 ** 15), 2 ** 15 - 1]],
  ["uint16", [0, 2 ** 16 - 1]],
  ["int32", [-(2 ** 31), 2 ** 31 - 1]],
  ["uint32", [0, 2 ** 32 - 1]],
  ["int64", [-(2 ** 63), 2 ** 63]],
]);

// The values of an open enum: others are accepted too, so these are only the known ones.
const [knownValueAdded, knownValueRemoved] = opposites<string>(
  adds("known-value-added", (value) => `the value ${formatValue(value)} is a known value of the open enum`, {
    means: {
      request: "Sending it is optional.",
      response: "Code that handles unknown values is not affected.",
    },
  }),
  adds(
    "known-value-removed",
    (value) => `the value ${formatValue(value)} is no longer a known value of the open enum`,
    {
      // An open enum may grow. That is independent of changes to its listed values.
      request: "major",
      means: {
        request: "Requests with it can be rejected, or have another meaning.",
        response: "It may still arrive, like any other.",
      },
    },
  ),
  "receivers of an open enum expect unknown values, but a sender counts on those it knows",
);

export const knownValuesRule: Rule<View> = {
  kinds: [knownValueAdded, knownValueRemoved],
  compare: (base, revision, report) => {
    const [before, after] = [knownIn(base), knownIn(revision)];
    // Opening or closing an enum is a change of its own.
    if (before.length === 0 || after.length === 0) return;
    const { added, removed } = paired(before, after, ({ value }) => value);
    for (const { value, at } of added) report(knownValueAdded, value, before[0]?.at ?? base.at, at);
    for (const { value, at } of removed) report(knownValueRemoved, value, at, after[0]?.at ?? revision.at);
  },
};

function knownIn({ strings }: View): { value: string; at: Location }[] {
  return strings.flatMap(({ known = [], at }) => known.map((value) => ({ value, at: inside(at, "enum") })));
}

// `contentEncoding`, `contentMediaType` and `contentSchema`: what a string has inside, and how it is encoded.
const contentChanged = mutual<Moved<string> & { keyword: string }>(
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

const bytesNoted = mutual<{ from: string; to: string }>(
  rewords("bytes-noted", ({ from, to }) => `its bytes are described by ${to} instead of ${from}`),
);

export const contentRule: Rule<View> = {
  kinds: [bytesNoted, contentChanged, contentSchemaChanged, contentSchemaAdded, contentSchemaRemoved],
  compare: (base, revision, report) => {
    for (const keyword of ["contentEncoding", "contentMediaType"] as const) {
      const [from, to] = [base, revision].map(
        ({ strings }) => strings.map((string) => string[keyword]).find((value) => value !== null) ?? null,
      );
      const [before, after] = [base, revision].map(({ strings, at }) => inside(strings[0]?.at ?? at, keyword));
      if (from === undefined || to === undefined || before === undefined || after === undefined || from === to)
        continue;
      if (keyword === "contentMediaType" && (from === null || to === null) && isFile(from ?? to))
        report(bytesNoted, { from: from ?? "no media type", to: to ?? "no media type" }, before, after);
      else report(contentChanged, { keyword, from, to }, before, after);
    }
    const [was, is] = [contentSchemaIn(base), contentSchemaIn(revision)];
    if (canonicalOf(was) === canonicalOf(is)) return;
    const kind =
      was === undefined ? contentSchemaAdded : is === undefined ? contentSchemaRemoved : contentSchemaChanged;
    report(kind, undefined, ...insideBoth(stringIn(base), stringIn(revision), "contentSchema"));
  },
};

/** Whether it names what the bytes of a file are, which restricts no text as JSON does. */
function isFile(mediaType: string | null): boolean {
  return mediaType !== null && !isJson(mediaType);
}

/** OpenAPI 3.0 describes bytes by a format, 3.1 by the keywords of JSON Schema: where both say the same, without them. */
export function withSameBytes(base: View, revision: View, report: Report): readonly [View, View] {
  const [was, is] = [bytesIn(base), bytesIn(revision)];
  if (was === null || is === null || !areAlike(was, is) || was.as === is.as) return [base, revision];
  report(bytesNoted, { from: was.as, to: is.as }, was.at, is.at);
  return [withoutBytes(base), withoutBytes(revision)];
}

/** The same of whole bodies, which are bytes without a schema too. */
export function areSameBytes(base: Schema, revision: Schema, report: Report): boolean {
  const [was, is] = [base, revision].map((schema): Bytes | null => {
    if (schema.kind === "any") return { kind: "binary", as: "no schema", file: null, at: schema.at };
    const view = viewOf([schema], schema.at);
    return view.types.size === 1 ? bytesIn(view) : null;
  });
  if (was?.kind !== "binary" || is?.kind !== "binary" || !areAlike(was, is)) return false;
  if (was.as !== is.as) report(bytesNoted, { from: was.as, to: is.as }, was.at, is.at);
  return true;
}

interface Bytes {
  readonly kind: "base64" | "binary";
  /** `format byte` */
  readonly as: string;
  /** `image/png`; `null` where the kind of file is not stated. */
  readonly file: string | null;
  readonly at: Location;
}

/** Two kinds of files are not: `image/png` and `image/jpeg`. */
function areAlike(one: Bytes, other: Bytes): boolean {
  return one.kind === other.kind && (one.file === null || other.file === null || one.file === other.file);
}

/** `binary` is the content of a file, as it is. */
function bytesIn({ strings }: View): Bytes | null {
  const [string, ...more] = strings;
  if (string === undefined || more.length > 0) return null;
  const { format, contentEncoding: encoding, contentMediaType: type, at } = string;
  const isFormat = encoding === null && type === null;
  if (isFormat && format === "byte") return { kind: "base64", as: "format byte", file: null, at };
  if (isFormat && format === "binary") return { kind: "binary", as: "format binary", file: null, at };
  if (format !== null) return null;
  if (encoding === "base64") return { kind: "base64", as: "contentEncoding base64", file: null, at };
  const isBinary = encoding === null && isFile(type);
  const file = type === "application/octet-stream" ? null : type;
  return isBinary ? { kind: "binary", as: `contentMediaType ${type}`, file, at } : null;
}

function withoutBytes(view: View): View {
  const without = (string: StringSchema): StringSchema => ({
    ...string,
    format: null,
    contentEncoding: null,
    contentMediaType: string.contentEncoding === null ? null : string.contentMediaType,
  });
  return { ...view, strings: view.strings.map(without) };
}

function contentSchemaIn({ strings }: View): unknown {
  return strings.map(({ at }) => memberOf(valueAt(at), "contentSchema")).find((value) => value !== undefined);
}

function stringIn({ strings, at }: View): { readonly at: Location } {
  return { at: strings[0]?.at ?? at };
}

// A keyword with one value -> the rule that detects when it is set, changed or lifted.

/** `null` where the keyword is not set. */
type Moved<Value> = FromTo<Value | null>;

interface KeywordAspect<Keyword extends string, Value> {
  readonly keyword: Keyword;
  /** For fewer values than before, for more, and for others. */
  readonly kinds: readonly [Kind<Moved<Value>>, Kind<Moved<Value>>, Kind<Moved<Value>>];
  readonly schemasOf: (view: View) => readonly ({ readonly at: Location } & Readonly<Record<Keyword, Value | null>>)[];
  /** Whether everything that matches one value of the keyword matches the other. */
  readonly isWithin: (narrow: Value, wide: Value) => boolean;
}

export function keywordRule<Keyword extends string, Value>(aspect: KeywordAspect<Keyword, Value>): Rule<View> {
  const { keyword, kinds, schemasOf, isWithin } = aspect;
  const [tightened, loosened, changed] = kinds;
  const settingsOf = (view: View): { value: Value; at: Location }[] =>
    schemasOf(view).flatMap(({ at, [keyword]: value }) => (value === null ? [] : [{ value, at: inside(at, keyword) }]));
  return {
    kinds,
    compare: (base, revision, report) => {
      const pairedSettings = withLastPair(paired(settingsOf(base), settingsOf(revision), ({ value }) => String(value)));
      for (const { base: before, revision: after } of pairedSettings.both) {
        const [from, to] = [before.value, after.value];
        if (from === to) continue;
        const kind = isWithin(to, from) ? tightened : isWithin(from, to) ? loosened : changed;
        report(kind, { from, to }, before.at, after.at);
      }
      for (const { value, at } of pairedSettings.added)
        report(tightened, { from: null, to: value }, schemasOf(base)[0]?.at ?? base.at, at);
      for (const { value, at } of pairedSettings.removed)
        report(loosened, { from: value, to: null }, at, schemasOf(revision)[0]?.at ?? revision.at);
    },
  };
}
