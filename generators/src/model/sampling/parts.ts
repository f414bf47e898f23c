// The object and array leaves of a place -> the schemas of what is inside it, and the bounds that hold together.

import { type Effort, matcherOf } from "../patterns/matcher.ts";
import type { ArraySchema, ObjectSchema, Property, Schema } from "../schema.ts";

/** One schema for all that is said of a place; what says nothing is left out. */
export function allOf(schemas: readonly Schema[], outer: Schema): Schema {
  const constrained = schemas.filter((schema) => schema.kind !== "any");
  const [first = schemas[0], ...others] = constrained;
  if (first === undefined) return { kind: "any", at: outer.at, annotations: outer.annotations };
  return others.length === 0
    ? first
    : { kind: "intersection", members: constrained, at: first.at, annotations: first.annotations };
}

/** What a member of this name has to match. */
export function memberSchemaOf(objects: readonly ObjectSchema[], name: string, outer: Schema): Schema {
  const schemas = objects.flatMap((object) => schemasOfName(object, name));
  return allOf(schemas, outer);
}

function schemasOfName({ properties, patternProperties, additional }: ObjectSchema, name: string): Schema[] {
  const speaking = [
    ...properties.filter((property) => property.name === name),
    ...patternProperties.filter(({ pattern }) => isMatch(pattern, name)),
  ];
  return speaking.length === 0 ? [additional] : speaking.map(({ schema }) => schema);
}

/** What the element at an index has to match. */
export function elementSchemaOf(arrays: readonly ArraySchema[], index: number, outer: Schema): Schema {
  const schemas = arrays.map((array) => array.prefixItems[index] ?? array.items);
  return allOf(schemas, outer);
}

/** The names that `properties` list, in order, each once; in a request without those of `readOnly` members. */
export function listedNames(objects: readonly ObjectSchema[]): string[] {
  return [...new Set(objects.flatMap(({ properties }) => properties.filter(isSent).map(({ name }) => name)))];
}

/** A `readOnly` member is not sent in a request, a `writeOnly` one not in a response. */
export function isSent({ unsent }: Property): boolean {
  return unsent !== true;
}

/** The names of required members, in order. */
export function requiredNames(objects: readonly ObjectSchema[]): string[] {
  const isRequired = ({ required }: Property): boolean => required;
  const named = objects.flatMap(({ properties }) => properties.filter(isRequired).map(({ name }) => name));
  return [...new Set([...named, ...objects.flatMap(({ requiredElsewhere }) => requiredElsewhere)])];
}

/** `names` and those that their presence requires in turn. */
export function withDependents(objects: readonly ObjectSchema[], names: readonly string[]): string[] {
  const rules = objects.flatMap(({ dependentRequired }) => dependentRequired);
  const expandedNames = new Set(names);
  // A set is walked in the order of insertion, what is added on the way included.
  for (const name of expandedNames) {
    for (const rule of rules) if (rule.name === name) for (const other of rule.requires) expandedNames.add(other);
  }
  return [...expandedNames];
}

/** Unlisted members are allowed, without the description saying so. */
export function isImplicitlyOpen(objects: readonly ObjectSchema[]): boolean {
  return objects.length > 0 && objects.every((object) => !object.additionalStated && object.additional.kind === "any");
}

/** The largest of lower bounds; `null` when there is none. */
export function largest(bounds: readonly (number | null)[]): number | null {
  const stated = bounds.filter((bound) => bound !== null);
  return stated.length === 0 ? null : Math.max(...stated);
}

/** The smallest of upper bounds; `null` when there is none. */
export function smallest(bounds: readonly (number | null)[]): number | null {
  const stated = bounds.filter((bound) => bound !== null);
  return stated.length === 0 ? null : Math.min(...stated);
}

// A pattern of the description and a text -> whether they match, in steps that are counted: neither keeps a run busy.

/** More than any pattern takes that a person writes, and any text that is sent. */
const steps = 20_000_000;

export function effort(): Effort {
  return { left: steps };
}

/** `false` where the steps do not suffice. */
export function isMatch(pattern: string, text: string): boolean {
  return matcherOf(pattern).test(text, effort()) === true;
}
