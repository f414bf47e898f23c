// The index of the site and what a reader types -> the pages, best first. The build makes the index with it, and the browser searches.
import MiniSearch, { type Options } from "minisearch";
import { termOf, termsOf, wordsOf } from "./terms.ts";

/** A page as the search knows it. */
export interface Entry {
  /** From the root of the site, without the base: `/guides/webhooks/` */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** What a reader sees it as, and may search by itself: `Guides`. */
  readonly kind: string;
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

/** What the author of a site knows of it. */
export interface Knowledge {
  /** How much a page of a kind counts; 1 for those that are not named. People look for how something is done before anything else. */
  readonly boosts: Readonly<Record<string, number>>;
  /** What readers type, as a regular expression for lower case, and the words that the pages have for it. */
  readonly synonyms: readonly (readonly [typed: string, meant: string])[];
}

export interface Index {
  readonly pages: MiniSearch<Entry>;
  readonly boosts: Knowledge["boosts"];
  readonly synonyms: readonly { readonly typed: RegExp; readonly meant: string }[];
}

/** The file that the browser loads. */
export function indexText(entries: readonly Entry[], knowledge: Knowledge): string {
  const pages = new MiniSearch<Entry>(options);
  pages.addAll(entries.map((entry) => ({ ...entry, text: wordsOnce(entry.text) })));
  return JSON.stringify({ ...knowledge, pages });
}

/** On a long page a word may be found a hundred times; that says no more than a few. */
function wordsOnce(text: string): string {
  const counts = new Map<string, number>();
  return text
    .split(/\s+/)
    .filter((word) => {
      const count = (counts.get(word) ?? 0) + 1;
      counts.set(word, count);
      return count <= 3;
    })
    .join(" ");
}

export function readIndex(text: string): Index {
  const { pages, boosts, synonyms }: Knowledge & { readonly pages: Parameters<typeof MiniSearch.loadJS>[0] } =
    JSON.parse(text);
  return {
    pages: MiniSearch.loadJS<Entry>(pages, options),
    boosts,
    synonyms: synonyms.map(([typed, meant]) => ({ typed: new RegExp(typed), meant })),
  };
}

/** For a text in lower case: the part of it that is called something else here. */
function synonymsIn(text: string, { synonyms }: Index): { readonly typed: string; readonly meant: string }[] {
  return synonyms.flatMap(({ typed: pattern, meant }) => {
    const typed = pattern.exec(text)?.[0];
    return typed === undefined ? [] : [{ typed, meant }];
  });
}

/** What the pages call the parts of a text. */
export function meaningsOf(index: Index, text: string): string[] {
  return synonymsIn(text.toLowerCase(), index).map(({ meant }) => meant);
}

/** A word that is on no page -> the word that is on the most pages and differs from it in a letter or two. */
export function corrected(index: Index, text: string): string {
  const known = synonymsIn(text.toLowerCase(), index)
    .map(({ typed }) => typed)
    .join(" ");
  return text.replaceAll(/\p{L}{4,}/gu, (word) => {
    const term = termOf(word);
    if (term === null || known.includes(word.toLowerCase()) || isThere(index, term)) return word;
    const counts = new Map<string, number>();
    for (const { terms } of index.pages.search(term, { ...alone, fuzzy: 0.25 }))
      for (const other of terms) counts.set(other, (counts.get(other) ?? 0) + 1);
    const [best] = [...counts].filter(([other]) => /^\p{L}+$/u.test(other)).sort(([, a], [, b]) => b - a);
    return best?.[0] ?? word;
  });
}

/** `null` for `kind`: all of them. */
export function search(index: Index, text: string, { kind, most }: { kind: string | null; most: number }): Hit[] {
  const typed = corrected(index, text.trim()).toLowerCase();
  if (typed === "") return [];
  const meanings = meaningsOf(index, typed);
  const results = index.pages.search(
    {
      combineWith: "OR",
      queries: [
        typed,
        ...meanings.map((meant) => ({
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
      boostDocument: (_id, _term, stored) => documentBoost(stored, { typed, meanings, boosts: index.boosts }),
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
  return index.pages.search(term, { ...alone, prefix: true, fuzzy: false }).length > 0;
}

/** A page whose name or title is what was typed comes first, then one that has a section of that name, or is called what was meant. */
function documentBoost(
  stored: Record<string, unknown> | undefined,
  {
    typed,
    meanings,
    boosts,
  }: { readonly typed: string; readonly meanings: readonly string[]; readonly boosts: Knowledge["boosts"] },
): number {
  const names = String(stored?.["names"]).toLowerCase().split(" ");
  const title = wordsOf(String(stored?.["title"]).toLowerCase());
  const headings = String(stored?.["headings"]).toLowerCase().split("\n");
  const words = wordsOf(typed);
  const isIn = (text: string): boolean => wordsOf(text).join(" ") === words.join(" ");
  const isNamed = names.includes(typed) || title.join(" ") === words.join(" ");
  const isMeant = meanings.some((meant) => wordsOf(meant).join(" ") === title.join(" "));
  const isTitled = words.length > 0 && words.every((word) => title.includes(word));
  const kind = boosts[String(stored?.["kind"])] ?? 1;
  return kind * (isNamed ? 6 : headings.some(isIn) || isMeant ? 3 : isTitled ? 1.8 : 1);
}
