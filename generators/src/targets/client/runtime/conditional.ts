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

export interface RevalidatingOptions {
  /** How many responses are kept; the least recently used is dropped. Default 100. */
  readonly entries?: number;
  /** Called instead of the global `fetch`. */
  readonly fetch?: FetchOne;
}

type FetchOne = (url: string, init: RequestInit) => Promise<Response>;

/**
 * For servers with ETags: `createSend({ baseUrl, fetch: revalidating() })`. A read that was sent before asks for a newer version only
 * (`If-None-Match`), and a 304 becomes the response that is kept, with its headers updated (RFC 9111, 4.3.4). Only requests with the same
 * headers share a response. One that has a condition of its own is sent as it is. Browsers do the same by their cache.
 */
export function revalidating({ entries = 100, fetch: fetchOne }: RevalidatingOptions = {}): FetchOne {
  const kept = new Map<string, { readonly etag: string; readonly response: Response }>();
  return async (url, init) => {
    const send = fetchOne ?? fetch;
    const headers = new Headers(init.headers);
    const isPlain = init.method === "GET" && !headers.has("if-none-match") && !headers.has("range");
    if (!isPlain || init.cache === "no-store") return send(url, init);
    const texts: string[] = [url];
    headers.forEach((value, name) => void texts.push(name, value));
    const key = JSON.stringify(texts);
    const known = kept.get(key);
    if (known !== undefined) headers.set("If-None-Match", known.etag);
    const response = await send(url, { ...init, headers });
    if (known !== undefined && response.status === 304) {
      kept.delete(key);
      kept.set(key, known);
      return renewed(known.response.clone(), response);
    }
    const etag = response.headers.get("etag");
    kept.delete(key);
    if (response.status !== 200 || etag === null || /\bno-store\b/i.test(response.headers.get("cache-control") ?? ""))
      return response;
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size + 1 - entries))) kept.delete(oldest);
    if (entries > 0) kept.set(key, { etag, response: response.clone() });
    return response;
  };
}

/** The kept body and status. What describes the body is that of the response that has it. */
function renewed(
  { body, status, statusText, headers: keptHeaders }: Response,
  { headers: sent, url }: Response,
): Response {
  const headers = new Headers(keptHeaders);
  sent.forEach((value, name) => {
    if (!/^content-(?:length|encoding|type|range)$/i.test(name)) headers.set(name, value);
  });
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, "url", { value: url });
}
