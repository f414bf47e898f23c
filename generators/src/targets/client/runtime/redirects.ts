// A `fetch` -> one that follows redirects, and takes credentials to no other origin.

import { isStream } from "../../http/runtime/body-format.ts";

/** Called as the global `fetch` is. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Which redirects to follow. */
export interface FollowOptions {
  /** The maximum number of consecutive redirects; the response to one more is the response of the call. Default 20. */
  readonly most?: number | undefined;
  /** The `fetch` to use; default: the global one at the time of the call. */
  readonly fetch?: Fetch | undefined;
}

/**
 * For `createSend({ fetch: followRedirects() })`. It follows 301, 302, 303, 307 and 308 as `fetch` does: 303 becomes a GET, and so
 * does a POST after 301 and 302. `fetch` itself, with `redirect: "follow"`, sends keys in headers of other names than
 * `Authorization` to wherever it is sent. This sends to another origin only headers that cannot be credentials.
 *
 * A body that is a stream cannot be sent again: the redirect is then the response. Browsers do not show where a redirect leads. There,
 * a GET with no headers that can be credentials, except for `Authorization`, is sent once more and followed by the browser; any other
 * request fails, and may have taken effect.
 */
export function followRedirects({ most = 20, fetch: customFetch }: FollowOptions = {}): Fetch {
  return async (url, init) => {
    const send: Fetch = (...request) => (customFetch ?? fetch)(...request);
    let [address, request] = [url, { ...init, redirect: "manual" } as RequestInit];
    for (let count = 0; ; count += 1) {
      const response = await send(address, request);
      if (response.type === "opaqueredirect") return await send(address, followedByBrowser(request));
      const location = response.headers.get("location");
      if (!isRedirect(response.status) || location === null || count === most) return response;
      const next = new URL(location, address);
      const following = followed(request, response.status, next.origin === new URL(address).origin);
      if (following === null || !/^https?:$/.test(next.protocol)) return response;
      // Frees the connection.
      await response.body?.cancel();
      [address, request] = [next.href, following];
    }
  };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** `null` when its body cannot be sent again. */
function followed(request: RequestInit, status: number, isSameOrigin: boolean): RequestInit | null {
  const { method = "GET", body, ...rest } = request;
  const headers = isSameOrigin ? new Headers(request.headers) : plainHeaders(request.headers);
  const becomesGet = (status === 303 && !/^(GET|HEAD)$/.test(method)) || (status < 303 && method === "POST");
  if (becomesGet) {
    for (const name of namesIn(headers)) if (name.startsWith("content-")) headers.delete(name);
    const { duplex, ...bodiless } = rest as RequestInit & { readonly duplex?: string };
    return { ...bodiless, method: "GET", headers };
  }
  return isStream(body) ? null : { ...request, headers };
}

/** Headers that say nothing about who sends. */
function plainHeaders(sent: RequestInit["headers"]): Headers {
  const headers = new Headers(sent);
  for (const name of namesIn(headers)) if (!plain.has(name)) headers.delete(name);
  return headers;
}

/** `keys()` has no type in TypeScript 5.9 without the library `dom.iterable`. */
function namesIn(headers: Headers): string[] {
  const names: string[] = [];
  headers.forEach((_, name) => {
    names.push(name);
  });
  return names;
}

const plain: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "cache-control",
  "content-encoding",
  "content-language",
  "content-type",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-unmodified-since",
  "prefer",
  "range",
  "user-agent",
]);

/** Browsers take `Authorization` and cookies of their own to no other origin, but any other header. */
function followedByBrowser(request: RequestInit): RequestInit {
  const { method = "GET" } = request;
  // The server has taken the request already: only a redirect of 307 or 308 says that it has not, and the status is hidden.
  if (!/^(GET|HEAD)$/.test(method))
    throw new TypeError(`this redirect is not followed: a browser would send the ${method} a second time`);
  const names = namesIn(new Headers(request.headers));
  const secret = names.filter((name) => !plain.has(name) && name !== "authorization");
  if (secret.length === 0) return { ...request, redirect: "follow" };
  throw new TypeError(`this redirect is not followed: a browser would send ${secret.join(", ")} to where it leads`);
}
