// `contentEncoding`, `contentMediaType` and `contentSchema`: what a string has inside, and how it is encoded.
import { type Location, valueAt } from "../../../model/place.ts";
import type { Schema, StringSchema } from "../../../model/schema.ts";
import {
  breaks,
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

/** OpenAPI 3.0 describes bytes by a format, 3.1 by the keywords of JSON Schema: where both say the same, without them. */
export function withSameBytes(base: View, revision: View, report: Report): readonly [View, View] {
  const [was, is] = [bytesIn(base), bytesIn(revision)];
  if (was === null || is === null || was.kind !== is.kind || was.as === is.as) return [base, revision];
  report(bytesNoted, { from: was.as, to: is.as }, was.at, is.at);
  return [withoutBytes(base), withoutBytes(revision)];
}

/** The same of whole bodies, which are bytes without a schema too. */
export function areSameBytes(base: Schema, revision: Schema, report: Report): boolean {
  const [was, is] = [base, revision].map((schema): Bytes | null => {
    if (schema.kind === "any") return { kind: "binary", as: "no schema", at: schema.at };
    const view = viewOf([schema], schema.at);
    return view.types.size === 1 ? bytesIn(view) : null;
  });
  if (was?.kind !== "binary" || is?.kind !== "binary") return false;
  if (was.as !== is.as) report(bytesNoted, { from: was.as, to: is.as }, was.at, is.at);
  return true;
}

interface Bytes {
  readonly kind: "base64" | "binary";
  /** `format byte` */
  readonly as: string;
  readonly at: Location;
}

/** `binary` is the content of a file, as it is. */
function bytesIn({ strings }: View): Bytes | null {
  const [string, ...more] = strings;
  if (string === undefined || more.length > 0) return null;
  const { format, contentEncoding: encoding, contentMediaType: type, at } = string;
  const isFormat = encoding === null && type === null;
  if (isFormat && format === "byte") return { kind: "base64", as: "format byte", at };
  if (isFormat && format === "binary") return { kind: "binary", as: "format binary", at };
  if (format !== null) return null;
  if (encoding === "base64") return { kind: "base64", as: "contentEncoding base64", at };
  const isBinary = encoding === null && type === "application/octet-stream";
  return isBinary ? { kind: "binary", as: `contentMediaType ${type}`, at } : null;
}

function withoutBytes(view: View): View {
  const without = (string: StringSchema): StringSchema => ({
    ...string,
    format: null,
    contentEncoding: null,
    contentMediaType: string.contentMediaType === "application/octet-stream" ? null : string.contentMediaType,
  });
  return { ...view, strings: view.strings.map(without) };
}

function contentSchemaIn({ strings }: View): unknown {
  return strings.map(({ at }) => fieldOf(valueAt(at), "contentSchema")).find((value) => value !== undefined);
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
}

function stringIn({ strings, at }: View): { readonly at: Location } {
  return { at: strings[0]?.at ?? at };
}
