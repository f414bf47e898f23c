// The number leaves of a place -> numbers that match them, and numbers at their bounds; with what samplers share: chance, and objects.
import type { Json, NumberSchema } from "../schema.ts";
import { largest, smallest } from "./parts.ts";

/** A bound of a number: `exclusive` numbers are next to it, not on it. */
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

export interface NumberRules {
  readonly integer: boolean;
  readonly low: Bound | null;
  readonly high: Bound | null;
  /** `null` when there is no `multipleOf`. */
  readonly factor: number | null;
  readonly formats: readonly string[];
}

export function numberRulesOf(numbers: readonly NumberSchema[]): NumberRules {
  const [minimum, above] = [largest(numbers.map((n) => n.minimum)), largest(numbers.map((n) => n.exclusiveMinimum))];
  const [maximum, below] = [smallest(numbers.map((n) => n.maximum)), smallest(numbers.map((n) => n.exclusiveMaximum))];
  return {
    integer: numbers.some(({ integer }) => integer),
    low: above !== null && (minimum === null || above >= minimum) ? exclusive(above) : inclusive(minimum),
    high: below !== null && (maximum === null || below <= maximum) ? exclusive(below) : inclusive(maximum),
    factor: largest(numbers.map(({ multipleOf }) => multipleOf)),
    formats: numbers.flatMap(({ format }) => format ?? []),
  };
}

function exclusive(value: number): Bound {
  return { value, exclusive: true };
}

function inclusive(value: number | null): Bound | null {
  return value === null ? null : { value, exclusive: false };
}

/** Numbers that may do, the likeliest first; the caller keeps the first that matches. */
export function numbersFor(rules: NumberRules): number[] {
  const { low, high, factor } = rules;
  const edges = [lowest(rules), highest(rules)].filter((edge) => edge !== null);
  const middle = low === null || high === null ? [] : [(low.value + high.value) / 2];
  const multiples = factor === null ? [] : [factor, 2 * factor, 0, -factor];
  return [1, ...multiples, 2, 5, 10, 100, ...edges, 0, -1, 0.5, 1.5, ...middle];
}

/** Numbers within the bounds, small ones where there is no bound. */
export function randomNumbers(rules: NumberRules, random: Random): number[] {
  const low = lowest(rules) ?? Math.min(0, highest(rules) ?? 0);
  const high = highest(rules) ?? Math.max(low, 0) + 1000;
  const step = rules.integer || rules.factor !== null ? stepOf(rules, low) : 0.01;
  const most = Math.min((high - low) / step, 1e9);
  if (!(most >= 0)) return [];
  return [0, 1, 2].map(() => exact(low + random.between(0, Math.floor(most)) * step));
}

/** The distance between two neighbours: the factor, 1 between integers, else a millionth of what is near. */
export function stepOf({ integer, factor }: NumberRules, near: number): number {
  if (factor !== null) return integer && !Number.isInteger(factor) ? Math.ceil(factor) : factor;
  return integer ? 1 : Math.max(1, Math.abs(near)) * 1e-6;
}

/** The smallest number within the bounds, on the grid of the factor; `null` without a lower bound. */
export function lowest(rules: NumberRules): number | null {
  return rules.low === null ? null : withinBound(rules, rules.low, 1);
}

/** The largest number within the bounds, on the grid of the factor; `null` without an upper bound. */
export function highest(rules: NumberRules): number | null {
  return rules.high === null ? null : withinBound(rules, rules.high, -1);
}

/** `direction`: 1 from the bound upwards, -1 downwards. */
function withinBound(rules: NumberRules, { value, exclusive: isOpen }: Bound, direction: 1 | -1): number {
  const size = stepOf(rules, value);
  const step = size * direction;
  const isGridded = rules.integer || rules.factor !== null;
  const first = isGridded ? exact(Math.ceil(exact(value / step)) * step) : value;
  return isOpen && first === value ? exact(first + step) : first;
}

/** Without what binary fractions add: 0.1 + 0.2 is 0.3; and no negative zero, which JSON text does not keep. */
export function exact(value: number): number {
  return (Number.isInteger(value) ? value : Number(value.toPrecision(15))) + 0;
}

// A seed -> the same numbers every time, on every machine (mulberry32).

export interface Random {
  /** From 0 up to 1, which it never is. */
  readonly next: () => number;
  /** An integer, both bounds included. */
  readonly between: (least: number, most: number) => number;
  /** `undefined` for none at all. */
  readonly one: <T>(items: readonly T[]) => T | undefined;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return { next, between, one: (items) => items[between(0, items.length - 1)] };
}

// JSON values -> whether they are objects, and objects with a member changed: what the sampler shares.

export type JsonObject = { readonly [key: string]: Json };
/** Keys and indices from the root of a value. */
export type Path = readonly (string | number)[];

/** Of a value that was parsed from JSON. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object with one member replaced where it is, or added at the end; `__proto__` is a name like any other. */
export function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...Object.entries(object), [name, value]]);
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, key === name ? value : member]));
}
