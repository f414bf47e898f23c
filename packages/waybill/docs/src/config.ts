// What `docs.config.ts` exports: how the site looks and what its pages have besides the description.
import type { Operation } from "waybill/description";
import type { OperationSamples } from "waybill/plugin";
import type { NavigationGroup } from "./blocks/block.ts";
import type { OwnContent } from "./content.ts";
import type { Card } from "./finish/head.ts";
import type { Additions } from "./reference/additions.ts";
import type { SitePaths } from "./reference/site-map.ts";

/** All of it is optional. A flag of the command line comes before the field of its name; paths of files start from the file's folder. */
export interface DocsConfig {
  /** The name of the site; default: the title of the description. */
  readonly name?: string;
  /** An image beside the name: SVG, PNG or WebP. */
  readonly logo?: string;
  /** The colour of links and controls: `#0b6f69`. */
  readonly accent?: string;
  /** Style sheets that set tokens. */
  readonly css?: readonly string[];
  /** The folder of the Markdown guides. */
  readonly guides?: string;
  /** The folder of the built site; default: `site`. */
  readonly out?: string;
  /** The folder of the published site: `/docs/`. */
  readonly base?: string;
  /** The address of the published site, for the sitemap. */
  readonly site?: string;
  /** What TypeScript samples import: `@acme/client`. */
  readonly client?: string;
  /** The address of a line of the description, with `{file}` and `{line}`. */
  readonly source?: string;
  /** Where pages of the reference are; for sites of one API. */
  readonly paths?: SitePaths;
  /** Whether each description is also offered as one HTML file, made by the package `@redocly/cli`; default: no. */
  readonly redocly?: boolean;
  /**
   * Where the console on the page of an operation sends requests: to the servers of the description, or to the origin of the pages, where the
   * API serves them itself. Default: `servers`.
   */
  readonly tryIt?: "servers" | "origin" | "none";
  /** Of the interface, such as `de` or `ar`, and with it the direction of its text. `en` (default) and `de` are included. */
  readonly language?: string;
  /** What the interface is called, by its English: for other languages, or in place of the included translation. */
  readonly words?: Readonly<Record<string, string>>;
  /** What readers type, matched in lower case, and the words that the pages have for it. */
  readonly synonyms?: readonly (readonly [typed: RegExp, meant: string])[];
  /** Kinds of pages that readers may search by itself. A page that fits none is not found. */
  readonly searched?: readonly Searched[];
  /** Blocks of your own on pages of the reference. */
  readonly additions?: Additions;
  /** Samples of an operation in place of those that are generated; `null` for these. */
  readonly samples?: (operation: Operation) => OperationSamples["sources"] | null;
  /** The groups of the reference -> the sections in the header, each with the menu of its pages. Default: one menu of everything. */
  readonly navigation?: (reference: readonly NavigationGroup[]) => readonly Section[];
  /**
   * Of a site of several products: each has a home, and the header of a page has the sections, the name and the version of its product, and
   * links to the others. The first is the site's own.
   */
  readonly products?: readonly Product[];
  /** Pages that have moved: the path that a page had, and the path that it has. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** Columns of links at the end of every page. */
  readonly footer?: readonly FooterColumn[];
  /** The versions in the menu of the header, the newest first; the one that this site describes is the version of the description. */
  readonly versions?: readonly Version[];
  /** The address where a guide is edited, with `{file}` in place of its path. Default: pages name their file. */
  readonly edit?: string;
  /** The picture that other sites show with a link to a page. Needs `site`. */
  readonly card?: Card;
  /** Hosts that links may lead to. With it, other hosts and anything loaded from elsewhere are problems. */
  readonly hosts?: readonly string[];
  /** Whether a problem of the pages, such as a link that leads nowhere, fails the build; default: no, they are printed. */
  readonly strict?: boolean;
  /** What `llms.txt` begins with, after the name of the site. Default: the summary of the description. */
  readonly introduction?: string;
  /** A folder whose files are part of the site as they are, such as `favicon.svg`. */
  readonly public?: string;
  /** Pages of your own in Astro: `{ "/": "site/landing.astro" }`. */
  readonly routes?: Readonly<Record<string, string>>;
  /** Starlight's components that yours replace: `{ SiteTitle: "site/Wordmark.astro" }`. */
  readonly components?: Readonly<Record<string, string>>;
  /** The Content-Security-Policy of the pages, in place of the default. */
  readonly policy?: string;
  /** Those of single pages, by their path: `{ "/playground/": "connect-src https:" }`. */
  readonly policies?: Readonly<Record<string, string>>;
  /** Modules of your own that every page loads, such as those of an analytics service. */
  readonly scripts?: readonly string[];
  /** Where these may send to, besides the site: `https://stats.acme.example`. */
  readonly connect?: readonly string[];
  /** Where the verdict of a reader on a page is sent, a path or a URL. Default: readers are not asked. */
  readonly feedback?: string;
  /** Whether text files are also written compressed, as `.br` and `.gz`, for servers that send these; default: no. */
  readonly compress?: boolean;
  /** Pages and files that a program of yours makes. Asked for once, before the pages are made. */
  readonly content?: (site: { readonly base: string }) => OwnContent | Promise<OwnContent>;
}

/** What the header links to, and what is in the menu of its pages. */
export interface Section {
  readonly label: string;
  readonly path: string;
  /** The path of the product that it belongs to; default: the first. */
  readonly product?: string;
  readonly groups: readonly NavigationGroup[];
}

export interface Product {
  readonly name: string;
  /** Its home: `/` or `/api/`. */
  readonly path: string;
  /** Default: the version of the description, with the menu of `versions`. */
  readonly version?: string;
  /** The page that its version leads to. */
  readonly changelog?: string;
}

export interface FooterColumn {
  readonly title: string;
  readonly links: readonly (readonly [label: string, path: string])[];
}

export interface Version {
  readonly version: string;
  /** Where its site is on the same host: `/` or `/1.0.0/`. */
  readonly path: string;
  readonly note?: string | undefined;
  /** The day of its release, for the feed: `2026-11-21` */
  readonly date?: string;
}

export interface Searched {
  readonly label: string;
  /** How much its pages count; 1 is the middle. */
  readonly weight: number;
  /** What the paths of its pages begin with. The first kind that a page fits has it. */
  readonly paths: readonly string[];
}

/** Returns its argument: an editor then knows its fields. */
export function defineDocs(config: DocsConfig): DocsConfig {
  return config;
}
