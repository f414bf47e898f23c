// The index of the site and what a reader types -> the pages, best first. The build makes the index with it, and the browser searches.
import MiniSearch, { type Options } from "minisearch";
import { synonymsIn } from "./synonyms.ts";
import { termOf, termsOf, wordsOf } from "./terms.ts";

/** What a reader sees a page as, and may search by itself. */
export const kinds = ["Guides", "HTTP API", "Events", "Schemas", "Toolkit", "Diagnostics", "Changelog"] as const;
export type Kind = (typeof kinds)[number];

/** A page as the search knows it. */
export interface Entry {
  /** From the root of the site, without the base: `/guides/webhooks/` */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Kind;
  /** Pages that are alike, such as one request with seven methods: a search finds the best of them. */
  readonly group: string;
  /** What programs call it: `createOrder`, `/v1/orders/create`, `order.shipped` */
  readonly names: string;
  /** One on each line. */
  readonly headings: string;
  /** Parameters, properties, options. */
  readonly fields: string;
  readonly text: string;
}

export type Hit = Pick<Entry, "path" | "title" | "description" | "kind" | "names">;

/** From the folder of the site. */
export const indexFile = "search-index.json";

const options: Options<Entry> = {
  idField: "path",
  fields: ["title", "names", "headings", "description", "fields", "text"],
  storeFields: ["path", "title", "description", "kind", "group", "names", "headings"],
  tokenize: termsOf,
  processTerm: termOf,
};

const fieldBoosts = { title: 6, names: 5, headings: 2.5, description: 3, fields: 2, text: 1 } as const;

/** People look for how something is done before they look for what has all of its words. */
const kindBoosts: Readonly<Record<Kind, number>> = {
  Guides: 1.6,
  "HTTP API": 1.4,
  Events: 1.2,
  Schemas: 0.8,
  Toolkit: 0.8,
  Diagnostics: 0.4,
  Changelog: 0.8,
};

export type Index = MiniSearch<Entry>;

export function indexOf(entries: readonly Entry[]): Index {
  const index = new MiniSearch<Entry>(options);
  index.addAll(entries);
  return index;
}

export function readIndex(json: string): Index {
  return MiniSearch.loadJSON<Entry>(json, options);
}

/** A word that is on no page -> the word that is on the most pages and differs from it in a letter or two. */
export function corrected(index: Index, text: string): string {
  const known = synonymsIn(text.toLowerCase())
    .map(({ typed }) => typed)
    .join(" ");
  return text.replaceAll(/\p{L}{4,}/gu, (word) => {
    const term = termOf(word);
    if (term === null || known.includes(word.toLowerCase()) || isThere(index, term)) return word;
    const counts = new Map<string, number>();
    for (const { terms } of index.search(term, { ...alone, fuzzy: 0.25 }))
      for (const other of terms) counts.set(other, (counts.get(other) ?? 0) + 1);
    const [best] = [...counts].filter(([other]) => /^\p{L}+$/u.test(other)).sort(([, a], [, b]) => b - a);
    return best?.[0] ?? word;
  });
}

/** `null` for `kind`: all of them. */
export function search(index: Index, text: string, { kind, most }: { kind: Kind | null; most: number }): Hit[] {
  const typed = corrected(index, text.trim()).toLowerCase();
  if (typed === "") return [];
  const results = index.search(
    {
      combineWith: "OR",
      queries: [
        typed,
        ...synonymsIn(typed).map(({ meant }) => ({
          queries: [meant],
          boost: fainter(fieldBoosts),
          combineWith: "OR" as const,
        })),
      ],
    },
    {
      boost: fieldBoosts,
      prefix: (term) => term.length > 2,
      weights: { prefix: 0.35, fuzzy: 0 },
      boostDocument: (_id, term, stored) => documentBoost(stored, { typed, term }),
      ...(kind === null ? {} : { filter: (result) => result["kind"] === kind }),
    },
  );
  const seen = new Set<string>();
  const hits: Hit[] = [];
  for (const { path, title, description, kind: found, names, group } of results) {
    if (seen.has(group)) continue;
    seen.add(group);
    hits.push({ path, title, description, kind: found, names });
    if (hits.length === most) break;
  }
  return hits;
}

/** What someone means counts for less than what someone types. */
function fainter(boosts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(boosts).map(([field, boost]) => [field, boost * 0.6]));
}

/** A term as it is. */
const alone = { prefix: false, tokenize: (term: string) => [term] };

function isThere(index: Index, term: string): boolean {
  return index.search(term, { ...alone, prefix: true, fuzzy: false }).length > 0;
}

/** A page whose name or title is what was typed comes first, then one that has a section of that name. */
function documentBoost(
  stored: Record<string, unknown> | undefined,
  { typed }: { typed: string; term: string },
): number {
  const kind = kinds.find((one) => one === stored?.["kind"]) ?? "Toolkit";
  const names = String(stored?.["names"]).toLowerCase().split(" ");
  const title = String(stored?.["title"]).toLowerCase();
  const headings = String(stored?.["headings"]).toLowerCase().split("\n");
  const words = wordsOf(typed);
  const isIn = (text: string): boolean => wordsOf(text).join(" ") === words.join(" ");
  const isNamed = names.includes(typed) || isIn(title);
  const isTitled = words.length > 0 && words.every((word) => wordsOf(title).includes(word));
  return kindBoosts[kind] * (isNamed ? 6 : headings.some(isIn) ? 3 : isTitled ? 1.8 : 1);
}
