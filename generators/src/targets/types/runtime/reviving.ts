// Sent values and typed values, converted into each other: texts that are date-times are Dates in code.

import { assign, type InnerPlaces, isPlain, placesOfItem, placesOfMember, spread } from "./places.ts";

/** The sent form of a value: the text of a date-time (RFC 3339) for each Date. */
export type WireValue<Value> = Value extends Date
  ? string
  : Value extends AsyncIterable<infer Item>
    ? AsyncIterable<WireValue<Item>>
    : Value extends (...args: never[]) => unknown
      ? Value
      : Value extends object
        ? { [Key in keyof Value]: WireValue<Value[Key]> }
        : Value;

/** The locations of date-times in a value. */
export interface DatePlaces extends InnerPlaces<DatePlaces> {
  readonly self?: true;
}

/** The value with Dates at these locations. Throws a `RangeError` for a text there that is not a date-time that a Date can represent. */
export function revive<Value>(value: WireValue<Value>, places: DatePlaces): Value;
export function revive(value: unknown, places: DatePlaces): unknown;
export function revive(value: unknown, places: DatePlaces): unknown {
  // A list of what is left instead of recursion, since `JSON.parse` reads deeper values than the stack has room for.
  const pending: (() => void)[] = [];
  const copyOf = (one: unknown, at: readonly DatePlaces[], path: Path): unknown => {
    if (at.length === 0) return one;
    if (typeof one !== "string" && typeof one !== "object") return one;
    const all = spread(at, one).filter(isOwn);
    if (typeof one === "string") return all.some(({ self }) => self === true) ? dateOf(one, path) : one;
    if (Array.isArray(one)) {
      if (!all.some(({ items, first = [] }) => items !== undefined || first.length > 0)) return one;
      const list: readonly unknown[] = one;
      const copy: unknown[] = [];
      pending.push(() => {
        for (const [index, item] of list.entries()) {
          const itemPlaces = placesIn(all, (each) => placesOfItem(each, index));
          copy.push(copyOf(item, itemPlaces, { parent: path, key: index }));
        }
      });
      return copy;
    }
    if (!isPlain(one) || !all.some(hasMembers)) return one;
    const copy: Record<string, unknown> = {};
    pending.push(() => {
      for (const [name, member] of Object.entries(one)) {
        const memberPlaces = placesIn(all, (each) => placesOfMember(each, name));
        assign(copy, name, copyOf(member, memberPlaces, { parent: path, key: name }));
      }
    });
    return copy;
  };
  const result = copyOf(value, [places], null);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
  return result;
}

/** The value with a text in the place of each Date. Throws a `RangeError` for an invalid Date. */
export function wireOf<Value>(value: Value): WireValue<Value>;
export function wireOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item: unknown) => wireOf(item));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireOf(member)]));
}

/** Where a value is, for the message of an error. */
type Path = { readonly parent: Path; readonly key: string | number } | null;

/** `orders[0].at` */
function shownPath(path: Path): string {
  let text = "";
  for (let at = path; at !== null; at = at.parent)
    text = `${typeof at.key === "number" ? `[${at.key}]` : `.${at.key}`}${text}`;
  return text.replace(/^\./, "") || "it";
}

function dateOf(text: string, path: Path): Date {
  const isDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  const date = new Date(isDateTime ? text.toUpperCase() : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new RangeError(
      `${shownPath(path)} is ${isNaive.test(text) ? "a date-time without a time zone" : "no date-time that a Date can hold"}`,
    );
  return date;
}

const isNaive = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/i;

/** Whether it says anything by itself, not only by what it refers to. */
function isOwn({ self, items, first, members, patterns, rest }: DatePlaces): boolean {
  return [self, items, first, members, patterns, rest].some((each) => each !== undefined);
}

type Placed = readonly DatePlaces[];

/** Most values have one schema, for which this is faster. */
function placesIn(all: Placed, inner: (each: DatePlaces) => Placed): Placed {
  const [only] = all;
  return only !== undefined && all.length === 1 ? inner(only) : all.flatMap(inner);
}

function hasMembers({ members = {}, patterns = [], rest }: DatePlaces): boolean {
  return rest !== undefined || patterns.length > 0 || Object.keys(members).length > 0;
}
