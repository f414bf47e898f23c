// A response with an ETag -> the header of a request that takes effect only if nothing has changed since.

/**
 * `await client.updateProduct({ path, ...ifMatch(response), body })`: a server that has another version by now responds with 412. Throws a
 * `TypeError` for a response without an `ETag`; browsers hide it from other origins unless the server exposes it (CORS).
 */
export function ifMatch({ response }: { readonly response: Response }): {
  readonly headers: { readonly "If-Match": string };
} {
  return { headers: { "If-Match": etagOf(response) } };
}

/** The same for a read: a server that still has this version responds with 304, without a body. */
export function ifNoneMatch({ response }: { readonly response: Response }): {
  readonly headers: { readonly "If-None-Match": string };
} {
  return { headers: { "If-None-Match": etagOf(response) } };
}

function etagOf(response: Response): string {
  const etag = response.headers.get("etag");
  if (etag === null) throw new TypeError("the response has no ETag");
  return etag;
}
