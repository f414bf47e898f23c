// The planned changes in the order of `waybill diff`, which is that of a changelog.
import { diffApis } from "../diff/index.ts";
import type { Api } from "../model/api.ts";
import { identityOf, type Location } from "../model/place.ts";
import type { PlannedChange } from "./plan/changes.ts";

export function inOrderOfDiff(changes: readonly PlannedChange[], before: Api, after: Api): PlannedChange[] {
  const order = new Map<string, number>();
  diffApis(before, after).forEach(({ base, revision }, index) => {
    for (const key of [`base ${identityOf(base)}`, `revision ${identityOf(revision)}`])
      if (!order.has(key)) order.set(key, index);
  });
  const ranks = new Map(changes.map((change) => [change, rankOf(change, order)]));
  return changes.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

/** That of the change at the same place or around it; last without any. */
function rankOf({ base, revision }: PlannedChange, order: ReadonlyMap<string, number>): number {
  const ranks = [
    ...(base === null ? [] : [rankAt(base, "base", order)]),
    ...(revision === null ? [] : [rankAt(revision, "revision", order)]),
  ].filter((rank) => rank !== null);
  return ranks.length === 0 ? order.size : Math.min(...ranks);
}

function rankAt(at: Location, side: "base" | "revision", order: ReadonlyMap<string, number>): number | null {
  return order.get(`${side} ${identityOf(at)}`) ?? null;
}
