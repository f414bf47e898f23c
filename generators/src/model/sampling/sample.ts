// A schema -> one plausible value that matches it, the same at every call, or the reason why there is none. The one sampler:
// plugins, samples and mocks take what it makes, the conformance kit sends it.
import type { Example } from "../http.ts";
import { displayOf, type Location } from "../place.ts";
import type { ArraySchema, Json, NamedSchema, ObjectSchema, Schema } from "../schema.ts";
import { describedPartOf } from "../values/described-part.ts";
import { canonical, isList } from "../values/equality.ts";
import { matches } from "../values/matching.ts";
import { arraysOf, enumsOf, numbersOf, objectsOf, stringsOf, typesOf, type Way, waysOf } from "./leaves.ts";
import { allowedNames, neighboursOf, otherNames } from "./neighbours.ts";
import { isObject, numberRulesOf, numbersFor, type Path, type Random, randomNumbers, randomOf } from "./numbers.ts";
import {
  allOf,
  elementSchemaOf,
  isImplicitlyOpen,
  largest,
  listedNames,
  memberSchemaOf,
  requiredNames,
  smallest,
  withDependents,
} from "./parts.ts";
import { textRulesOf, textsFor } from "./texts.ts";

/** A place in a value that is being made, and its schema. */
export interface ValuePlace {
  readonly path: Path;
  readonly schema: Schema;
}

export interface SampleOptions {
  /** Asked first at every place; a response that does not match the schema there is passed over. */
  readonly known?: ((place: ValuePlace) => Json | undefined) | undefined;
  /** Optional members too; without it only required ones. */
  readonly all?: boolean | undefined;
  /** The examples of the media type, parameter or header that has the schema: the first that matches is the value. */
  readonly examples?: readonly Example[] | undefined;
  /**
   * Which examples and defaults of the description count: `all` (default); those of `scalars` and lists of scalars, while
   * objects are made member by member; or `none`.
   */
  readonly described?: "all" | "scalars" | "none" | undefined;
  /**
   * A value of its own for each seed, where the schema leaves a choice and no example decides it. Default: the plainest
   * value. An integer; the same seed gives the same value on every machine.
   */
  readonly seed?: number | undefined;
  /** How many members and elements may be filled before only required ones are. Default 5000. */
  readonly places?: number | undefined;
}

export type Sample =
  | { readonly ok: true; readonly value: Json }
  /** `at`: the schema that nothing matches, or that nothing could be made for. */
  | { readonly ok: false; readonly reason: string; readonly at: Location };

interface SampleContext {
  readonly options: SampleOptions;
  readonly path: Path;
  /** The named schemas that the place is inside of. */
  readonly named: ReadonlySet<NamedSchema>;
  /** How many places may still be filled; shared by all places of one sample. */
  readonly budget: { left: number };
  /** `null`: no choice is random. */
  readonly random: Random | null;
}

/**
 * A valid value: a plausible one. Known values come first, then examples and defaults, then the values of `enum` and
 * `const`, then made-up ones. A named schema is not entered again below itself, which no smallest value needs. Members
 * of the other direction (`unsent`) are left out. The value is validated before it is returned; where none
 * is found, `reason` and `at` say why.
 */
export function sampleOf(schema: Schema, options: SampleOptions = {}): Sample {
  const { examples = [], described = "all", seed, places = mostPlaces } = options;
  const exampleValues = described === "none" ? [] : examples.map(({ value }) => value.value);
  const validExample = exampleValues.find((value) => matches(schema, value));
  if (validExample !== undefined) return { ok: true, value: ownPartOf(schema, validExample) };
  const random = seed === undefined ? null : randomOf(seed);
  return sampleAt(schema, { options, path: [], named: new Set(), budget: { left: places }, random });
}

/** Without members that the schema merely allows, unless they are needed for it to match. */
function ownPartOf(schema: Schema, value: Json): Json {
  const described = describedPartOf(schema, value);
  return matches(schema, described) ? described : value;
}

/** Descriptions whose schemas refer to each other in a ring of dozens would go on for hours: then only what is required. */
const mostPlaces = 5000;

