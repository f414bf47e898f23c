// A schema and a valid value -> the value with one place at an edge of what is still valid, or changed so that one keyword rejects it.
import {
  enumsOf,
  type Json,
  matches,
  numbersOf,
  optionsBelow,
  type SampleOptions,
  type Schema,
  type UnionSchema,
} from "waybill/description";
import { invalidLists, invalidObjects, validLists, validObjects } from "./container-variants.ts";
import { isList, isObject, type JsonType, jsonTypeOf, show } from "./json.ts";
import { type Place, placesOf, sampleOf } from "./places.ts";
import { invalidNumbers, invalidTexts, validNumbers, validTexts } from "./scalar-variants.ts";
import { changeOf, detailOf, type Variant, verified } from "./variant.ts";

/**
 * `base` with one place at an edge: exactly `minLength` and `maxLength` (in astral characters too), the bounds of numbers and
 * of counts, each member of an enum, the other boolean, null where it is allowed, another alternative of a union, unusual
 * texts of a format, an optional member left out or added, an undeclared member where that is allowed without
 * saying so. A place without any bound is not varied: an id must stay the id it is. `options` are those of the sample:
 * `known` is asked for members that are added. `base` has to match. Each has its `ordinary` value beside it: the same place one step from
 * the edge, or with its usual value.
 */
export function validVariants(schema: Schema, base: Json, options: SampleOptions = {}): Variant[] {
  return verified(schema, base, validChanges(schema, base, options), true);
}

function* validChanges(schema: Schema, base: Json, options: SampleOptions): Generator<Variant> {
  for (const place of placesOf(schema, base, options)) {
    const added = changeOf(place, { keyword: "optional", detail: "added", what: "added", value: place.value });
    if (!place.isThere) yield { ...added, ordinary: base };
    const usual = place.put(place.value);
    for (const change of changesAt(place, options)) {
      const { ordinary } = change;
      yield { ...change, ordinary: ordinary !== undefined && matches(schema, ordinary) ? ordinary : usual };
    }
  }
}

function* changesAt(place: Place, options: SampleOptions): Generator<Variant> {
  yield* enumChanges(place);
  if (typeof place.value === "string") yield* validTexts(place, place.value);
  if (typeof place.value === "number") yield* validNumbers(place, place.value);
  if (typeof place.value === "boolean") yield* booleanChanges(place, place.value);
  if (isList(place.value)) yield* validLists(place, place.value);
  if (isObject(place.value)) yield* validObjects(place, place.value);
  if (isBounded(place)) yield changeOf(place, { keyword: "null", what: "null", value: null });
  yield* unionChanges(place, options);
}

/** Whether the schema says which types the value may have. */
function isBounded({ leaves, unions }: Place): boolean {
  const isUntyped = unions.some(({ mode, members }) => mode === "types" && members.length === 6);
  return !isUntyped && leaves.some(({ kind }) => kind !== "any" && kind !== "not");
}

function* enumChanges(place: Place): Generator<Variant> {
  for (const value of enumsOf(place.leaves).flatMap(({ values }) => values)) {
    yield changeOf(place, { keyword: "enum", detail: detailOf(value), what: show(value), value });
  }
}

function* booleanChanges(place: Place, value: boolean): Generator<Variant> {
  yield changeOf(place, { keyword: "type", detail: String(!value), what: String(!value), value: !value });
}

/** A sample of each alternative that the value does not take. */
function* unionChanges(place: Place, options: SampleOptions): Generator<Variant> {
  for (const { mode, members } of place.unions) {
    if (mode === "types" && members.length === 6) continue;
    for (const [index, member] of members.entries()) {
      if (matches(member, place.value)) continue;
      const sample = sampleOf(member, optionsBelow(options, place.path));
      const keyword = mode === "types" ? "type" : mode;
      const what = `alternative ${index + 1} of ${members.length}`;
      if (sample.ok) yield changeOf(place, { keyword, detail: String(index + 1), what, value: sample.value });
    }
  }
}

/**
 * `base` with one place changed so that it is invalid by the variant's keyword and, as far as can be, by nothing else: three
 * wrong types for each place, members left out, lengths and bounds missed by one, near misses of formats, patterns and
 * enums, too few and too many elements and members, forbidden members. Optional members that `base` lacks are
 * added with the wrong value; `options` are those of the sample, and `known` is asked for the values around such a member.
 * `base` has to match.
 */
export function invalidVariants(schema: Schema, base: Json, options: SampleOptions = {}): Variant[] {
  return verified(schema, base, invalidChanges(schema, base, options), false);
}

