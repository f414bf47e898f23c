// The object leaves of a place -> an object that matches them, with the members that are required or with all.
import { type Json, matches, type NamedSchema, type ObjectSchema, type Schema } from "waybill/description";
import {
  isTacitlyOpen,
  largest,
  listedNames,
  memberSchemaOf,
  requiredNames,
  smallest,
  withDependents,
} from "./parts.ts";
import { type Sample, type SampleContext, sampleInside } from "./sample-context.ts";
import { patternTexts } from "./texts.ts";

export function objectSample(objects: readonly ObjectSchema[], schema: Schema, context: SampleContext): Sample {
  const members = new Map<string, Json>();
  const fill = (name: string): Sample => {
    const sample = sampleInside(memberSchemaOf(objects, name, schema), name, context);
    if (sample.ok) members.set(name, sample.value);
    return sample;
  };
  const required = withDependents(objects, requiredNames(objects));
  for (const name of required) {
    const sample = fill(name);
    if (!sample.ok) return sample;
  }
  const isGenerous = context.options.all === true && context.budget.left > 0;
  for (const { name, count } of optionalNames(objects, schema, isGenerous)) {
    const added = withDependents(objects, [name]).filter((each) => !members.has(each));
    if (members.size + added.length > count) continue;
    if (added.every((each) => fill(each).ok)) continue;
    for (const each of added) members.delete(each);
  }
  return { ok: true, value: inOrder(members, objects) };
}

interface OptionalName {
  readonly name: string;
  /** It is added while there are no more members than this with it. */
  readonly count: number;
}

/** Those listed, all of them or as many as there have to be; then others while there are too few. */
function optionalNames(objects: readonly ObjectSchema[], schema: Schema, isGenerous: boolean): OptionalName[] {
  const least = largest(objects.map(({ minProperties }) => minProperties)) ?? 0;
  const most = smallest(objects.map(({ maxProperties }) => maxProperties)) ?? Number.POSITIVE_INFINITY;
  const listed = listedNames(objects);
  // A map without an entry shows nothing of what it holds.
  const isMap = listed.length === 0 && !isTacitlyOpen(objects);
  const others = Math.max(least, isGenerous && isMap ? Math.min(1, most) : 0);
  return [
    ...(isGenerous || least > 0 ? allowedNames(listed, objects) : []).map((name) => ({
      name,
      count: isGenerous ? most : least,
    })),
    ...otherNames(objects, schema, others === 0 ? 0 : others + 10).map((name) => ({ name, count: others })),
  ];
}

/** Up to `count` names that no list of properties has and `propertyNames` allows, with those that patterns ask for. */
export function otherNames(objects: readonly ObjectSchema[], schema: Schema, count: number): string[] {
  const listed = new Set(listedNames(objects));
  const found = new Set<string>();
  for (const name of candidateNames(objects)) {
    if (found.size >= count) break;
    const isOther = !listed.has(name) && memberSchemaOf(objects, name, schema).kind !== "never";
    if (isOther && allowedNames([name], objects).length > 0) found.add(name);
  }
  return [...found];
}

function* candidateNames(objects: readonly ObjectSchema[]): Generator<string> {
  yield* ["key", "key2", "key3"];
  for (const { propertyNames } of objects) if (propertyNames !== null) yield* namesShownBy(propertyNames);
  for (const { patternProperties } of objects) yield* patternTexts(patternProperties.map(({ pattern }) => pattern));
  for (let index = 4; index <= 2 * mostNames; index += 1) yield `key${index}`;
}

const mostNames = 1000;

function allowedNames(names: readonly string[], objects: readonly ObjectSchema[]): string[] {
  const rules = objects.flatMap(({ propertyNames }) => propertyNames ?? []);
  return names.filter((name) => rules.every((rule) => matches(rule, name)));
}

/** Names that a rule for names shows itself. */
function namesShownBy(rule: Schema, seen: ReadonlySet<NamedSchema> = new Set()): string[] {
  switch (rule.kind) {
    case "enum":
      return rule.values.filter((value) => typeof value === "string");
    case "string":
      return rule.pattern === null ? ["k", "a", "b", "c"] : patternTexts([rule.pattern]);
    case "ref":
      return seen.has(rule.target) ? [] : namesShownBy(rule.target.schema, new Set([...seen, rule.target]));
    case "union":
    case "intersection":
      return rule.members.flatMap((member) => namesShownBy(member, seen));
    default:
      return [];
  }
}

/** Listed members are in the order of the description. */
function inOrder(members: ReadonlyMap<string, Json>, objects: readonly ObjectSchema[]): Json {
  const names = new Set([...listedNames(objects), ...members.keys()]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = members.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