function sampleAt(schema: Schema, context: SampleContext): Sample {
  context.budget.left -= 1;
  if (context.budget.left < -mostPlaces) return refusal(schema, "it takes too many places to fill");
  const known = context.options.known?.({ path: context.path, schema });
  if (known !== undefined && matches(schema, known)) return { ok: true, value: known };
  const annotatedValue = annotatedValues(schema, context.options.described ?? "all").find((value) =>
    matches(schema, value),
  );
  if (annotatedValue !== undefined) return { ok: true, value: ownPartOf(schema, annotatedValue) };
  let reason: Sample | null = null;
  for (const way of shuffled(waysOf(schema), context.random)) {
    for (const options of [context.options, otherwise(context.options)]) {
      const sample = sampleOfWay(way, schema, { ...context, options });
      if (sample.ok && matches(schema, sample.value)) return sample;
      if (!sample.ok) reason ??= sample;
    }
  }
  const plain = plainValues.find((value) => matches(schema, value));
  if (plain !== undefined) return { ok: true, value: plain };
  return reason ?? refusal(schema, "no value was found that satisfies all of its parts");
}

/** A fallback value where alternatives contradict each other and none can be sampled on its own. */
const plainValues: readonly Json[] = ["text", {}, 1, [], true, "", 0, 1.5, -1, false, null, { key: "text" }, ["text"]];

/** Optional members distinguish the alternatives of `oneOf`, and `not` may exclude them. */
function otherwise(options: SampleOptions): SampleOptions {
  return { ...options, all: options.all !== true };
}

/** The first of a sort moves behind others at random; fallbacks and alternatives that are null stay last. */
function shuffled(ways: readonly Way[], random: Random | null): readonly Way[] {
  if (random === null || ways.length < 2) return ways;
  const some = ways.filter(
    ({ leaves, isFallback }) => isFallback !== true && !leaves.some(({ kind }) => kind === "null"),
  );
  const start = random.between(0, Math.max(0, some.length - 1));
  return [...some.slice(start), ...some.slice(0, start), ...ways.filter((way) => !some.includes(way))];
}

/** Examples and the default. */
function annotatedValues(schema: Schema, described: "all" | "scalars" | "none"): Json[] {
  if (described === "none") return [];
  const { examples, default: fallback } = schema.annotations;
  const directValues = [...examples, ...(fallback === null ? [] : [fallback])].map(({ value }) => value);
  const inner = schema.kind === "ref" ? annotatedValues(schema.target.schema, described) : [];
  // An empty list or object, mostly a default, shows nothing.
  return [...directValues, ...inner].filter((value) => {
    if (isScalar(value)) return true;
    if (isList(value)) return value.length > 0 && (described === "all" || value.every(isScalar));
    return described === "all" && isObject(value) && Object.keys(value).length > 0;
  });
}

function isScalar(value: Json): boolean {
  return !isObject(value) && !isList(value) && value !== null;
}

function sampleOfWay({ leaves, named }: Way, schema: Schema, outer: SampleContext): Sample {
  const again = named.find((each) => outer.named.has(each));
  if (again !== undefined) return refusal(schema, `${again.name} would contain itself without end`);
  const context = { ...outer, named: new Set([...outer.named, ...named]) };
  const firstMatch = (candidates: Iterable<Json>, why: string): Sample => {
    for (const value of candidates) if (leaves.every((leaf) => matches(leaf, value))) return { ok: true, value };
    return refusal(schema, why);
  };
  const { random } = context;
  const [listed] = enumsOf(leaves);
  if (listed !== undefined) {
    const start = random?.between(0, listed.values.length - 1) ?? 0;
    return firstMatch([...listed.values.slice(start), ...listed.values], "none of its values has its type");
  }
  const [type, ...others] = typesOf(leaves);
  if (type === undefined) return refusal(schema, "its parts require different types");
  if (others.length > 0) return firstMatch(["text", {}, 1, true, [], null], "it rejects every type");
  switch (type) {
    case "null":
      return { ok: true, value: null };
    case "boolean":
      return firstMatch(
        random === null || random.next() < 0.5 ? [true, false] : [false, true],
        "it rejects both true and false",
      );
    case "number": {
      const rules = numberRulesOf(numbersOf(leaves));
      const numbers = [...(random === null ? [] : randomNumbers(rules, random)), ...numbersFor(rules)];
      return firstMatch(numbers, "no number within its bounds was found");
    }
    case "string": {
      const texts = textsFor(textRulesOf(stringsOf(leaves)), { name: nameOf(context.path), random });
      return firstMatch(texts, "no text with its pattern, format and length was found; give an example");
    }
    case "array":
      return arraySample(arraysOf(leaves), schema, context);
    case "object":
      return objectSample(objectsOf(leaves), schema, context);
  }
}

/** The name of the member that a place is in: elements go by the name of their array. */
function nameOf(path: Path): string | null {
  const name = path.findLast((step) => typeof step === "string");
  return typeof name === "string" ? name : null;
}

