// A schema and a valid value -> every place in the value that the schema describes, and how to change the value there.
import {
  type Applicable,
  arraysOf,
  elementSchemaOf,
  type Json,
  leavesFor,
  listedNames,
  matches,
  memberSchemaOf,
  type NamedSchema,
  objectsOf,
  optionsBelow,
  type Sample,
  type SampleOptions,
  type Schema,
  sampleOf as sampleWith,
  withDependents,
} from "waybill/description";

import { isList, isObject, type JsonObject, memberOf, type Path, withMember } from "./json.ts";

export interface Place extends Applicable {
  readonly path: Path;
  readonly schema: Schema;
  /** The value there; a sample where there is none or `null`. */
  readonly value: Json;
  /** Whether the value has the place: an optional member may be missing. */
  readonly isThere: boolean;
  /** The whole value with this at the place. */
  readonly put: (value: Json) => Json;
}

/** More places than any body that people write has; what is beyond is not varied. */
const mostPlaces = 3000;

/**
 * The places of `base`, outer ones first, members in the order of the description. Of an array the first element, and the
 * positions that have a schema of their own; missing optional members with a sample; nothing below a named schema that
 * repeats.
 */
export function* placesOf(root: Schema, base: Json, options: SampleOptions): Generator<Place> {
  const first: Start = { path: [], schema: root, value: base, isThere: true, put: (value) => value };
  let remainingPlaces = mostPlaces;
  for (const place of placesBelow(first, { root, options, named: new Set() })) {
    if (remainingPlaces === 0) return;
    remainingPlaces -= 1;
    yield place;
  }
}

/** All of them, without options. */
export function placesIn(root: Schema, base: Json): Place[] {
  return [...placesOf(root, base, {})];
}

type Start = Omit<Place, keyof Applicable>;

interface Walk {
  readonly root: Schema;
  readonly options: SampleOptions;
  readonly named: ReadonlySet<NamedSchema>;
}

function* placesBelow(start: Start, walk: Walk): Generator<Place> {
  const value = start.value === null ? (sampleFor(start, walk) ?? null) : start.value;
  const applicable = leavesFor(start.schema, value);
  if (applicable.named.some((each) => walk.named.has(each))) return;
  const place: Place = { ...start, ...applicable, value };
  yield place;
  const inner = { ...walk, named: new Set([...walk.named, ...applicable.named]) };
  for (const next of [...membersOf(place, inner), ...elementsOf(place, inner)]) yield* placesBelow(next, inner);
}

/** A value for a place that has none, with which the whole value is still valid. */
function sampleFor({ schema, path, put }: Pick<Start, "schema" | "path" | "put">, walk: Walk): Json | null {
  const sample = sampleOf(schema, optionsBelow({ known: walk.options.known }, path));
  return sample.ok && matches(walk.root, put(sample.value)) ? sample.value : null;
}

function membersOf(place: Place, walk: Walk): Start[] {
  const { path, schema, leaves, value, isThere } = place;
  if (!isObject(value)) return [];
  const objects = objectsOf(leaves);
  const names = new Set([...listedNames(objects), ...Object.keys(value)]);
  return [...names].flatMap((name): Start[] => {
    const memberValue = memberOf(value, name);
    const holder = memberValue === undefined ? withCompany(place, value, name) : value;
    const member = {
      path: [...path, name],
      schema: memberSchemaOf(objects, name, schema),
      put: (other: Json): Json => place.put(withMember(holder, name, other)),
    };
    if (memberValue !== undefined) return [{ ...member, value: memberValue, isThere }];
    const sample = sampleFor(member, walk);
    return sample === null ? [] : [{ ...member, value: sample, isThere: false }];
  });
}

/** The object with the members that a missing one would have to come with. */
function withCompany({ leaves, schema }: Place, object: JsonObject, name: string): JsonObject {
  const objects = objectsOf(leaves);
  const missing = withDependents(objects, [name]).filter((other) => other !== name && !Object.hasOwn(object, other));
  return missing.reduce((holder, other) => {
    const sample = sampleOf(memberSchemaOf(objects, other, schema));
    return sample.ok ? withMember(holder, other, sample.value) : holder;
  }, object);
}

function elementsOf({ path, schema, leaves, value, isThere, put }: Place, walk: Walk): Start[] {
  if (!isList(value)) return [];
  const arrays = arraysOf(leaves);
  const ownPositions = Math.max(0, ...arrays.map(({ prefixItems }) => prefixItems.length));
  return Array.from({ length: ownPositions + 1 }, (_, index) => index).flatMap((index): Start[] => {
    if (index > value.length) return [];
    const element = {
      path: [...path, index],
      schema: elementSchemaOf(arrays, index, schema),
      put: (other: Json): Json => put(value.toSpliced(index, 1, other)),
    };
    const elementValue = value[index];
    if (elementValue !== undefined) return [{ ...element, value: elementValue, isThere }];
    const sample = sampleFor(element, walk);
    return sample === null ? [] : [{ ...element, value: sample, isThere: false }];
  });
}

export function sampleOf(schema: Schema, options: SampleOptions = {}): Sample {
  return sampleWith(schema, { ...options, described: "scalars" });
}
