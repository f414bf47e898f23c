// The index of the site and what a reader types -> the pages, best first. The build makes the index with it, and the browser searches.
import MiniSearch, { type Options } from "minisearch";
import { mistypedBy } from "./mistyped.ts";
import { stemOf, stemsOf, termOf, termsOf, wordsOf } from "./terms.ts";

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
  /** One on each line, with its anchor after a tab. */
  readonly headings: string;
  /** Parameters, properties, options. */
  readonly fields: string;
  readonly text: string;
}

export type Hit = Pick<Entry, "path" | "title" | "description" | "kind" | "names" | "headings">;

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
  readonly synonyms: readonly Synonym[];
  /** Every term, and on how many pages it is. */
  readonly terms: ReadonlyMap<string, number>;
  /** The terms of one stem: `verify`, `verified`. */
  readonly stems: ReadonlyMap<string, readonly string[]>;
}

interface Synonym {
  readonly typed: RegExp;
  readonly meant: string;
}

/** What any API's readers call things; a team's synonyms come before these. */
const everywhere: readonly Synonym[] = [
  { typed: /\brepos?\b/, meant: "repository" },
  { typed: /\borgs?\b/, meant: "organization" },
  { typed: /\b(?:remove|destroy|drop|erase)\b/, meant: "delete" },
  { typed: /\b(?:add|open|make|new|post|register|submit|trigger)\b/, meant: "create" },
  { typed: /\b(?:fetch|retrieve|read|show|view|look ?up)\b/, meant: "get" },
  { typed: /\b(?:edit|change|modify|patch|rename)\b/, meant: "update" },
  { typed: /\b(?:search|find|filter|browse|all)\b/, meant: "list" },
];

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

/** As much of MiniSearch's file as is read here: each term, with the pages that have it by field. */
type Stored = Parameters<typeof MiniSearch.loadJS>[0] & {
  readonly index: readonly (readonly [
    term: string,
    fields: Readonly<Record<string, Readonly<Record<string, number>>>>,
  ])[];
};

