// How an operation that returns a list is requested page by page: what targets generate iterators from.
import type { Schema } from "./schema.ts";

export type Pagination = OffsetPages | NumberedPages | CursorPages | LastItemPages | UrlPages | LinkedPages;

interface Pages {
  /** Keys that lead from the body of a success response to its array of items; empty if the body is that array. */
  readonly items: readonly string[];
  /** The schema of one item. */
  readonly item: Schema;
  /** Where a request says how many items a page may have; `null` if it cannot. */
  readonly limit: RequestField | null;
  /** A member of the body that says whether this is the last page; `null` if only an empty page does. */
  readonly end: PageEnd | null;
  readonly source: "configuration" | "extension" | "detected";
  /** What the source says: `pagination[0]`, `x-ms-pageable`, `the parameters "page" and "per_page"`. */
  readonly evidence: string;
}

/** The next page begins as many items later as this one has. */
export interface OffsetPages extends Pages {
  readonly kind: "offset";
  readonly field: RequestField;
}

/** Pages have numbers. */
export interface NumberedPages extends Pages {
  readonly kind: "page";
  readonly field: RequestField;
  /** The number of the first page, which a request without a page number returns. */
  readonly first: number;
}

/** A response has the cursor of the next page, or none on the last one. */
export interface CursorPages extends Pages {
  readonly kind: "cursor";
  readonly field: RequestField;
  readonly next: ResponseField;
}

/** The cursor is a member of the last item of this page: `starting_after` is its `id`. */
export interface LastItemPages extends Pages {
  readonly kind: "last-item";
  readonly field: RequestField;
  /** Keys that lead from an item to the cursor. */
  readonly key: readonly string[];
}

/** A response has the URL of the next page, or none on the last one. */
export interface UrlPages extends Pages {
  readonly kind: "url";
  readonly next: ResponseField;
}

/** The `Link` header has the URL of the next page, `rel="next"` (RFC 8288). */
export interface LinkedPages extends Pages {
  readonly kind: "link";
}

export type PaginationKind = Pagination["kind"];

/** A parameter by its name, or a member of the request body by the keys that lead to it. */
export type RequestField =
  | { readonly in: "query" | "header"; readonly name: string }
  | { readonly in: "body"; readonly path: readonly string[] };

/** A header by its name, or a member of the response body by the keys that lead to it. */
export type ResponseField =
  | { readonly in: "header"; readonly name: string }
  | { readonly in: "body"; readonly path: readonly string[] };

/** `flag`: whether there are more. `items` and `pages`: how many there are in all. */
export interface PageEnd {
  readonly kind: "flag" | "items" | "pages";
  /** Keys that lead to it from the body. */
  readonly path: readonly string[];
}
