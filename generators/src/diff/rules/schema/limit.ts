// One lower or upper limit of a keyword -> the rule that detects when it moves.
import type { Location } from "../../../model/place.ts";
import { inside, loosens, opposites, type Rule, tightens } from "../../rule.ts";

export interface Limit {
  readonly value: number;
  /** The value itself is not allowed. */
  readonly isExclusive: boolean;
  readonly at: Location;
}

interface Moved {
  readonly from: Limit | null;
  readonly to: Limit | null;
}

interface Placed {
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
  const message = ({ from, to }: Moved): string => `${words}: ${written(from)} before, ${written(to)} now`;
  const [raised, lowered] = opposites<Moved>(
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
