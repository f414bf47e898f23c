// The objects that apply to one value -> one object: the schemas of each member, from all of them.
import { unicodePatternOf } from "../../model/analysis/unicode-patterns.ts";
import { matcherOf } from "../../model/patterns/matcher.ts";
import type { Location } from "../../model/place.ts";
import type { ObjectSchema, Property, Schema } from "../../model/schema.ts";
import type { View } from "./view.ts";

export interface ObjectView {
  readonly at: Location;
  /** The members in `properties`, except those that are not sent in this direction. */
  readonly members: ReadonlyMap<string, MemberView>;
  readonly required: ReadonlySet<string>;
  /** Listed, but not sent in this direction: by none of the objects that list it. */
  readonly unsent: ReadonlySet<string>;
  readonly objects: readonly ObjectSchema[];
  /** The schemas of unlisted members. */
  readonly additional: readonly Schema[];
  /** Whether the description states it. */
  readonly isStated: boolean;
  readonly patterns: ReadonlyMap<string, readonly Schema[]>;
  readonly names: readonly Schema[];
}

export interface MemberView {
  readonly at: Location;
  readonly schemas: readonly Schema[];
}

export function objectViewOf({ objects, rests, at }: View): ObjectView {
  const listed = objects.flatMap((object) => object.properties);
  const isSaid = objects.some((object) => object.additionalStated);
  const rest = isSaid ? [] : rests.flatMap(({ properties }) => (properties === null ? [] : [properties]));
  const members = membersOf(objects, listed);
  return {
    at: objects[0]?.at ?? at,
    members,
    required: new Set([
      ...listed.filter((property) => property.required).map((property) => property.name),
      ...objects.flatMap((object) => object.requiredElsewhere),
    ]),
    unsent: new Set(listed.map(({ name }) => name).filter((name) => !members.has(name))),
    objects,
    additional: [...objects.map((object) => object.additional), ...rest],
    isStated: isSaid || rest.length > 0,
    patterns: patternsOf(objects),
    names: objects.flatMap(({ propertyNames }) => (propertyNames === null ? [] : [propertyNames])),
  };
}

function membersOf(objects: readonly ObjectSchema[], listed: readonly Property[]): Map<string, MemberView> {
  const members = new Map<string, MemberView>();
  const listedIn = new Map(
    objects.map((object) => [object, new Map(object.properties.map((each) => [each.name, each]))]),
  );
  for (const { name, at, unsent } of listed) {
    if (unsent === true || members.has(name)) continue;
    const schemas = objects.flatMap((object) => {
      const listedProperty = listedIn.get(object)?.get(name);
      return listedProperty === undefined
        ? unlistedIn(object, name)
        : [listedProperty.schema, ...matchingIn(object, name)];
    });
    members.set(name, { at, schemas });
  }
  return members;
}

/** The schemas of an unlisted member. */
export function unlisted(view: ObjectView, name: string): readonly Schema[] {
  const unlistedSchemas = view.objects.flatMap((object) => unlistedIn(object, name));
  return [...unlistedSchemas, ...view.additional.slice(view.objects.length)];
}

function unlistedIn(object: ObjectSchema, name: string): Schema[] {
  const matching = matchingIn(object, name);
  return matching.length > 0 ? matching : [object.additional];
}

function matchingIn({ patternProperties }: ObjectSchema, name: string): Schema[] {
  return patternProperties.filter(({ pattern }) => matcherFor(pattern)(name)).map(({ schema }) => schema);
}

function patternsOf(objects: readonly ObjectSchema[]): Map<string, Schema[]> {
  const patterns = new Map<string, Schema[]>();
  for (const { pattern, schema } of objects.flatMap((object) => object.patternProperties))
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), schema]);
  return patterns;
}

const mostSteps = 100_000;

/** Patterns and names are untrusted, so the effort is limited: a pattern that is invalid, or takes too long, matches nothing. */
function matcherFor(pattern: string): (name: string) => boolean {
  const readable = unicodePatternOf(pattern);
  if (readable === null) return () => false;
  const matcher = matcherOf(readable);
  return (name) => matcher.test(name, { left: mostSteps }) === true;
}

/** Whether unlisted members are forbidden. */
export function isClosed(additional: readonly Schema[]): boolean {
  return additional.some((schema) => (schema.kind === "ref" ? schema.target.schema : schema).kind === "never");
}
