// A place with an array or an object -> the same at the limits of its size; too small or too large; and with elements or members
// that are missing, repeated or not allowed.
import {
  type ArraySchema,
  arraysOf,
  elementSchemaOf,
  isImplicitlyOpen,
  type Json,
  largest,
  listedNames,
  matches,
  memberSchemaOf,
  neighboursOf,
  type ObjectSchema,
  objectsOf,
  otherNames,
  requiredNames,
  type Sample,
  smallest,
} from "waybill/description";
import { canonical, type JsonObject, show, withMember, withoutMember } from "./json.ts";
import { type Place, sampleOf } from "./places.ts";
import { atLimits, beyondLimits, changeOf, type Sized, type Variant } from "./variant.ts";

export function* validLists(place: Place, list: readonly Json[]): Generator<Variant> {
  yield* atLimits(place, listSizeOf(place, list, arraysOf(place.leaves)), []);
}

export function* invalidLists(place: Place, list: readonly Json[]): Generator<Variant> {
  const arrays = arraysOf(place.leaves);
  const size = listSizeOf(place, list, arrays);
  yield* beyondLimits(place, size);
  const [first] = list;
  if (first !== undefined && arrays.some(({ uniqueItems }) => uniqueItems)) {
    const value = size.max !== null && list.length >= size.max ? [first, ...list.slice(0, -1)] : [...list, first];
    yield changeOf(place, { keyword: "uniqueItems", what: "a duplicate element", value });
  }
  if (elementSchemaOf(arrays, list.length, place.schema).kind === "never") {
    const value = [...list, "unexpected"];
    yield changeOf(place, { keyword: "items", what: "one element too many", value });
  }
  yield* miscounted(place, list);
}

/** Too few and too many elements of those that `contains` counts. */
function* miscounted(place: Place, list: readonly Json[]): Generator<Variant> {
  const arrays = arraysOf(place.leaves);
  for (const { contains } of arrays) {
    if (contains === null) continue;
    const matchingElements = list.filter((element) => matches(contains.schema, element));
    const value = list.flatMap((element, index) => {
      if (!matches(contains.schema, element)) return [element];
      for (const other of neighboursOf(elementSchemaOf(arrays, index, place.schema), element)) {
        if (!matches(contains.schema, other)) return [other];
      }
      return [];
    });
    yield changeOf(place, { keyword: "contains", what: "without the element it has to contain", value });
    const [one] = matchingElements;
    if (contains.max === null || contains.max > mostElements || one === undefined) continue;
    const more = Array.from({ length: contains.max + 1 - matchingElements.length }, () => one);
    const what = `more than ${contains.max} of the elements it may contain`;
    yield changeOf(place, { keyword: "maxContains", what, value: [...list, ...more] });
  }
}

function listSizeOf(place: Place, list: readonly Json[], arrays: readonly ArraySchema[]): Sized {
  return {
    noun: "element",
    keywords: ["minItems", "maxItems"],
    min: largest(arrays.map(({ minItems }) => minItems)),
    max: smallest(arrays.map(({ maxItems }) => maxItems)),
    resized: (length) => {
      if (length <= list.length) return list.slice(0, length);
      return length > mostElements ? null : longerList(place, list, length);
    },
  };
}

/** Longer arrays show nothing new, and servers reject them for their size. */
const mostElements = 1000;

/** `list` with elements added until there are `length`, all different where they have to be; `null` when that fails. */
function longerList(place: Place, list: readonly Json[], length: number): Json[] | null {
  const arrays = arraysOf(place.leaves);
  const schema = elementSchemaOf(arrays, list.length, place.schema);
  const hasPositions = arrays.some(({ prefixItems }) => prefixItems.length >= list.length);
  const last = hasPositions ? undefined : list.at(-1);
  const sample: Sample = last === undefined ? sampleOf(schema) : { ok: true, value: last };
  if (!sample.ok) return null;
  const isUnique = arrays.some(({ uniqueItems }) => uniqueItems);
  if (!isUnique) return [...list, ...Array.from({ length: length - list.length }, () => sample.value)];
  const usedValues = new Set(list.map(canonical));
  const longer = [...list];
  const add = (element: Json): void => {
    if (!usedValues.has(canonical(element))) longer.push(element);
    usedValues.add(canonical(element));
  };
  add(sample.value);
  for (const element of neighboursOf(schema, sample.value)) {
    if (longer.length >= length) break;
    add(element);
  }
  return longer.length < length ? null : longer;
}

export function* validObjects(place: Place, object: JsonObject): Generator<Variant> {
  const objects = objectsOf(place.leaves);
  if (objects.length === 0) return;
  const required = new Set(requiredNames(objects));
  for (const name of Object.keys(object).filter((each) => !required.has(each) && place.isThere)) {
    const value = withoutMember(object, name);
    yield changeOf(place, { step: name, keyword: "optional", detail: "left-out", what: "left out", value });
  }
  const other = unknownName(place, object);
  if (other !== undefined && isImplicitlyOpen(objects)) {
    const value = withMember(object, other, "unexpected");
    yield changeOf(place, { step: other, keyword: "additionalProperties", what: "an undeclared member", value });
  }
  yield* atLimits(place, objectSizeOf(place, object, []));
}

