// Two lists -> the elements in both, the new and the removed ones, by keys or by rules.

export interface Paired<Element> {
  readonly both: readonly { readonly base: Element; readonly revision: Element }[];
  readonly added: readonly Element[];
  readonly removed: readonly Element[];
}

/**
 * In the order of the lists. An element that is in a list twice counts twice. What one key leaves over is paired by the
 * next.
 */
export function paired<Element>(
  base: readonly Element[],
  revision: readonly Element[],
  keyOf: (element: Element) => string,
  ...furtherKeys: readonly ((element: Element) => string)[]
): Paired<Element> {
  const waiting = Map.groupBy(base, keyOf);
  const both: { base: Element; revision: Element }[] = [];
  const added: Element[] = [];
  for (const element of revision) {
    const match = waiting.get(keyOf(element))?.shift();
    if (match === undefined) added.push(element);
    else both.push({ base: match, revision: element });
  }
  const unmatched = new Set([...waiting.values()].flat());
  const removed = base.filter((element) => unmatched.has(element));
  const [nextKey, ...lastKeys] = furtherKeys;
  if (nextKey === undefined) return { both, added, removed };
  const rest = paired(removed, added, nextKey, ...lastKeys);
  return { ...rest, both: [...both, ...rest.both] };
}

/**
 * By rules in their order, each for the elements that those before it leave over, in the order of the base. `"one"`: a rule pairs an
 * element only where it finds one partner alone; `"first"`: with the first that it finds.
 */
export function pairedByRules<Element>(
  base: readonly Element[],
  revision: readonly Element[],
  rules: readonly ((base: Element, revision: Element) => boolean)[],
  partner: "one" | "first",
): Paired<Element> {
  const pairs = new Map<Element, Element>();
  const matched = new Set<Element>();
  for (const rule of rules)
    for (const old of base) {
      if (pairs.has(old)) continue;
      const [candidate, ...others] = revision.filter((now) => !matched.has(now) && rule(old, now));
      if (candidate === undefined || (partner === "one" && others.length > 0)) continue;
      pairs.set(old, candidate);
      matched.add(candidate);
    }
  return {
    both: [...pairs].map(([old, now]) => ({ base: old, revision: now })),
    added: revision.filter((now) => !matched.has(now)),
    removed: base.filter((old) => !pairs.has(old)),
  };
}

/** The same with what `isPair` finds among the elements that are left over. */
export function pairedFurther<Element>(
  { both, added, removed }: Paired<Element>,
  isPair: (base: Element, revision: Element) => boolean,
): Paired<Element> {
  const waiting = [...removed];
  const newPairs: { base: Element; revision: Element }[] = [];
  const unmatched = added.filter((revision) => {
    const index = waiting.findIndex((base) => isPair(base, revision));
    const [base] = index === -1 ? [] : waiting.splice(index, 1);
    if (base !== undefined) newPairs.push({ base, revision });
    return base === undefined;
  });
  return { both: [...both, ...newPairs], added: unmatched, removed: waiting };
}

/** Another pair when exactly one element is new and one is removed. */
export function withLastPair<Element>({ both, added, removed }: Paired<Element>): Paired<Element> {
  const [revision, ...moreAdded] = added;
  const [base, ...moreRemoved] = removed;
  if (base === undefined || revision === undefined || moreAdded.length + moreRemoved.length > 0)
    return { both, added, removed };
  return { both: [...both, { base, revision }], added: [], removed: [] };
}
