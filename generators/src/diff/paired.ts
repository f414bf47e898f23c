// Two lists -> the elements in both, the new and the removed ones, by a key of the elements.

export interface Paired<Element> {
  readonly both: readonly { readonly base: Element; readonly revision: Element }[];
  readonly added: readonly Element[];
  readonly removed: readonly Element[];
}

/** In the order of the lists. An element that is in a list twice counts twice. */
export function paired<Element>(
  base: readonly Element[],
  revision: readonly Element[],
  keyOf: (element: Element) => string,
): Paired<Element> {
  const waiting = new Map<string, Element[]>();
  for (const element of base) {
    const key = keyOf(element);
    waiting.set(key, [...(waiting.get(key) ?? []), element]);
  }
  const both: { base: Element; revision: Element }[] = [];
  const added: Element[] = [];
  for (const element of revision) {
    const found = waiting.get(keyOf(element))?.shift();
    if (found === undefined) added.push(element);
    else both.push({ base: found, revision: element });
  }
  const left = new Set([...waiting.values()].flat());
  return { both, added, removed: base.filter((element) => left.has(element)) };
}

/** Another pair when exactly one element is new and one is removed. */
export function withLastPair<Element>({ both, added, removed }: Paired<Element>): Paired<Element> {
  const [revision, ...moreAdded] = added;
  const [base, ...moreRemoved] = removed;
  if (base === undefined || revision === undefined || moreAdded.length + moreRemoved.length > 0)
    return { both, added, removed };
  return { both: [...both, { base, revision }], added: [], removed: [] };
}
