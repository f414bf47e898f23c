// What a program of the team adds to its site: pages in Markdown, what its Astro pages say, and files.

export interface OwnContent {
  /** Pages in Markdown, beside those of the folder of guides. */
  readonly pages?: readonly OwnPage[];
  /** What pages in Astro say, for twins, lists, the sitemap and the search. */
  readonly routes?: readonly DescribedRoute[];
  /** Files by their path, from the folder of the site. */
  readonly files?: ReadonlyMap<string, string | Uint8Array>;
  /** In place of the documents as they were read. */
  readonly downloads?: readonly OwnDownload[];
  /** For the feed of the changelog, the newest first, in place of what `--since` finds. */
  readonly releases?: readonly FeedEntry[];
}

export interface OwnPage {
  /** From the root of the site: `/guides/webhooks/` */
  readonly path: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** Whether the description is shown below the title; default: yes. */
  readonly lead?: boolean;
  /** Markdown without title; links between pages are paths of the site. */
  readonly body: string;
  /** The Markdown twin, where it differs from the body. */
  readonly twin?: string;
  /** The file that it is written in, for the link at the title. */
  readonly file?: string;
  /** The heading that lists it in `llms.txt`; default: Guides. Those of Guides are in `llms-full.txt`. */
  readonly list?: string;
}

export interface DescribedRoute {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** What it says, in Markdown. */
  readonly markdown: string;
  /** The heading that lists it in `llms.txt`; `null` for none. Default: Overview. */
  readonly list?: string | null;
}

export interface OwnDownload {
  /** `downloads/openapi.yaml` */
  readonly file: string;
  readonly content: string;
  readonly what?: string;
  /** The document that a page of Redocly is about, as the configuration names it. */
  readonly document?: string;
}

export interface FeedEntry {
  readonly version: string;
  /** `2026-11-21` */
  readonly date: string;
  /** What the version brought, as Markdown. */
  readonly text: string;
}