function unknownName({ leaves, schema }: Place, object: JsonObject): string | undefined {
  const others = otherNames(objectsOf(leaves), schema, Object.keys(object).length + 1);
  return ["unexpected", ...others].find((name) => !Object.hasOwn(object, name));
}

export function* invalidObjects(place: Place, object: JsonObject): Generator<Variant> {
  const objects = objectsOf(place.leaves);
  for (const name of requiredNames(objects)) {
    const value = withoutMember(object, name);
    yield changeOf(place, { step: name, keyword: "required", what: "left out", value });
  }
  yield* missingDependents(place, object, objects);
  yield* forbiddenMembers(place, object, objects);
  yield* badNames(place, object, objects);
  yield* beyondLimits(place, objectSizeOf(place, object, listedNames(objects)));
}

/** A member without those that its presence requires. */
function* missingDependents(place: Place, object: JsonObject, objects: readonly ObjectSchema[]): Generator<Variant> {
  for (const { name, requires } of objects.flatMap(({ dependentRequired }) => dependentRequired)) {
    const sample = Object.hasOwn(object, name) ? null : sampleOf(memberSchemaOf(objects, name, place.schema));
    if (sample?.ok === false) continue;
    const holder = sample === null ? object : withMember(object, name, sample.value);
    for (const other of requires) {
      const what = `left out, though ${name} is there`;
      yield changeOf(place, { step: other, keyword: "dependentRequired", what, value: withoutMember(holder, other) });
    }
  }
}

/** Members that no schema describes, where there may be none, and described ones that nothing matches. */
function* forbiddenMembers(place: Place, object: JsonObject, objects: readonly ObjectSchema[]): Generator<Variant> {
  const listed = listedNames(objects);
  for (const name of listed.filter((each) => !Object.hasOwn(object, each))) {
    if (sampleOf(memberSchemaOf(objects, name, place.schema)).ok) continue;
    const value = withMember(object, name, "unexpected");
    yield changeOf(place, { step: name, keyword: "not", what: "present although never allowed", value });
  }
  if (!objects.some(({ additional }) => additional.kind === "never")) return;
  const slip = listed.map(otherCase).find((name) => !listed.includes(name));
  const names = [["unexpected", undefined], ...(slip === undefined ? [] : ([[slip, "case"]] as const))] as const;
  for (const [name, detail] of names) {
    const value = withMember(object, name, "unexpected");
    const what = "an undeclared member";
    yield changeOf(place, { step: name, keyword: "additionalProperties", detail, what, value });
  }
}

/** `firstName` -> `first_name`, `first_name` -> `firstName`: the slip between two habits. */
function otherCase(name: string): string {
  if (name.includes("_")) return name.replace(/_+([a-z])/gi, (_, letter: string) => letter.toUpperCase());
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** An entry under a name that `propertyNames` rejects. */
function* badNames(place: Place, object: JsonObject, objects: readonly ObjectSchema[]): Generator<Variant> {
  const rules = objects.flatMap(({ propertyNames }) => propertyNames ?? []);
  const entries = Object.entries(object);
  const [first] = entries;
  const known = first?.[0] ?? "key";
  const spellings = [`${known} `, known.toUpperCase(), known.toLowerCase()];
  const candidates = ["", ...spellings, "!", known.repeat(40), "x".repeat(1000)];
  const name = candidates.find((each) => rules.some((rule) => !matches(rule, each)));
  if (name === undefined) return;
  const sample = sampleOf(memberSchemaOf(objects, name, place.schema));
  const member: Json = first?.[1] ?? (sample.ok ? sample.value : "text");
  // Instead of an entry that may go, so that the count stays what it is.
  const required = new Set(requiredNames(objects));
  const retainedEntries = first === undefined || required.has(known) ? entries : entries.slice(1);
  const value = Object.fromEntries([...retainedEntries, [name, member]]);
  const what = `a name that is not allowed: ${show(name)}`;
  yield changeOf(place, { step: name, keyword: "propertyNames", what, value });
}

/** `preferred`: names of members to add before any others. */
function objectSizeOf({ leaves, schema }: Place, object: JsonObject, preferred: readonly string[]): Sized {
  const objects = objectsOf(leaves);
  const required = new Set(requiredNames(objects));
  const entries = Object.entries(object).sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  const added = (count: number): [string, Json][] =>
    [...preferred, ...otherNames(objects, schema, count)]
      .filter((name) => !Object.hasOwn(object, name))
      .flatMap((name): [string, Json][] => {
        const sample = sampleOf(memberSchemaOf(objects, name, schema));
        return sample.ok ? [[name, sample.value]] : [];
      });
  return {
    noun: "member",
    keywords: ["minProperties", "maxProperties"],
    min: largest(objects.map(({ minProperties }) => minProperties)),
    max: smallest(objects.map(({ maxProperties }) => maxProperties)),
    resized: (count) => {
      if (count <= entries.length) return Object.fromEntries(entries.slice(0, count));
      return count > mostElements ? null : Object.fromEntries([...entries, ...added(count)].slice(0, count));
    },
  };
}
