// JSON whose integers are exact at any size: `JSON.parse` rounds those beyond 2^53, and `JSON.stringify` takes no `bigint`.

/** The locations of integers that are `bigint` in code. */
export interface Int64Places {
  readonly self?: true;
  /** The locations of another schema. */
  readonly of?: () => Int64Places;
  readonly items?: Int64Places;
  /** Of the first elements, by position. */
  readonly first?: readonly Int64Places[];
  readonly members?: Readonly<Record<string, Int64Places>>;
  readonly patterns?: readonly (readonly [RegExp, Int64Places])[];
  /** For members that are neither in `members` nor match a pattern. */
  readonly rest?: Int64Places;
  readonly all?: readonly Int64Places[];
  /** By the value of a member. */
  readonly choice?: { readonly by: string; readonly of: Readonly<Record<string, Int64Places>> };
}

/**
 * The value of a JSON text. With `places`, such as `int64sOfOrder`, the integers there are `bigint` and all others are numbers. Without,
 * only integers that no number holds exactly are `bigint`. Throws a `SyntaxError` for a text that is not JSON.
 */
export function parseJson<Value = unknown>(text: string, places?: Int64Places): Value;
export function parseJson(text: string, places?: Int64Places): unknown {
  const value: unknown = JSON.parse(text);
  // Sixteen digits at its start, or an exponent: all other integers are exact.
  const exact = /(?:^|[[:,\s])-?\d(?:\d{15}|[\d.]*[eE])/.test(text) ? exactly(text, value) : value;
  return places === undefined ? exact : withInt64s(exact, places);
}

/** The JSON text of a value: as `JSON.stringify` writes it, and each `bigint` as a number. */
export function jsonText(value: unknown, replacer: Replacer = unchanged): string {
  let mark = "";
  // The member itself, since `toJSON` may be defined for `bigint`.
  function written(this: unknown, key: string, member: unknown): unknown {
    const own: unknown = Object(this)[key];
    if (typeof own !== "bigint") return replacer.call(this, key, member);
    if (isSafe(own)) return Number(own);
    return mark === "" ? 0 : `${mark}${own}`;
  }
  let isLarge = false;
  const plain = JSON.stringify(value, function (this: unknown, key: string, member: unknown): unknown {
    const own: unknown = Object(this)[key];
    isLarge ||= typeof own === "bigint" && !isSafe(own);
    return written.call(this, key, member);
  });
  if (!isLarge) return plain;
  mark = "#";
  while (plain.includes(`"${mark}`)) mark += "#";
  return JSON.stringify(value, written).replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}

type Replacer = (this: unknown, key: string, value: unknown) => unknown;

function unchanged(_key: string, value: unknown): unknown {
  return value;
}

/**
 * A value that was just read, with `bigint` at these places and numbers elsewhere. Changes the value itself. `fromText`: where digits may
 * still be text, in parameters and forms.
 */
export function withInt64s(value: unknown, places: Int64Places, fromText = false): unknown {
  return converted(value, [places], fromText);
}

function converted(value: unknown, places: readonly Int64Places[], fromText: boolean): unknown {
  if (places.length === 0 && typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "string") {
    const isPlace = flat(places, value).some(({ self }) => self === true);
    return isPlace ? int64Of(value, fromText) : typeof value === "bigint" ? Number(value) : value;
  }
  if (Array.isArray(value)) {
    const all = flat(places, value);
    for (let at = 0; at < value.length; at += 1) {
      value[at] = converted(
        value[at],
        all.length === 0 ? all : all.flatMap((each) => placesOfItem(each, at)),
        fromText,
      );
    }
    return value;
  }
  if (!isPlain(value)) return value;
  const all = flat(places, value);
  for (const name of Object.keys(value)) {
    const member = value[name];
    const own = all.length === 0 ? all : all.flatMap((each) => placesOfMember(each, name));
    const result = converted(member, own, fromText);
    if (result !== member) assign(value, name, result);
  }
  return value;
}

function assign(value: Record<string, unknown>, name: string, member: unknown): void {
  if (name !== "__proto__") value[name] = member;
  else Object.defineProperty(value, name, { value: member, writable: true, enumerable: true, configurable: true });
}

/** Safe integers, exact ones, and the digits of those that the text of a parameter or a field left as text. */
function int64Of(value: number | bigint | string, fromText: boolean): unknown {
  // JSON has large integers as `bigint` already, and texts have none that a number does not hold.
  if (typeof value === "number")
    return Number.isSafeInteger(value) || (fromText && Number.isInteger(value)) ? BigInt(value) : value;
  if (typeof value === "bigint" || !fromText || !/^-?[1-9]\d{15,19}$/.test(value)) return value;
  const read = BigInt(value);
  return BigInt.asIntN(64, read) === read || BigInt.asUintN(64, read) === read ? read : value;
}

/** With the places of other schemas that they refer to. */
function flat(places: readonly Int64Places[], value: unknown): readonly Int64Places[] {
  if (places.every(({ of, all, choice }) => of === undefined && all === undefined && choice === undefined))
    return places;
  return places.flatMap((each) => {
    const { of, all = [], choice } = each;
    const chosen = choice === undefined || !isPlain(value) ? undefined : ownOf(choice.of, value[choice.by]);
    const inner = [...(of === undefined ? [] : [of()]), ...all, ...(chosen === undefined ? [] : [chosen])];
    return inner.length === 0 ? [each] : [each, ...flat(inner, value)];
  });
}

function placesOfItem({ first = [], items }: Int64Places, at: number): Int64Places[] {
  const places = at < first.length ? first[at] : items;
  return places === undefined ? [] : [places];
}

function placesOfMember({ members = {}, patterns = [], rest }: Int64Places, name: string): Int64Places[] {
  const own = ownOf(members, name);
  if (patterns.length === 0) return own !== undefined ? [own] : rest === undefined ? [] : [rest];
  const fitting = patterns.flatMap(([pattern, inner]) => (pattern.test(name) ? [inner] : []));
  const speaking = [...(own === undefined ? [] : [own]), ...fitting];
  return speaking.length > 0 || rest === undefined ? speaking : [rest];
}

/** The same value, with each integer that no number holds exactly as `bigint`. `text` is its JSON, which has no error. */
function exactly(text: string, value: unknown): unknown {
  const tokens = text.match(/"(?:[^"\\]+|\\.)*"|[[\]{}]|[^\s",:[\]{}]+/g) ?? [];
  if (!tokens.some((token) => typeof numberOf(token) === "bigint")) return value;
  let at = 0;
  const next = (): unknown => {
    const token = tokens[at] ?? "";
    at += 1;
    if (token === "[") {
      const items: unknown[] = [];
      while (tokens[at] !== "]") items.push(next());
      at += 1;
      return items;
    }
    if (token === "{") {
      const members: [string, unknown][] = [];
      while (tokens[at] !== "}") members.push([String(next()), next()]);
      at += 1;
      return Object.fromEntries(members);
    }
    return numberOf(token) ?? JSON.parse(token);
  };
  return next();
}

/** `undefined` for a token that is no number. */
function numberOf(token: string): number | bigint | undefined {
  const [, whole, fraction = "", exponent = "0"] = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (whole === undefined) return undefined;
  const value = Number(token);
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  // Not more than 309 digits: larger numbers are infinite.
  const shift = Number(exponent) - fraction.length;
  if (shift >= 0) return BigInt(whole + fraction + "0".repeat(shift));
  const digits = whole + fraction;
  return /^0+$/.test(digits.slice(shift)) ? BigInt(digits.slice(0, shift)) : value;
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}

function ownOf<Value>(record: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === "string" && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
