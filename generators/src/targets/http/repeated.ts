// What several responses of a description have in common, so that a target can write it once.
import type { Response } from "../../model/http.ts";
import { identityOf, tokensTo } from "../../model/place.ts";

/** Entries of `components.responses` that several of the responses are, under the same status each time; one of each. */
export function repeatedOf(responses: readonly Response[]): Response[] {
  const uses = Map.groupBy(responses.filter(isComponent), sharingKeyOf);
  return [...uses.values()].flatMap(([first, ...others]) => {
    const isShared =
      others.length > 0 && others.every((other) => JSON.stringify(other.status) === JSON.stringify(first?.status));
    return isShared && first !== undefined ? [first] : [];
  });
}

/** The same for identical responses: a response to HEAD differs from the one to GET, since it has no body. */
export function sharingKeyOf({ at, content }: Pick<Response, "at" | "content">): string {
  return `${content.length} ${identityOf(at)}`;
}

function isComponent({ at }: Response): boolean {
  const [components, responses] = tokensTo(at).slice(-3);
  return components === "components" && responses === "responses";
}

/** The words a name for the component is made of: its key, and "response", once. */
export function nameWordsOf({ at }: Response): string[] {
  return [at.key.replace(/[-_ ]?response$/i, ""), "response"];
}

/** The first of the items whose key is the most frequent; `null` when no key occurs twice. */
export function mostFrequentOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item | null {
  const counts = new Map<string, number>();
  const keys = items.map(keyOf);
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  return most === 1 ? null : (items[keys.findIndex((key) => counts.get(key) === most)] ?? null);
}
