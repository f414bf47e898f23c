// The `pagination` of a configuration: which operations are requested page by page, and how. Loaded by every run.
import type { Selector } from "../selector.ts";

/**
 * The operations that match all of `tag`, `operation`, `path` and `method`, and how they are paginated: with one of `offset`, `page`, `cursor`,
 * `url` and `link`, or not at all with `none: true`. If several rules match an operation, the first one applies.
 */
export interface PaginationRule extends Pick<Selector, (typeof ruleSelectors)[number]> {
  /** The parameter with the number of items to skip: `offset`. */
  readonly offset?: RequestFieldRule;
  /** The parameter with the page number: `page`. */
  readonly page?: RequestFieldRule;
  /** With `page`: the number of the first page. Default: the parameter's `default`, or 1. */
  readonly first?: number;
  /** The parameter with the cursor of a page: `cursor`, `starting_after`. Requires `next` or `last`. */
  readonly cursor?: RequestFieldRule;
  /** With `cursor`: where a response has the cursor of the next page: `meta.next_cursor`. */
  readonly next?: ResponseFieldRule;
  /** With `cursor`: the member of the last item that is the cursor of the next page: `id`. */
  readonly last?: string;
  /** Where a response has the URL of the next page: `links.next`. */
  readonly url?: ResponseFieldRule;
  /** The `Link` header has the URL of the next page, `rel="next"`. */
  readonly link?: true;
  /** These operations are not paginated. */
  readonly none?: true;
  /** The parameter with the size of a page. */
  readonly limit?: RequestFieldRule;
  /** The member of the body with the array of items: `data.orders`; empty for the body itself. Default: the only array in the body. */
  readonly items?: string;
  /** The member of the body that says whether more pages follow: `has_more`. */
  readonly more?: string;
  /** The member of the body with the number of all items. With `offset`. */
  readonly total?: string;
  /** The member of the body with the number of all pages. With `page`. */
  readonly pages?: string;
}

/** `false`: no operation is paginated. */
export type PaginationOption = false | readonly PaginationRule[];

/** A parameter of the query or a header by its name, or a member of the request body. */
export type RequestFieldRule = string | { readonly body: string };

/** A member of the response body, or a header. */
export type ResponseFieldRule = string | { readonly header: string };

/** The fields of a selector that a rule can have: those of HTTP operations. */
export const ruleSelectors = ["tag", "operation", "path", "method"] as const;

/** The fields of which a rule has exactly one. */
export const ruleKinds = ["offset", "page", "cursor", "url", "link", "none"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** `data.items`, or as a JSON Pointer, for keys with dots, `/data/items`: the keys. Empty: no keys. */
export function keysOf(path: string): readonly string[] {
  if (path === "") return [];
  if (!path.startsWith("/")) return path.split(".");
  return path
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
