// Changes to one place of a value -> the variants among them that are what they claim to be, each with an id of its own.
import { type Json, matches, type Schema } from "waybill/description";
import { canonical } from "./json.ts";

/** A value with one place in it changed on purpose. */
export interface Variant {
  /** The place: keys and indices from the root of the value. */
  readonly path: readonly (string | number)[];
  /** The keyword of JSON Schema behind the change; `null` and `optional` (a member left out or added) are valid changes. */
  readonly keyword: string;
  /** Which one of several with this place and keyword: `string`, `astral`; not there for the plain one. */
  readonly detail?: string;
  /** For people: `longer than 100 characters`. */
  readonly what: string;
  /** The whole value, with that place changed. */
  readonly value: Json;
  /** Of a valid variant: the whole value without what is special about it. Where that is rejected as well, nothing is shown. */
  readonly ordinary?: Json;
}

/** The id of a variant within its request: `shipTo.zip/maxLength`, `products.0.quantity/type:string`, `/type:null`. */
export function variantId({ path, keyword, detail }: Variant): string {
  const place = path.map((step) => (typeof step === "number" ? String(step) : nameOf(step))).join(".");
  return `${place}/${keyword}${detail === undefined ? "" : `:${detail}`}`;
}

/** Names that could be taken for two, or for an index, are quoted. */
function nameOf(name: string): string {
  return /^[^\s./:"\d][^\s./:"]*$/.test(name) ? name : JSON.stringify(name);
}

/** A change: `value` is the new value of the place, with the member `step` of it changed where that is given. */
interface Change {
  readonly step?: string | number;
  readonly keyword: string;
  readonly detail?: string | undefined;
  readonly what: string;
  readonly value: Json;
  /** The nearest value of the place that is not special. */
  readonly ordinary?: Json | undefined;
}

/** A place where a change can be made. */
interface Spot {
  readonly path: readonly (string | number)[];
  readonly put: (value: Json) => Json;
}

export function changeOf({ path, put }: Spot, { step, keyword, detail, what, value, ordinary }: Change): Variant {
  const place = step === undefined ? path : [...path, step];
  const beside = ordinary === undefined ? {} : { ordinary: put(ordinary) };
  return { path: place, keyword, ...(detail === undefined ? {} : { detail }), what, value: put(value), ...beside };
}

/** `1 character`, `2 characters` */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A size with limits: the characters of a text, the elements of an array, the members of an object. */
export interface Sized {
  readonly noun: string;
  readonly keywords: readonly [min: string, max: string];
  readonly min: number | null;
  readonly max: number | null;
  /** A value of that size; `null` when none is found. */
  readonly resized: (size: number) => Json | null;
  /** The same in characters outside the basic plane. */
  readonly astral?: (size: number) => Json | null;
}

/** Exactly at each limit, beside the size next to it; `empty` where that is allowed. */
export function* atLimits(place: Spot, sized: Sized, empty?: Json): Generator<Variant> {
  const { noun, min, max, resized, astral } = sized;
  const [least, most] = sized.keywords;
  if (empty !== undefined && (min ?? 0) === 0 && (min !== null || max !== null)) {
    yield changeOf(place, { keyword: min === null ? most : least, detail: "empty", what: "empty", value: empty });
  }
  for (const { keyword, size, next } of [
    { keyword: least, size: min, next: 1 },
    { keyword: most, size: max, next: -1 },
  ]) {
    if (size === null || (size === 0 && empty !== undefined)) continue;
    const [value, wide] = [resized(size), astral?.(size) ?? null];
    const what = `exactly ${counted(size, noun)}`;
    const ordinary = min === max || size + next < 1 ? undefined : (resized(size + next) ?? undefined);
    if (value !== null) yield changeOf(place, { keyword, what, value, ordinary });
    const inWide = `${what} outside the basic plane`;
    // Of the same length: the width of the characters alone makes the difference.
    const [detail, narrow] = ["astral", value ?? undefined];
    if (wide !== null) yield changeOf(place, { keyword, detail, what: inWide, value: wide, ordinary: narrow });
  }
}

/** One less than the least, and one more than the most. */
export function* beyondLimits(place: Spot, sized: Sized, less = "fewer", more = "more"): Generator<Variant> {
  const { noun, min, max, resized, astral } = sized;
  const [least, most] = sized.keywords;
  const under = min === null || min === 0 ? null : resized(min - 1);
  if (min !== null && under !== null) {
    const what = min === 1 ? "empty" : `${less} than ${counted(min, noun)}`;
    yield changeOf(place, { keyword: least, what, value: under });
  }
  if (max === null) return;
  const [over, wide] = [resized(max + 1), astral?.(max + 1) ?? null];
  const what = `${more} than ${counted(max, noun)}`;
  if (over !== null) yield changeOf(place, { keyword: most, what, value: over });
  const inWide = `${what}, outside the basic plane`;
  if (wide !== null) yield changeOf(place, { keyword: most, detail: "astral", what: inWide, value: wide });
}

/** A short value as a word of an id; nothing for what would make an id hard to read or to type. */
export function detailOf(value: Json): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w.-]{1,40}$/.test(text) ? text : undefined;
}

/**
 * The changes whose whole value matches `schema` exactly when `wanted`: a change that another alternative of the schema
 * makes up for is not what it claims to be. Values that came before, and `base` itself, are left out; so is a second
 * variant of one id given a number.
 */
export function verified(schema: Schema, base: Json, changes: Iterable<Variant>, wanted: boolean): Variant[] {
  const seen = new Set([canonical(base)]);
  const uses = new Map<string, number>();
  const variants: Variant[] = [];
  for (const change of changes) {
    const key = canonical(change.value);
    if (seen.has(key) || matches(schema, change.value) !== wanted) continue;
    seen.add(key);
    const id = variantId(change);
    const use = (uses.get(id) ?? 0) + 1;
    uses.set(id, use);
    variants.push(use === 1 ? change : { ...change, detail: `${change.detail ?? ""}${use}` });
  }
  return variants;
}
