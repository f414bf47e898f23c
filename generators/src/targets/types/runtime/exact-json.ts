// JSON whose integers are exact at any size: `JSON.parse` rounds those beyond 2^53, and `JSON.stringify` takes no `bigint`.

import { assign, type InnerPlaces, isPlain, placesOfItem, placesOfMember, spread } from "./places.ts";

/** The locations of integers that are `bigint` in code. */
export interface Int64Places extends InnerPlaces<Int64Places> {
  readonly self?: true;
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
    const rawValue: unknown = Object(this)[key];
    if (typeof rawValue !== "bigint") return replacer.call(this, key, member);
    if (isSafe(rawValue)) return Number(rawValue);
    return mark === "" ? 0 : `${mark}${rawValue}`;
  }
  let isLarge = false;
  const plain = JSON.stringify(value, function (this: unknown, key: string, member: unknown): unknown {
    const rawValue: unknown = Object(this)[key];
    isLarge ||= typeof rawValue === "bigint" && !isSafe(rawValue);
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
export function withInt64s<Value = unknown>(value: unknown, places: Int64Places, fromText?: boolean): Value;
export function withInt64s(value: unknown, places: Int64Places, fromText = false): unknown {
  // A list of what is left instead of recursion, since `JSON.parse` reads deeper values than the stack has room for.
  const pending: Located[] = [];
  const convert = (one: unknown, at: readonly Int64Places[]): unknown => {
    if (typeof one === "object") {
      if (Array.isArray(one) || isPlain(one)) pending.push({ holder: one, places: at });
      return one;
    }
    const isNumeric = typeof one === "number" || typeof one === "bigint" || (fromText && typeof one === "string");
    const isPlace = isNumeric && at.length > 0 && spread(at, one).some(({ self }) => self === true);
    return isPlace ? int64Of(one, fromText) : typeof one === "bigint" ? Number(one) : one;
  };
  const result = convert(value, [places]);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { holder } = next;
    const all = spread(next.places, holder);
    if (Array.isArray(holder)) {
      for (let at = 0; at < holder.length; at += 1) {
        holder[at] = convert(holder[at], all.length === 0 ? all : all.flatMap((each) => placesOfItem(each, at)));
      }
      continue;
    }
    for (const name of Object.keys(holder)) {
      const member = holder[name];
      const memberPlaces = all.length === 0 ? all : all.flatMap((each) => placesOfMember(each, name));
      const converted = convert(member, memberPlaces);
      if (converted !== member) assign(holder, name, converted);
    }
  }
  return result;
}

interface Located {
  readonly holder: unknown[] | Record<string, unknown>;
  readonly places: readonly Int64Places[];
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

/** The same value, with each integer that no number holds exactly as `bigint`. `text` is its JSON, which has no error. */
function exactly(text: string, value: unknown): unknown {
  const tokens = tokensOf(text);
  if (!tokens.some((token) => typeof numberOf(token) === "bigint")) return value;
  const root: unknown[] = [];
  const open: (unknown[] | Record<string, unknown>)[] = [root];
  let name: string | undefined;
  for (const token of tokens) {
    const holder = open.at(-1) ?? root;
    if (token === "]" || token === "}") open.pop();
    else if (!Array.isArray(holder) && name === undefined) name = String(JSON.parse(token));
    else {
      const inner = token === "[" ? [] : token === "{" ? {} : null;
      const read: unknown = inner ?? numberOf(token) ?? JSON.parse(token);
      if (Array.isArray(holder)) holder.push(read);
      else assign(holder, name ?? "", read);
      name = undefined;
      if (inner !== null) open.push(inner);
    }
  }
  return root[0];
}

/** Without commas and colons. */
function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const start = /["[\]{}]|[^\s",:[\]{}]+/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    // Not by an expression: its stack has no room for millions of escapes.
    if (match[0] === '"') start.lastIndex = endOfText(text, match.index);
    tokens.push(text.slice(match.index, start.lastIndex));
  }
  return tokens;
}

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
}

/** `undefined` for a token that is no number. */
function numberOf(token: string): number | bigint | undefined {
  const [, integerPart, fraction = "", exponent = "0"] = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (integerPart === undefined) return undefined;
  const value = Number(token);
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  // Not more than 309 digits: larger numbers are infinite.
  const shift = Number(exponent) - fraction.length;
  if (shift >= 0) return BigInt(integerPart + fraction + "0".repeat(shift));
  const digits = integerPart + fraction;
  return /^0+$/.test(digits.slice(shift)) ? BigInt(digits.slice(0, shift)) : value;
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}
