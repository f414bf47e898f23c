// `limit` and `offset`, `page` and `page_size` -> which records are asked for (open decisions `list-limit-bounds` and others).

/** More are never returned at once, however many are asked for. */
const largestLimit = 1000;
/** Beyond every list, and still exact as an integer of any database. */
const largestOffset = Number.MAX_SAFE_INTEGER;

export type Page =
  | { readonly kind: "page"; readonly limit: number; readonly offset: number }
  | { readonly kind: "refused"; readonly message: string };

export function pageOf({ limit = 20, offset = 0 }: { limit?: number | undefined; offset?: number | undefined }): Page {
  if (limit < 0) return refused("limit", 0);
  if (offset < 0) return refused("offset", 0);
  return { kind: "page", limit: Math.min(limit, largestLimit), offset: Math.min(offset, largestOffset) };
}

export type NumberedPage =
  | { readonly kind: "page"; readonly page: number; readonly size: number; readonly offset: number }
  | { readonly kind: "refused"; readonly message: string };

/** `page_size` is at most 100: the schema has refused anything above. */
export function numberedPageOf({
  page = 1,
  page_size: size = 20,
}: {
  page?: number | undefined;
  page_size?: number | undefined;
}): NumberedPage {
  if (page < 1) return refused("page", 1);
  if (size < 1) return refused("page_size", 1);
  return { kind: "page", page, size, offset: Math.min((page - 1) * size, largestOffset) };
}

function refused(parameter: string, least: number): { readonly kind: "refused"; readonly message: string } {
  return { kind: "refused", message: `Invalid query parameters: ${parameter} must be at least ${least}` };
}
