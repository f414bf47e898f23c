// A URL -> its bytes, within a time and a size, from where it says; or the reason why not. The only module that sends a request.

export interface FetchLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

export type Fetched =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

const mostRedirects = 5;

/** What a request may be sent to: https, or http on this machine; without a password, which would end up in generated files. */
export function fetchable(text: string): { readonly url: URL } | { readonly reason: string } {
  if (!URL.canParse(text)) return { reason: "it is no URL" };
  const url = new URL(text);
  const isHere = url.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url.protocol !== "https:" && !isHere) return { reason: "it is neither https nor on this machine" };
  if (url.username !== "" || url.password !== "")
    return { reason: "it holds a name or a password, which generated files would show" };
  if (url.hash !== "") return { reason: "it has a fragment: name the document" };
  return { url };
}

export async function fetched(url: URL, limits: FetchLimits): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    return await follow(url, { ...limits, signal, left: mostRedirects });
  } catch (error) {
    if (signal.aborted) return { ok: false, reason: `it did not answer within ${limits.milliseconds / 1000} s` };
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { ok: false, reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

type Asking = FetchLimits & { readonly signal: AbortSignal; readonly left: number };

/** To the same origin only: what answers is then who was asked. */
async function follow(url: URL, asking: Asking): Promise<Fetched> {
  const response = await fetch(url.href, {
    redirect: "manual",
    credentials: "omit",
    signal: asking.signal,
    headers: { accept: "application/yaml, application/json, text/plain;q=0.9, */*;q=0.8" },
  });
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
    if (next === null || next.origin !== url.origin)
      return { ok: false, reason: `it redirects to ${next?.href ?? location}: name that, if it is meant` };
    return asking.left === 0
      ? { ok: false, reason: "it redirects too often" }
      : follow(next, { ...asking, left: asking.left - 1 });
  }
  if (!response.ok) {
    await response.body?.cancel();
    return { ok: false, reason: `it responds with ${response.status}` };
  }
  return bytesOf(response, asking.bytes);
}

/** No more is taken than may be: a length that the headers give is not to be relied on. */
async function bytesOf(response: Response, most: number): Promise<Fetched> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most)
      return { ok: false, reason: `it is larger than ${most / 2 ** 20} MB: --limit fileMegabytes=… takes more` };
    parts.push(part);
  }
  return { ok: true, bytes: Buffer.concat(parts) };
}
