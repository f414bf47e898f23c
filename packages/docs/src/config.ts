// What `docs.config.ts` exports: how the site looks and what its pages have besides the description.
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
  /** Whether operations have a form that sends them to the origin of the pages; default: no. */
  readonly tryIt?: boolean;
  /**
   * `pagefind` loads what a query needs and suits sites of any size; `own` loads one index, corrects typing errors, and knows synonyms.
   * Default: `pagefind`.
   */
  readonly search?: SearchKind;
  /** For the site's own search: what readers type, matched in lower case, and the words that the pages have for it. */
  readonly synonyms?: readonly (readonly [typed: RegExp, meant: string])[];
  /** Blocks of your own on pages of the reference. */
  readonly additions?: Additions;
}

export type SearchKind = "pagefind" | "own";

/** Returns its argument: an editor then knows its fields. */
export function defineDocs(config: DocsConfig): DocsConfig {
  return config;
}