export function readIndex(text: string): Index {
  const { pages, boosts, synonyms }: Knowledge & { readonly pages: Stored } = JSON.parse(text);
  const terms = new Map<string, number>();
  const stems = new Map<string, string[]>();
  for (const [term, fields] of pages.index) {
    terms.set(term, Math.max(...Object.values(fields).map((ids) => Object.keys(ids).length)));
    const stem = stemOf(term);
    stems.set(stem, [...(stems.get(stem) ?? []), term]);
  }
  return {
    pages: MiniSearch.loadJS<Entry>(pages, options),
    boosts,
    synonyms: [...synonyms.map(([typed, meant]) => ({ typed: new RegExp(typed), meant })), ...everywhere],
    terms,
    stems,
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

/** A word that is on no page -> the word that differs from it least, and of those the one on the most pages. */
export function corrected(index: Index, text: string): string {
  const known = synonymsIn(text.toLowerCase(), index)
    .map(({ typed }) => typed)
    .join(" ");
  return text.replaceAll(/\p{L}{4,}/gu, (word) => {
    const term = termOf(word);
    if (term === null || known.includes(word.toLowerCase()) || isThere(index, term)) return word;
    let best = { word, distance: Number.POSITIVE_INFINITY, count: 0 };
    for (const [other, count] of index.terms) {
      if (other[0] !== term[0] || !/^\p{L}+$/u.test(other)) continue;
      const away = mistypedBy(term, other);
      if (away !== null && (away < best.distance || (away === best.distance && count > best.count)))
        best = { word: other, distance: away, count };
    }
    return best.word;
  });
}

export interface Results {
  readonly hits: readonly Hit[];
  /** The text that was searched for, with typing errors corrected. */
  readonly searched: string;
  /** Words that no page has, and none of what they may mean. */
  readonly missing: readonly string[];
}

/** `null` for `kind`: all of them. */
export function search(index: Index, text: string, { kind, most }: { kind: string | null; most: number }): Results {
  const searched = corrected(index, text.trim());
  const typed = searched.toLowerCase();
  if (typed === "") return { hits: [], searched, missing: [] };
  const synonyms = synonymsIn(typed, index);
  const terms = termsOf(typed).flatMap((term) => termOf(term) ?? []);
  const related = terms.flatMap((term) => index.stems.get(stemOf(term)) ?? []).filter((term) => !terms.includes(term));
  const query: Query = {
    variants: [typed, ...synonyms.map(({ typed: part, meant }) => typed.replace(part, ` ${meant} `))].map(stemsOf),
    meanings: synonyms.map(({ meant }) => stemsOf(meant).join(" ")),
    name: typed,
  };
  const boosts = new Map<string, number>();
  const results = index.pages.search(
    {
      combineWith: "OR",
      queries: [
        typed,
        ...[related.join(" "), ...synonyms.map(({ meant }) => meant)].map((other) => ({
          queries: [other],
          boost: fainter(fieldBoosts),
          prefix: false,
          combineWith: "OR" as const,
        })),
      ],
    },
    {
      boost: fieldBoosts,
      prefix: (term) => term.length > 2,
      weights: { prefix: 0.35, fuzzy: 0 },
      boostDocument: (id: string, _term, stored) => {
        const known = boosts.get(id) ?? documentBoost(stored, query, index.boosts);
        boosts.set(id, known);
        return known;
      },
      ...(kind === null ? {} : { filter: (result) => result["kind"] === kind }),
    },
  );
  const seen = new Set<string>();
  const hits: Hit[] = [];
  const ranked = results
    .map((result) => ({ result, rank: result.score * presence(query.variants, result.terms) }))
    .sort((a, b) => b.rank - a.rank);
  for (const { result } of ranked) {
    const { path, title, description, kind: found, names, headings, group } = result;
    if (seen.has(group)) continue;
    seen.add(group);
    hits.push({ path, title, description, kind: found, names, headings });
    if (hits.length === most) break;
  }
  const known = synonyms.map((synonym) => synonym.typed).join(" ");
  const missing = wordsOf(searched).filter((word) => !known.includes(word) && !isThere(index, word));
  return { hits, searched, missing: [...new Set(missing)] };
}

/** How much of what was typed a page has: one that lacks a word comes after those that have all of them. */
function presence(variants: Query["variants"], terms: readonly string[]): number {
  const stems = terms.map(stemOf);
  const has = (word: string): boolean => stems.some((stem) => stem.startsWith(word));
  return Math.max(...variants.map((words) => 0.2 + words.filter(has).length / Math.max(words.length, 1)));
}

/** What someone means counts for less than what someone types. */
function fainter(boosts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(boosts).map(([field, boost]) => [field, boost * 0.6]));
}

/** A term, the beginning of one, or one of the same stem. */
function isThere({ terms, stems }: Index, term: string): boolean {
  if (terms.has(term) || stems.has(stemOf(term))) return true;
  for (const other of terms.keys()) if (other.startsWith(term)) return true;
  return false;
}

interface Query {
  /** The stems of what was typed, and of that with a part of it called something else. */
  readonly variants: readonly (readonly string[])[];
  readonly meanings: readonly string[];
  readonly name: string;
}

/** A page whose name or title is what was typed comes first, then one that has a section of that name, or is called what was meant. */
function documentBoost(
  stored: Record<string, unknown> | undefined,
  { variants, meanings, name }: Query,
  boosts: Knowledge["boosts"],
): number {
  const names = String(stored?.["names"]).toLowerCase().split(" ");
  const title = stemsOf(String(stored?.["title"]));
  const headings = String(stored?.["headings"])
    .split("\n")
    .map((heading) => stemsOf(heading.replace(/\t.*$/, "")).join(" "));
  const [typed = [], ...others] = variants;
  const kind = boosts[String(stored?.["kind"])] ?? 1;
  const isNamed = names.includes(name) || wordsOf(String(stored?.["title"])).join(" ") === wordsOf(name).join(" ");
  if (isNamed) return kind * 6;
  const isMeant = headings.includes(typed.join(" ")) || meanings.includes(title.join(" "));
  const covered = Math.max(coverage(typed, title), ...others.map((variant) => coverage(variant, title) * 0.9));
  const isSpelled = wordedAs(name, String(stored?.["title"]));
  const about = aboutness(names, variants) * (isIn(String(stored?.["path"]), variants) ? 1.2 : 1);
  return kind * Math.max(isMeant ? 3 : 1, covered * about * (isSpelled ? 1.2 : 1));
}

/** 1 for a title that has less than all of the words; the more, the less else is in it, and if it has them in a row. */
function coverage(words: readonly string[], title: readonly string[]): number {
  const isWhole = words.length > 0 && words.every((word) => title.includes(word));
  const at = ` ${title.join(" ")} `.indexOf(` ${words.join(" ")} `);
  return isWhole ? 1.5 + (2 * words.length) / title.length + (at === 0 ? 1 : at > 0 ? 0.7 : 0) : 1;
}

/** `list repositories` is in `List organization repositories`, and not in `List repository issues`. */
function wordedAs(typed: string, title: string): boolean {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return typed.split(/\s+/).every((word) => words.includes(word) || termOf(word) === null);
}

/** Whether the folder of a page is called by one of the words: `/operations/repos/`. */
function isIn(path: string, variants: readonly (readonly string[])[]): boolean {
  const folder = stemsOf(path.split("/").at(-3) ?? "").join(" ");
  return variants.some((words) => words.includes(folder));
}

/** More where the path of an operation ends with what was typed and nothing else: `/orgs/{org}/repos` for `list repositories`. */
function aboutness(names: readonly string[], variants: readonly (readonly string[])[]): number {
  const parts = names.find((one) => one.startsWith("/"))?.split("/") ?? [];
  const last = parts.findLast((part) => part !== "" && !part.startsWith("{"));
  if (last === undefined) return 1;
  const stems = stemsOf(last);
  const isAbout = variants.some((words) => stems.every((stem) => words.some((word) => word.startsWith(stem))));
  return isAbout ? (last === parts.at(-1) ? 1.6 : 1.3) : 1;
}