function* invalidChanges(schema: Schema, base: Json, options: SampleOptions): Generator<Variant> {
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

/**
 * `base` with names of other lists in the place of one of an enum: each instead of it, and, in a list of names, a few beside it,
 * where a service could drop what it does not know. `candidates` is given the names that are allowed.
 */
export function foreignVariants(
  schema: Schema,
  base: Json,
  candidates: (allowedNames: readonly string[]) => readonly string[],
): Variant[] {
  return verified(schema, base, foreignChanges(schema, base, candidates), false);
}

/** So many names are also put beside a good one. */
const besides = 12;

function* foreignChanges(
  schema: Schema,
  base: Json,
  candidates: (allowedNames: readonly string[]) => readonly string[],
): Generator<Variant> {
  for (const place of placesOf(schema, base, {})) {
    const allowedNames = enumsOf(place.leaves).flatMap(({ values }) =>
      values.filter((value) => typeof value === "string"),
    );
    for (const name of allowedNames.length > 1 ? candidates(allowedNames) : []) {
      yield changeOf(place, {
        keyword: "enum",
        detail: `sibling-${name}`,
        what: `${show(name)}, of another list`,
        value: name,
      });
    }
    if (!isList(place.value)) continue;
    const [first] = place.value;
    const around: Place | undefined =
      first === undefined
        ? undefined
        : [...placesOf(schema, base, {})].find(({ path }) => path.join("/") === [...place.path, 0].join("/"));
    const listed = around === undefined ? [] : enumsOf(around.leaves).flatMap(({ values }) => values);
    const names = listed.filter((value) => typeof value === "string");
    for (const name of names.length > 1 ? candidates(names).slice(0, besides) : []) {
      const value = [...place.value, name];
      yield changeOf(place, {
        keyword: "items",
        detail: `beside-${name}`,
        what: `with ${show(name)}, of another list, beside it`,
        value,
      });
    }
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

const atPlace = 3;

/** Values of other JSON types that the schema rejects; first those that a lenient server would accept. */
function wrongTypes(place: Place): Variant[] {
  const wanted = isInteger(place) ? "an integer" : nameOf(jsonTypeOf(place.value));
  const refused = candidatesOf(place).filter((value) => !matches(place.schema, value) && isOtherType(place, value));
  return refused
    .filter((value, index) => refused.findIndex((other) => jsonTypeOf(other) === jsonTypeOf(value)) === index)
    .slice(0, atPlace)
    .map((value) => {
      const isFraction = typeof value === "number" && typeof place.value === "number";
      const detail = isFraction ? "fraction" : jsonTypeOf(value);
      const what = `${isFraction ? "a fraction" : nameOf(jsonTypeOf(value))} instead of ${wanted}`;
      return changeOf(place, { keyword: "type", detail, what, value });
    })
    .concat(otherSwitch(place));
}

/** `"true"` for a boolean that is false: a server may take one of the two texts for a boolean, and any other text for false. */
function otherSwitch(place: Place): Variant[] {
  if (typeof place.value !== "boolean") return [];
  const others: readonly Json[] = [String(!place.value), Number(!place.value)];
  return others
    .filter((value) => !matches(place.schema, value))
    .map((value) =>
      changeOf(place, { keyword: "type", detail: String(value), what: `${show(value)} instead of a boolean`, value }),
    );
}

function isInteger({ leaves }: Place): boolean {
  return numbersOf(leaves).some(({ integer }) => integer);
}

function isOtherType(place: Place, value: Json): boolean {
  return jsonTypeOf(value) !== jsonTypeOf(place.value) || (typeof value === "number" && isInteger(place));
}

/** One of each other type; what nearly fits in front. */
function candidatesOf(place: Place): Json[] {
  const { value } = place;
  switch (jsonTypeOf(value)) {
    case "string":
      return [null, 5, [value], {}, true];
    case "number":
      return [JSON.stringify(value), Math.trunc(Number(value)) + 0.5, null, [value], true, {}];
    case "boolean":
      return [JSON.stringify(value), Number(value), null, [value], {}];
    case "array":
      return [...(isList(value) ? value.slice(0, 1) : []), "text", null, {}, 5, true];
    case "object":
      return [[value], "text", null, 5, true];
    case "null":
      return ["", 0, {}, [], false];
  }
}

function nameOf(type: JsonType): string {
  if (type === "null") return "null";
  return `${type === "array" || type === "object" ? "an" : "a"} ${type}`;
}
