// A schema and a valid value -> the value with one place changed so that one keyword rejects it.
import { type Json, matches, type Schema, type UnionSchema } from "waybill/description";
import { invalidLists } from "./invalid-lists.ts";
import { invalidNumbers } from "./invalid-numbers.ts";
import { invalidObjects } from "./invalid-objects.ts";
import { invalidTexts } from "./invalid-texts.ts";
import { isList, isObject, show } from "./json.ts";
import { enumsOf } from "./leaves.ts";
import { type Place, placesOf } from "./places.ts";
import { sampleOf } from "./sample.ts";
import type { SampleOptions } from "./sample-context.ts";
import { changeOf, type Variant, verified } from "./variant.ts";
import { wrongTypes } from "./wrong-types.ts";

/**
 * `base` with one place changed so that it is invalid by the variant's keyword and, as far as can be, by nothing else: three
 * wrong types for each place, members left out, lengths and bounds missed by one, near misses of formats, patterns and
 * enums, too few and too many elements and members, forbidden members. Optional members that `base` lacks are
 * added with the wrong value; `options` are those of the sample, and `known` is asked for the values around such a member.
 * `base` has to match.
 */
export function invalidVariants(schema: Schema, base: Json, options: SampleOptions = {}): Variant[] {
  return verified(schema, base, changesOf(schema, base, options), false);
}

function* changesOf(schema: Schema, base: Json, options: SampleOptions): Generator<Variant> {
  for (const place of placesOf(schema, base, options)) {
    yield* wrongTypes(place);
    yield* unlistedValues(place);
    if (typeof place.value === "string") yield* invalidTexts(place, place.value);
    if (typeof place.value === "number") yield* invalidNumbers(place, place.value);
    if (isList(place.value)) yield* invalidLists(place, place.value);
    if (isObject(place.value)) yield* invalidObjects(place, place.value);
    yield* excludedValues(place);
    for (const union of place.unions) yield* ambiguousValues(place, union);
  }
}

/** Near misses of `enum` and `const`: values that pass a check that ignores case or spaces, and unlisted ones. */
function* unlistedValues(place: Place): Generator<Variant> {
  for (const { values } of enumsOf(place.leaves)) {
    const keyword = values.length === 1 ? "const" : "enum";
    for (const [detail, what, value] of nearMisses(place.value, values)) {
      yield changeOf(place, { keyword, detail, what: `${what}: ${show(value)}`, value });
    }
  }
}

function nearMisses(value: Json, values: readonly Json[]): (readonly [detail: string, what: string, value: Json])[] {
  if (typeof value === "boolean") return [["other", "the other value", !value]];
  if (typeof value === "number") {
    const numbers = values.filter((each) => typeof each === "number");
    return [["other", "a value that is not listed", Math.max(...numbers) + 1]];
  }
  if (typeof value !== "string") return [];
  const upper = value.toUpperCase();
  return [
    ["case", "in a different case", upper === value ? value.toLowerCase() : upper],
    ["blank", "with a trailing space", `${value} `],
    ["other", "a value that is not listed", `${value}_X`],
  ];
}

/** A value of the schema in `not`. */
function* excludedValues(place: Place): Generator<Variant> {
  for (const leaf of place.leaves) {
    const sample = leaf.kind === "not" ? sampleOf(leaf.schema) : null;
    if (sample?.ok !== true) continue;
    const value = isObject(sample.value) && isObject(place.value) ? { ...place.value, ...sample.value } : sample.value;
    yield changeOf(place, { keyword: "not", what: `what "not" excludes: ${show(value)}`, value });
  }
}

/** What two alternatives of `oneOf` take at once: the members of both. */
function* ambiguousValues(place: Place, { mode, members }: UnionSchema): Generator<Variant> {
  if (mode !== "oneOf" || !isObject(place.value)) return;
  for (const [index, member] of members.entries()) {
    if (matches(member, place.value)) continue;
    const sample = sampleOf(member);
    if (!sample.ok || !isObject(sample.value)) continue;
    const value = { ...sample.value, ...place.value };
    if (members.filter((each) => matches(each, value)).length < 2) continue;
    const what = `alternative ${index + 1} of ${members.length} as well`;
    yield changeOf(place, { keyword: "oneOf", detail: String(index + 1), what, value });
  }
}
