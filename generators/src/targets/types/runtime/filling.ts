// A valid value -> the same with the defaults of its absent members.

import { type InnerPlaces, isPlain, ownOf, placesOfItem, placesOfMember } from "./places.ts";

/** Where members of a value have defaults. */
export interface DefaultPlaces extends InnerPlaces<DefaultPlaces> {
  /** The defaults of members, by name; `members` has those inside of members, added ones included. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The value with its defaults: a copy where one is added, else the value itself. `undefined` counts as absent. */
export function withDefaults(value: unknown, places: DefaultPlaces): unknown {
  return filled(value, places, new WeakMap());
}

/** What values became, by places: parts of a schema that contain each other have the same ones for the same value again. */
type Results = WeakMap<object, Map<DefaultPlaces, unknown>>;

function filled(value: unknown, places: DefaultPlaces, results: Results): unknown {
  if (!Array.isArray(value) && !isPlain(value)) return value;
  const known = results.get(value) ?? new Map<DefaultPlaces, unknown>();
  results.set(value, known);
  if (known.has(places)) return known.get(places);
  const { of, all = [] } = places;
  let result = of === undefined ? value : filled(value, of(), results);
  for (const part of all) result = filled(result, part, results);
  if (Array.isArray(result)) result = filledElements(result, places, results);
  else if (isPlain(result)) result = filledMembers(result, places, results);
  known.set(places, result);
  return result;
}

function filledElements(list: readonly unknown[], places: DefaultPlaces, results: Results): readonly unknown[] {
  const copy = list.map((item, at) =>
    placesOfItem(places, at).reduce((inner: unknown, each) => filled(inner, each, results), item),
  );
  return copy.every((item, at) => item === list[at]) ? list : copy;
}

function filledMembers(value: Members, places: DefaultPlaces, results: Results): unknown {
  const { values = {}, choice } = places;
  const chosen = choice === undefined ? undefined : ownOf(choice.of, ownOf(value, choice.by));
  const base = chosen === undefined ? value : filled(value, chosen, results);
  if (!isPlain(base)) return base;
  const absent = Object.entries(values).filter(([name]) => ownOf(base, name) === undefined);
  const names = new Set(absent.map(([name]) => name));
  const present = Object.entries(base).filter(([name]) => !names.has(name));
  const added = absent.map(([name, fallback]): [string, unknown] => [name, copyOf(fallback)]);
  const entries = [...present, ...added].map(([name, member]): [string, unknown] => {
    return [name, placesOfMember(places, name).reduce((inner: unknown, each) => filled(inner, each, results), member)];
  });
  const isSame = absent.length === 0 && entries.every(([name, member]) => member === base[name]);
  return isSame ? base : Object.fromEntries(entries);
}

type Members = Readonly<Record<string, unknown>>;

/** Each value gets a default of its own. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}
