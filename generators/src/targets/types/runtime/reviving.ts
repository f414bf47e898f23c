// Sent values and typed values, converted into each other: texts that are date-times are Dates in code.

/** The sent form of a value: the text of a date-time (RFC 3339) for each Date. */
export type WireValue<Value> = Value extends Date
  ? string
  : Value extends AsyncIterable<infer Item>
    ? AsyncIterable<WireValue<Item>>
    : Value extends (...asked: never[]) => unknown
      ? Value
      : Value extends object
        ? { [Key in keyof Value]: WireValue<Value[Key]> }
        : Value;

/** The locations of date-times in a value. */
export interface DatePlaces {
  readonly self?: true;
  /** The locations of another schema. */
  readonly of?: () => DatePlaces;
  readonly items?: DatePlaces;
  /** Of the first elements, by position. */
  readonly first?: readonly DatePlaces[];
  readonly members?: Readonly<Record<string, DatePlaces>>;
  readonly patterns?: readonly (readonly [RegExp, DatePlaces])[];
  /** For members that are neither in `members` nor match a pattern. */
  readonly rest?: DatePlaces;
  readonly all?: readonly DatePlaces[];
  /** By the value of a member. */
  readonly choice?: { readonly by: string; readonly of: Readonly<Record<string, DatePlaces>> };
}

/** The value with Dates at these locations. Throws a `RangeError` for a text there that is not a date-time that a Date can represent. */
export function revive<Value>(value: WireValue<Value>, places: DatePlaces): Value;
export function revive(value: unknown, places: DatePlaces): unknown;
export function revive(value: unknown, places: DatePlaces): unknown {
  const { self, of, all = [] } = places;
  let result = of === undefined ? value : revive(value, of());
  for (const part of all) result = revive(result, part);
  if (typeof result === "string") return self === true ? dateOf(result) : result;
  if (Array.isArray(result)) return elementsOf(result, places);
  return isPlain(result) ? membersOf(result, places) : result;
}

/** The value with a text in the place of each Date. Throws a `RangeError` for an invalid Date. */
export function wireOf<Value>(value: Value): WireValue<Value>;
export function wireOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item: unknown) => wireOf(item));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireOf(member)]));
}

function dateOf(text: string): Date {
  const isDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  const date = new Date(isDateTime ? text.toUpperCase() : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new RangeError(`${JSON.stringify(text)} is no point in time that a Date can hold`);
  return date;
}

function elementsOf(list: readonly unknown[], { items, first = [] }: DatePlaces): readonly unknown[] {
  if (items === undefined && first.length === 0) return list;
  return list.map((item, at) => {
    const places = at < first.length ? first[at] : items;
    return places === undefined ? item : revive(item, places);
  });
}

function membersOf(value: Readonly<Record<string, unknown>>, places: DatePlaces): unknown {
  const { members = {}, patterns = [], rest, choice } = places;
  const chosen = choice === undefined ? undefined : ownOf(choice.of, value[choice.by]);
  const result = chosen === undefined ? value : revive(value, chosen);
  if (rest === undefined && patterns.length === 0 && Object.keys(members).length === 0) return result;
  if (!isPlain(result)) return result;
  const read = Object.entries(result).map(([name, member]): [string, unknown] => {
    const own = ownOf(members, name);
    const fitting = patterns.flatMap(([pattern, inner]) => (pattern.test(name) ? [inner] : []));
    const speaking = [...(own === undefined ? [] : [own]), ...fitting];
    const wanted = speaking.length > 0 || rest === undefined ? speaking : [rest];
    return [name, wanted.reduce((inner: unknown, each) => revive(inner, each), member)];
  });
  return Object.fromEntries(read);
}

function ownOf<Value>(record: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === "string" && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
