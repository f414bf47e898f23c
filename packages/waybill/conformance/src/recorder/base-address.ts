// The address that a description's paths are below, and the part of a URL that comes after it.

export interface BaseAddress {
  readonly origin: string;
  /** `/api`, or empty. */
  readonly path: string;
  /** Both, without a slash at its end. */
  readonly server: string;
}

/** Throws when `url` is not an address of HTTP. */
export function baseOf(url: string): BaseAddress {
  const parsed = httpUrlOf(url);
  if (parsed === null) {
    throw new TypeError(`${JSON.stringify(url)} is not an address such as "http://127.0.0.1:8080"`);
  }
  const path = parsed.pathname.replace(/\/+$/, "");
  return { origin: parsed.origin, path, server: `${parsed.origin}${path}` };
}

/** `null` for what is not an address of HTTP. */
export function httpUrlOf(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol) ? url : null;
}

/** Path and query below the base; `null` for what is not below it. */
export function targetBelow({ origin, path }: BaseAddress, url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== origin) return null;
  const { pathname, search } = parsed;
  if (pathname === path) return `/${search}`;
  return pathname.startsWith(`${path}/`) ? `${pathname.slice(path.length)}${search}` : null;
}
