// How large a number, a text, a list or an object may be: `minimum`, `maxLength`, `minItems` and the like.

import type { Location } from "../../../model/place.ts";
import { breaks, type FromTo, inside, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { keywordRule } from "./texts.ts";

// `minimum`, `maximum`, and both exclusive: the smallest and the largest number.
export const minimumRule: Rule<View> = rangeRule("minimum", "exclusiveMinimum");
export const maximumRule: Rule<View> = rangeRule("maximum", "exclusiveMaximum");

function rangeRule(keyword: "minimum" | "maximum", exclusive: "exclusiveMinimum" | "exclusiveMaximum"): Rule<View> {
  return limitRule({
    id: keyword,
    end: keyword === "minimum" ? "lower" : "upper",
    words: keyword,
    schemasOf: ({ numbers }) => numbers,
    limitsOf: (number, all) => {
      const isWhole = all.some(({ integer }) => integer);
      const edge = number[exclusive];
      // For integers, the limit is the next integer.
      const isNext = edge !== null && isWhole && Math.abs(edge) < Number.MAX_SAFE_INTEGER;
      const isLower = keyword === "minimum";
      const beyond = isNext ? (isLower ? Math.floor(edge) + 1 : Math.ceil(edge) - 1) : edge;
      const limit = number[keyword];
      const within = limit === null || !isWhole ? limit : isLower ? Math.ceil(limit) : Math.floor(limit);
      return [...limitAt(number.at, keyword, within), ...limitAt(number.at, exclusive, beyond, !isNext)];
    },
  });
}

// `minLength`, `maxItems`, `minProperties` and the like: how long a string is, and how large a list or object.
export const lengthRules: readonly Rule<View>[] = [
  sizeRule("min-length", "minLength", "characters", ({ strings }) => strings),
  sizeRule("max-length", "maxLength", "characters", ({ strings }) => strings),
];

export const itemCountRules: readonly Rule<View>[] = [
  sizeRule("min-items", "minItems", "elements", ({ arrays }) => arrays),
  sizeRule("max-items", "maxItems", "elements", ({ arrays }) => arrays),
];

export const memberCountRules: readonly Rule<ObjectView>[] = [
  sizeRule("min-properties", "minProperties", "members", ({ objects }) => objects),
  sizeRule("max-properties", "maxProperties", "members", ({ objects }) => objects),
];

interface Placed {
  readonly at: Location;
}

function sizeRule<Thing extends Placed, Keyword extends string>(
  id: string,
  keyword: Keyword,
  parts: string,
  schemasOf: (thing: Thing) => readonly (Placed & Readonly<Record<Keyword, number | null>>)[],
): Rule<Thing> {
  const isLower = keyword.startsWith("min");
  return limitRule({
    id,
    end: isLower ? "lower" : "upper",
    words: `${isLower ? "minimum" : "maximum"} number of ${parts}`,
    schemasOf,
    limitsOf: (schema) => limitAt(schema.at, keyword, schema[keyword]),
  });
}

const [fractionAllowed, fractionRefused] = opposites<void>(
  loosens("fraction-allowed", () => "the number may have a fraction"),
  tightens("fraction-refused", () => "the number has to be an integer"),
);

export const integerRule: Rule<View> = {
  kinds: [fractionAllowed, fractionRefused],
  compare: (base, revision, report) => {
    const [was, is] = [base, revision].map(({ numbers }) => numbers.some((number) => number.integer));
    // A step that is an integer allows no fraction either; the rule of `multipleOf` compares it.
    const isStepped = (is ? base : revision).numbers.some(({ multipleOf }) => Number.isInteger(multipleOf));
    if (was === is || isStepped || base.numbers.length === 0 || revision.numbers.length === 0) return;
    const [before, after] = [base, revision].map(({ numbers, at }) => inside(numbers[0]?.at ?? at, "type"));
    if (before !== undefined && after !== undefined)
      report(is ? fractionRefused : fractionAllowed, undefined, before, after);
  },
};

// One lower or upper limit of a keyword -> the rule that detects when it moves.
export interface Limit {
  readonly value: number;
  /** The value itself is not allowed. */
  readonly isExclusive: boolean;
  readonly at: Location;
}

export interface LimitAspect<Thing, S> {
  /** `max-length` */
  readonly id: string;
  readonly end: "lower" | "upper";
  /** `maximum number of characters`: what the limit is. */
  readonly words: string;
  readonly schemasOf: (thing: Thing) => readonly S[];
  /** The limits that one of these schemas sets; the strictest of all counts. */
  readonly limitsOf: (schema: S, all: readonly S[]) => readonly Limit[];
}

export function limitRule<Thing extends Placed, S extends Placed>(aspect: LimitAspect<Thing, S>): Rule<Thing> {
  const { id, end, words, schemasOf } = aspect;
  const message = ({ from, to }: FromTo<Limit | null>): string =>
    `${words}: ${written(from)} before, ${written(to)} now`;
  const [raised, lowered] = opposites<FromTo<Limit | null>>(
    (end === "lower" ? tightens : loosens)(`${id}-raised`, message),
    (end === "lower" ? loosens : tightens)(`${id}-lowered`, message),
  );
  return {
    kinds: [raised, lowered],
    compare: (base, revision, report) => {
      const [before, after] = [schemasOf(base), schemasOf(revision)];
      const from = strictest(before, aspect);
      const to = strictest(after, aspect);
      const at = [from?.at ?? before[0]?.at ?? base.at, to?.at ?? after[0]?.at ?? revision.at] as const;
      const moved = rankOf(to, end) - rankOf(from, end);
      const isEdge = from !== null && to !== null && from.value === to.value && from.isExclusive !== to.isExclusive;
      if (isEdge) report(to.isExclusive === (end === "lower") ? raised : lowered, { from, to }, ...at);
      else if (moved !== 0) report(moved > 0 ? raised : lowered, { from, to }, ...at);
    },
  };
}

/** A keyword's value as a limit; an empty list without the keyword. */
export function limitAt(at: Location, keyword: string, value: number | null, isExclusive = false): Limit[] {
  return value === null ? [] : [{ value, isExclusive, at: inside(at, keyword) }];
}

function strictest<S>(schemas: readonly S[], { end, limitsOf }: LimitAspect<never, S>): Limit | null {
  const isStricter = (a: Limit, b: Limit): boolean =>
    a.value === b.value ? a.isExclusive : end === "lower" ? a.value > b.value : a.value < b.value;
  return schemas
    .flatMap((schema) => limitsOf(schema, schemas))
    .reduce<Limit | null>((best, limit) => (best === null || isStricter(limit, best) ? limit : best), null);
}

/** No limit is looser than every limit. */
function rankOf(limit: Limit | null, end: "lower" | "upper"): number {
  if (limit !== null) return limit.value;
  return end === "lower" ? -Number.MAX_VALUE : Number.MAX_VALUE;
}

function written(limit: Limit | null): string {
  if (limit === null) return "no limit";
  return limit.isExclusive ? `${limit.value}, exclusive` : String(limit.value);
}

// `multipleOf`: the step of a number.
const message = ({ from, to }: FromTo<number | null>): string =>
  `its multipleOf is ${to ?? "not set"} instead of ${from ?? "not set"}`;

export const multipleOfRule: Rule<View> = keywordRule<"multipleOf", number>({
  keyword: "multipleOf",
  kinds: [
    ...opposites(tightens("multiple-of-tightened", message), loosens("multiple-of-loosened", message)),
    mutual(breaks("multiple-of-changed", message)),
  ],
  schemasOf: ({ numbers }) => numbers,
  // 0.3 is a multiple of 0.1, though not in binary.
  isWithin: (narrow, wide) => {
    const times = narrow / wide;
    return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
  },
});
