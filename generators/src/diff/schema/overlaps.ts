// The alternatives of `oneOf` on both sides -> whether values that one alternative accepted match a second one now, which refuses them.
import type { Schema } from "../../model/schema.ts";
import type { Paired } from "../paired.ts";
import type { Schemas } from "./comparison.ts";
import type { Choice } from "./view.ts";

export interface Overlaps {
  /** Where values come from, such as the base of a request. */
  readonly from: Choice;
  readonly to: Choice;
  readonly both: readonly { readonly from: Schema; readonly to: Schema }[];
  /** Whether the second accepts every value of the first. */
  readonly accepts: (narrow: Schemas, wide: Schemas) => boolean;
  readonly isSame: (one: Schemas, other: Schemas) => boolean;
}

/** Large lists are compared pair by pair only up to this many pairs. */
const mostTrials = 400;

/** Only where that follows from one alternative including another: most lists overlap a little, by values that are never sent. */
export function startsToOverlap({ from, to, both, accepts, isSame }: Overlaps): boolean {
  if (to.mode !== "oneOf" || to.members.length < 2 || both.length * to.members.length > mostTrials) return false;
  const partnerOf = new Map(both.map((pair) => [pair.to, pair.from]));
  return both.some(({ from: before, to: after }) => {
    const values = allOf(from, before);
    const isRefused = from.members.some((each) => each !== before && accepts(values, allOf(from, each)));
    if (from.mode === "oneOf" && isRefused) return false;
    return to.members.some((other) => {
      if (other === after) return false;
      const partner = partnerOf.get(other);
      const second = allOf(to, other);
      const isNew = partner === undefined || !accepts(values, allOf(from, partner));
      const first = allOf(to, after);
      if (!isNew || !accepts(values, first)) return false;
      // Objects without a required member include each other: their authors mean the members that are there, not `oneOf`.
      if (!isSame(first, second) && accepts(first, second) && accepts(second, first)) return false;
      return accepts(values, second) || (partner === undefined && accepts(second, values));
    });
  });
}

function allOf({ beside }: Choice, member: Schema): Schemas {
  return [member, ...beside];
}

/** What matches, as seen from the other side. */
export function pairsBack({ both }: Pick<Paired<Schema>, "both">): { from: Schema; to: Schema }[] {
  return both.map(({ base, revision }) => ({ from: revision, to: base }));
}

export function pairsForth({ both }: Pick<Paired<Schema>, "both">): { from: Schema; to: Schema }[] {
  return both.map(({ base, revision }) => ({ from: base, to: revision }));
}
