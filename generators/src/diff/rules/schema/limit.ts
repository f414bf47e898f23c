// One lower or upper limit of a keyword -> the rule that detects when it moves.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export interface Limit {
  readonly value: number;
  /** The value itself is not allowed. */
  readonly isExclusive?: boolean;
  readonly at: Location;
}

interface Moved {
  readonly from: Limit | null;
  readonly to: Limit | null;
}

export interface LimitAspect {
  /** `max-length` */
  readonly id: string;
  readonly end: "lower" | "upper";
  /** `maximum number of characters`: what the limit is. */
  readonly words: string;
  /** Every limit that is set; the strictest counts. */
  readonly limitsOf: (view: View) => readonly Limit[];
  /** The text for no limit. */
  readonly atOf: (view: View) => Location | undefined;
}

export interface LimitRule extends Rule<View> {
  readonly raised: Kind<Moved>;
  readonly lowered: Kind<Moved>;
}

export function limitRule({ id, end, words, limitsOf, atOf }: LimitAspect): LimitRule {
  const message = ({ from, to }: Moved): string => `${words}: ${written(from)} before, ${written(to)} now`;
  const raised: Kind<Moved> = {
    ...(end === "lower" ? tightens : loosens),
    id: `${id}-raised`,
    opposite: `${id}-lowered`,
    message,
  };
  const lowered: Kind<Moved> = {
    ...(end === "lower" ? loosens : tightens),
    id: `${id}-lowered`,
    opposite: `${id}-raised`,
    message,
  };
  const rule: Rule<View> = {
    kinds: [raised, lowered],
    compare: (base, revision, report) => {
      const [from, to] = [strictest(limitsOf(base), end), strictest(limitsOf(revision), end)];
      const moved = rankOf(to, end) - rankOf(from, end);
      const isEdge = from !== null && to !== null && from.value === to.value && from.isExclusive !== to.isExclusive;
      if (from === null && to === null) return;
      const [before, after] = [from?.at ?? atOf(base) ?? base.at, to?.at ?? atOf(revision) ?? revision.at];
      if (isEdge) {
        const isTighter = to.isExclusive === true;
        report(isTighter === (end === "lower") ? raised : lowered, { from, to }, before, after);
      } else if (moved > 0) report(raised, { from, to }, before, after);
      else if (moved < 0) report(lowered, { from, to }, before, after);
    },
  };
  return { ...rule, raised, lowered };
}

/** A keyword's value as a limit; an empty list without the keyword. */
export function limitAt(at: Location, keyword: string, value: number | null, isExclusive = false): Limit[] {
  return value === null ? [] : [{ value, isExclusive, at: inside(at, keyword) }];
}

function strictest(limits: readonly Limit[], end: "lower" | "upper"): Limit | null {
  const isStricter = (a: Limit, b: Limit): boolean =>
    a.value === b.value ? a.isExclusive === true : end === "lower" ? a.value > b.value : a.value < b.value;
  return limits.reduce<Limit | null>((best, limit) => (best === null || isStricter(limit, best) ? limit : best), null);
}

/** No limit is looser than every limit. */
function rankOf(limit: Limit | null, end: "lower" | "upper"): number {
  if (limit !== null) return limit.value;
  return end === "lower" ? -Number.MAX_VALUE : Number.MAX_VALUE;
}

function written(limit: Limit | null): string {
  if (limit === null) return "no limit";
  return limit.isExclusive === true ? `${limit.value}, exclusive` : String(limit.value);
}
