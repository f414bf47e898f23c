// A schema and a valid value -> the value with one place at an edge of what is still valid.
import { type Json, matches, type Schema } from "waybill/description";
import { examplesOf } from "./formats.ts";
import { isList, isObject, type JsonObject, show, withMember, withoutMember } from "./json.ts";
import { arraysOf, enumsOf, numbersOf, objectsOf, stringsOf } from "./leaves.ts";
import { longerList, mostElements } from "./lists.ts";
import { exact, highest, lowest, numberRulesOf } from "./numbers.ts";
import { otherNames } from "./object-sample.ts";
import { isTacitlyOpen, largest, memberSchemaOf, requiredNames, smallest } from "./parts.ts";
import { type Place, placesOf } from "./places.ts";
import { sampleOf } from "./sample.ts";
import { optionsBelow, type SampleOptions } from "./sample-context.ts";
import { textOfLength, textRulesOf } from "./texts.ts";
import { changeOf, counted, detailOf, type Variant, verified } from "./variant.ts";

/**
 * `base` with one place at an edge: exactly `minLength` and `maxLength` (in astral characters too), the bounds of numbers and
 * of counts, each member of an enum, the other boolean, null where it is allowed, another alternative of a union, unusual
 * texts of a format, an optional member left out or added, an undeclared member where that is allowed without
 * saying so. A place without any bound is not varied: an id must stay the id it is. `options` are those of the sample:
 * `known` is asked for members that are added. `base` has to match.
 */
export function validVariants(schema: Schema, base: Json, options: SampleOptions = {}): Variant[] {
  return verified(schema, base, changesOf(schema, base, options), true);
}

