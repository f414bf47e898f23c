// The pages and guides of a site -> the index of the search, which the browser loads whole.
import { type Entry, indexText } from "../../site/search/engine.ts";
import type { Block, Page } from "../blocks/block.ts";
import { markdownOf } from "../blocks/markdown.ts";
import { type ProseHeading, plainOf } from "../blocks/prose.ts";
import type { Searched } from "../config.ts";

/** What readers may search by itself, and how much it counts. */
const boosts = { Guides: 1.6, Operations: 1.4, Events: 1.2, Schemas: 0.8, Overview: 1 } as const;

type Kind = keyof typeof boosts;

const kinds: Readonly<Record<Page["kind"], Kind>> = {
  overview: "Overview",
  list: "Overview",
  other: "Overview",
  operation: "Operations",
  event: "Events",
  channel: "Events",
  schema: "Schemas",
};

export type Synonyms = readonly (readonly [typed: RegExp, meant: string])[];

/** `searched`: the kinds of the team's own; `null` for those above. */
export function searchIndexOf(
  entries: readonly Entry[],
  synonyms: Synonyms,
  searched: readonly Searched[] | null,
): string {
  const weights = searched === null ? boosts : Object.fromEntries(searched.map(({ label, weight }) => [label, weight]));
  return indexText(entries, {
    boosts: weights,
    synonyms: synonyms.map(([typed, expansion]) => [typed.source, expansion]),
  });
}

/** The entry in the kind of the team's own that its path fits; none where it fits no kind. */
export function entriesIn(entry: Entry, searched: readonly Searched[] | null): Entry[] {
  if (searched === null) return [entry];
  const matchingKind = searched.find(({ paths }) => paths.some((start) => entry.path.startsWith(start)));
  return matchingKind === undefined ? [] : [{ ...entry, kind: matchingKind.label }];
}

export interface PageEntry {
  /** The page that represents it, such as that of the same operation with another method. */
  readonly group: string;
  readonly headings: readonly ProseHeading[];
  /** On a site of thousands of pages: what nested properties are called, and what each of them means, is not indexed. */
  readonly isBrief: boolean;
}

export function entryOfPage(page: Page, { group, headings, isBrief }: PageEntry): Entry {
  const blocks = [...page.intro, ...page.main];
  const parts = isBrief ? blocks : blocks.flatMap(partsOf);
  return {
    path: page.path,
    title: page.title,
    description: page.description,
    kind: kinds[page.kind],
    group,
    names: parts.flatMap(namesIn).join(" "),
    headings: headings.map(({ text, slug }) => `${text}\t${slug}`).join("\n"),
    // Responses have the same headers on every page: who looks for one wants the guide that explains it.
    fields: parts
      .flatMap((part) => (part.kind === "fields" ? part.fields : []))
      .flatMap(({ name, id }) => (id?.includes("-header-") === true ? [] : [name]))
      .join(" "),
    text: plainOf(isBrief ? page.intro.map(proseIn).join("\n") : markdownOf(page, "/")),
  };
}

/** A guide, or what a page in Astro says. */
export function entryOfText({ path, title, description, body }: Written): Entry {
  const headings = [...body.matchAll(/^##+ +(.+)$/gm)].map(([, heading = ""]) => plainOf(heading));
  // Listings of files and programs have many names that begin alike, and would come before the page about them.
  const text = plainOf(body.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "").replaceAll(/^:::+.*$|^> ?\[!\w+\] *$/gm, ""));
  return {
    path,
    title,
    description,
    kind: "Guides",
    group: path,
    names: "",
    headings: headings.map((heading) => `${heading}\t${anchorOf(heading)}`).join("\n"),
    fields: "",
    text,
  };
}

/** As Astro makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

export interface Written {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Markdown. */
  readonly body: string;
}

function proseIn(block: Block): string {
  return block.kind === "prose" ? block.markdown : "";
}

/** A block, and those inside of it. */
function partsOf(block: Block): Block[] {
  switch (block.kind) {
    case "details":
    case "box":
    case "response":
      return [block, ...block.blocks.flatMap(partsOf)];
    case "fields":
      return [block, ...block.fields.flatMap(({ blocks }) => blocks.flatMap(partsOf))];
    default:
      return [block];
  }
}

/** What programs call it: the path of an operation, and what the first line of a page has as code. */
function namesIn(block: Block): string[] {
  if (block.kind === "endpoint") return [block.path];
  if (block.kind !== "line" || block.tone !== "meta") return [];
  return block.content
    .flatMap((part) => (typeof part === "object" && "code" in part && !("href" in part) ? [part.code] : []))
    .slice(0, 1);
}