/** One element where none or one is enough. */
function arraySample(arrays: readonly ArraySchema[], schema: Schema, context: SampleContext): Sample {
  const least = leastOf(arrays);
  const most = smallest(arrays.map(({ maxItems }) => maxItems));
  const count = Math.max(least, Math.min(most ?? 1, context.random?.between(1, 3) ?? 1));
  if (count > mostElements) return refusal(schema, `it needs ${count} elements`);
  const isUnique = arrays.some(({ uniqueItems }) => uniqueItems);
  const elements: Json[] = [];
  // An element that `contains` still misses, and none twice where none may be.
  const next = (): Sample => {
    const wanted = arrays.flatMap(({ contains }) => {
      if (contains === null) return [];
      const matchCount = elements.filter((element) => matches(contains.schema, element)).length;
      return matchCount < contains.min ? [contains.schema] : [];
    });
    const elementSchema = allOf([elementSchemaOf(arrays, elements.length, schema), ...wanted], schema);
    const first = sampleInside(elementSchema, elements.length, context);
    const usedValues = new Set(elements.map(canonical));
    const isNew = (value: Json): boolean => !usedValues.has(canonical(value));
    if (!first.ok || !isUnique || isNew(first.value)) return first;
    for (const value of neighboursOf(elementSchema, first.value)) if (isNew(value)) return { ok: true, value };
    return refusal(schema, `only ${elements.length} different elements were found`);
  };
  while (elements.length < count) {
    const element = next();
    if (!element.ok && elements.length >= least) break;
    if (!element.ok) return element;
    elements.push(element.value);
  }
  return { ok: true, value: elements };
}

const mostElements = 2000;

/** How many elements there have to be, those that `contains` counts included. */
export function leastOf(arrays: readonly ArraySchema[]): number {
  return largest(arrays.flatMap(({ minItems, contains }) => [minItems, contains?.min ?? null])) ?? 0;
}

/** The members that are required, or all. */
function objectSample(objects: readonly ObjectSchema[], schema: Schema, context: SampleContext): Sample {
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
    // With a seed, some optional members are missing.
    if (context.random !== null && isGenerous && count === Number.POSITIVE_INFINITY && context.random.next() < 0.2)
      continue;
    const added = withDependents(objects, [name]).filter((each) => !members.has(each));
    if (members.size + added.length > count) continue;
    if (added.every((each) => fill(each).ok)) continue;
    for (const each of added) members.delete(each);
  }
  return { ok: true, value: inOrder(members, objects) };
}

/**
 * Those listed, all of them or as many as there have to be; then others while there are too few. Each is added while there are
 * no more than `count` members with it.
 */
function optionalNames(
  objects: readonly ObjectSchema[],
  schema: Schema,
  isGenerous: boolean,
): { readonly name: string; readonly count: number }[] {
  const least = largest(objects.map(({ minProperties }) => minProperties)) ?? 0;
  const most = smallest(objects.map(({ maxProperties }) => maxProperties)) ?? Number.POSITIVE_INFINITY;
  const listed = listedNames(objects);
  // A map without an entry shows nothing of what it holds.
  const isMap = listed.length === 0 && !isImplicitlyOpen(objects);
  const others = Math.max(least, isGenerous && isMap ? Math.min(1, most) : 0);
  const wanted = isGenerous ? most : least;
  return [
    ...(wanted > 0 ? allowedNames(listed, objects) : []).map((name) => ({ name, count: wanted })),
    ...otherNames(objects, schema, others === 0 ? 0 : others + 10).map((name) => ({ name, count: others })),
  ];
}

/** Listed members are in the order of the description. */
function inOrder(members: ReadonlyMap<string, Json>, objects: readonly ObjectSchema[]): Json {
  const names = [...listedNames(objects), ...members.keys()];
  return Object.fromEntries([...members].sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}

/** The value of the member or element `step` of a place. */
function sampleInside(schema: Schema, step: string | number, context: SampleContext): Sample {
  return sampleAt(schema, { ...context, path: [...context.path, step] });
}

/** The options for a value that goes to `path`: `known` is asked with paths from the root. */
export function optionsBelow({ known, all }: SampleOptions, path: Path): SampleOptions {
  return { all, known: known && ((place) => known({ ...place, path: [...path, ...place.path] })) };
}

function refusal(schema: Schema, why: string): Sample {
  return { ok: false, at: schema.at, reason: `no value can be generated for ${displayOf(schema.at)}: ${why}` };
}
