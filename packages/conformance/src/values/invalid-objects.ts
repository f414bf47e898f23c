// A place with an object -> objects without what they need, with what they may not have, or with too few or too many members.
import { type Json, matches, type ObjectSchema } from "waybill/description";
import { type JsonObject, show, withMember, withoutMember } from "./json.ts";
import { objectsOf } from "./leaves.ts";
import { mostElements } from "./lists.ts";
import { otherNames } from "./object-sample.ts";
import { largest, listedNames, memberSchemaOf, requiredNames, smallest } from "./parts.ts";
import type { Place } from "./places.ts";
import { sampleOf } from "./sample.ts";
import { changeOf, counted, type Variant } from "./variant.ts";

export function* invalidObjects(place: Place, object: JsonObject): Generator<Variant> {
  const objects = objectsOf(place.leaves);
  for (const name of requiredNames(objects)) {
    const value = withoutMember(object, name);
    yield changeOf(place, { step: name, keyword: "required", what: "left out", value });
  }
  yield* missingDependents(place, object, objects);
  yield* forbiddenMembers(place, object, objects);
  yield* badNames(place, object, objects);
  yield* miscounted(place, object, objects);
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
    yield changeOf(place, {
      step: name,
      keyword: "additionalProperties",
      detail,
      what: "an undeclared member",
      value,
    });
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
  const candidates = [
    "",
    `${known} `,
    known.toUpperCase(),
    known.toLowerCase(),
    "!",
    known.repeat(40),
    "x".repeat(1000),
  ];
  const name = candidates.find((each) => rules.some((rule) => !matches(rule, each)));
  if (name === undefined) return;
  const sample = sampleOf(memberSchemaOf(objects, name, place.schema));
  const member: Json = first?.[1] ?? (sample.ok ? sample.value : "text");
  // Instead of an entry that may go, so that the count stays what it is.
  const required = new Set(requiredNames(objects));
  const kept = first === undefined || required.has(known) ? entries : entries.slice(1);
  const value = Object.fromEntries([...kept, [name, member]]);
  yield changeOf(place, {
    step: name,
    keyword: "propertyNames",
    what: `a name that is not allowed: ${show(name)}`,
    value,
  });
}

function* miscounted(place: Place, object: JsonObject, objects: readonly ObjectSchema[]): Generator<Variant> {
  const min = largest(objects.map(({ minProperties }) => minProperties));
  const max = smallest(objects.map(({ maxProperties }) => maxProperties));
  const required = new Set(requiredNames(objects));
  const entries = Object.entries(object).sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  if (min !== null && min > 0) {
    const value = Object.fromEntries(entries.slice(0, min - 1));
    const what = min === 1 ? "empty" : `fewer than ${counted(min, "member")}`;
    yield changeOf(place, { keyword: "minProperties", what, value });
  }
  if (max === null || max >= mostElements) return;
  const absent = [...listedNames(objects), ...otherNames(objects, place.schema, max + 1)].filter(
    (name) => !Object.hasOwn(object, name),
  );
  const more = absent.flatMap((name): [string, Json][] => {
    const sample = sampleOf(memberSchemaOf(objects, name, place.schema));
    return sample.ok ? [[name, sample.value]] : [];
  });
  const value = Object.fromEntries([...entries, ...more.slice(0, max + 1 - entries.length)]);
  yield changeOf(place, { keyword: "maxProperties", what: `more than ${counted(max, "member")}`, value });
}
