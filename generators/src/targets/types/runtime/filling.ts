// A valid value -> the same with the defaults of its absent members.

/** Where members of a value have defaults. */
export interface DefaultPlaces {
  /** The defaults of another schema. */
  readonly of?: () => DefaultPlaces;
  readonly items?: DefaultPlaces;
  /** Of the first elements, by position. */
  readonly first?: readonly DefaultPlaces[];
  /** The defaults of members, by name. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The defaults inside of members, added ones included. */
  readonly members?: Readonly<Record<string, DefaultPlaces>>;
  readonly patterns?: readonly (readonly [RegExp, DefaultPlaces])[];
  /** For members that are neither in `members` nor match a pattern. */
  readonly rest?: DefaultPlaces;
  readonly all?: readonly DefaultPlaces[];
  /** By the value of a member. */
  readonly choice?: { readonly by: string; readonly of: Readonly<Record<string, DefaultPlaces>> };
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

function filledElements(
  list: readonly unknown[],
  { items, first = [] }: DefaultPlaces,
  results: Results,
): readonly unknown[] {
  if (items === undefined && first.length === 0) return list;
  const copy = list.map((item, at) => {
    const places = at < first.length ? first[at] : items;
    return places === undefined ? item : filled(item, places, results);
  });
  return copy.every((item, at) => item === list[at]) ? list : copy;
}

function filledMembers(value: Members, places: DefaultPlaces, results: Results): unknown {
  const { values = {}, members = {}, patterns = [], rest, choice } = places;
  const chosen = choice === undefined ? undefined : ownOf(choice.of, ownOf(value, choice.by));
  const base = chosen === undefined ? value : filled(value, chosen, results);
  if (!isPlain(base)) return base;
  const absent = Object.entries(values).filter(([name]) => ownOf(base, name) === undefined);
  const names = new Set(absent.map(([name]) => name));
  const present = Object.entries(base).filter(([name]) => !names.has(name));
  const added = absent.map(([name, fallback]): [string, unknown] => [name, copyOf(fallback)]);
  const entries = [...present, ...added].map(([name, member]): [string, unknown] => {
    const memberDefaults = ownOf(members, name);
    const fitting = patterns.flatMap(([pattern, inner]) => (pattern.test(name) ? [inner] : []));
    const speaking = [...(memberDefaults === undefined ? [] : [memberDefaults]), ...fitting];
    const wanted = speaking.length > 0 || rest === undefined ? speaking : [rest];
    return [name, wanted.reduce((inner: unknown, each) => filled(inner, each, results), member)];
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

function ownOf<Value>(record: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === "string" && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isPlain(value: unknown): value is Members {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