function* changesOf(schema: Schema, base: Json, options: SampleOptions): Generator<Variant> {
  for (const place of placesOf(schema, base, options)) {
    if (!place.isThere)
      yield changeOf(place, { keyword: "optional", detail: "added", what: "added", value: place.value });
    yield* enumChanges(place);
    if (typeof place.value === "string") yield* textChanges(place, place.value);
    if (typeof place.value === "number") yield* numberChanges(place, place.value);
    if (typeof place.value === "boolean") yield* booleanChanges(place, place.value);
    if (isList(place.value)) yield* listChanges(place, place.value);
    if (isObject(place.value)) yield* objectChanges(place, place.value);
    if (isBounded(place)) yield changeOf(place, { keyword: "null", what: "null", value: null });
    yield* unionChanges(place, options);
  }
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

function* textChanges(place: Place, text: string): Generator<Variant> {
  if (enumsOf(place.leaves).length > 0) return;
  const rules = textRulesOf(stringsOf(place.leaves));
  const { min, max, formats } = rules;
  if ((min ?? 0) === 0 && (min !== null || max !== null)) {
    yield changeOf(place, {
      keyword: min === null ? "maxLength" : "minLength",
      detail: "empty",
      what: "empty",
      value: "",
    });
  }
  for (const [keyword, length] of [
    ["minLength", min],
    ["maxLength", max],
  ] as const) {
    if (length === null || length === 0) continue;
    const value = textOfLength(rules, length, text);
    if (value !== null) yield changeOf(place, { keyword, what: `exactly ${counted(length, "character")}`, value });
    const astral = textOfLength(rules, length, text, "😀");
    const what = `exactly ${counted(length, "character")} outside the basic plane`;
    if (astral?.includes("😀")) yield changeOf(place, { keyword, detail: "astral", what, value: astral });
  }
  for (const format of formats) {
    for (const value of examplesOf(format)?.valid ?? []) {
      yield changeOf(place, { keyword: "format", what: `${format} ${show(value)}`, value });
    }
  }
}

function* numberChanges(place: Place, number: number): Generator<Variant> {
  const rules = numberRulesOf(numbersOf(place.leaves));
  const edge = (keyword: string, value: number): Variant => changeOf(place, { keyword, what: show(value), value });
  const [low, high] = [lowest(rules), highest(rules)];
  if (low !== null) yield edge(rules.low?.exclusive === true ? "exclusiveMinimum" : "minimum", low);
  if (high !== null) yield edge(rules.high?.exclusive === true ? "exclusiveMaximum" : "maximum", high);
  if (rules.formats.includes("int32")) for (const value of [2 ** 31 - 1, -(2 ** 31)]) yield edge("format", value);
  if (rules.factor !== null) yield edge("multipleOf", exact(number + rules.factor));
  const hasBounds = low !== null || high !== null || rules.factor !== null;
  if (hasBounds && !Number.isInteger(number)) yield { ...edge("type", Math.trunc(number)), detail: "integer" };
}

function* booleanChanges(place: Place, value: boolean): Generator<Variant> {
  yield changeOf(place, { keyword: "type", detail: String(!value), what: String(!value), value: !value });
}

function* listChanges(place: Place, list: readonly Json[]): Generator<Variant> {
  const arrays = arraysOf(place.leaves);
  const min = largest(arrays.map(({ minItems }) => minItems));
  const max = smallest(arrays.map(({ maxItems }) => maxItems));
  if ((min ?? 0) === 0 && (min !== null || max !== null)) {
    yield changeOf(place, {
      keyword: min === null ? "maxItems" : "minItems",
      detail: "empty",
      what: "empty",
      value: [],
    });
  }
  for (const [keyword, length] of [
    ["minItems", min],
    ["maxItems", max],
  ] as const) {
    if (length === null || length === 0 || length > mostElements) continue;
    const value = length <= list.length ? list.slice(0, length) : longerList(place, list, length);
    if (value !== null) yield changeOf(place, { keyword, what: `exactly ${counted(length, "element")}`, value });
  }
}

function* objectChanges(place: Place, object: JsonObject): Generator<Variant> {
  const objects = objectsOf(place.leaves);
  if (objects.length === 0) return;
  const required = new Set(requiredNames(objects));
  for (const name of Object.keys(object).filter((each) => !required.has(each) && place.isThere)) {
    const value = withoutMember(object, name);
    yield changeOf(place, { step: name, keyword: "optional", detail: "left-out", what: "left out", value });
  }
  const other = unknownName(place, object);
  if (other !== undefined && isTacitlyOpen(objects)) {
    const value = withMember(object, other, "unexpected");
    yield changeOf(place, {
      step: other,
      keyword: "additionalProperties",
      what: "an undeclared member",
      value,
    });
  }
  yield* countChanges(place, object);
}

function unknownName({ leaves, schema }: Place, object: JsonObject): string | undefined {
  const others = otherNames(objectsOf(leaves), schema, Object.keys(object).length + 1);
  return ["unexpected", ...others].find((name) => !Object.hasOwn(object, name));
}

/** The fewest and the most members allowed. */
function* countChanges(place: Place, object: JsonObject): Generator<Variant> {
  const objects = objectsOf(place.leaves);
  const min = largest(objects.map(({ minProperties }) => minProperties));
  const max = smallest(objects.map(({ maxProperties }) => maxProperties));
  const required = new Set(requiredNames(objects));
  const entries = Object.entries(object).sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  if (min !== null && min < entries.length) {
    const value = Object.fromEntries(entries.slice(0, min));
    yield changeOf(place, { keyword: "minProperties", what: `exactly ${counted(min, "member")}`, value });
  }
  if (max === null || max > mostElements || max <= entries.length) return;
  const more = otherNames(objects, place.schema, max)
    .filter((name) => !Object.hasOwn(object, name))
    .slice(0, max - entries.length)
    .flatMap((name): [string, Json][] => {
      const sample = sampleOf(memberSchemaOf(objects, name, place.schema));
      return sample.ok ? [[name, sample.value]] : [];
    });
  const value = Object.fromEntries([...entries, ...more]);
  yield changeOf(place, { keyword: "maxProperties", what: `exactly ${counted(max, "member")}`, value });
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
