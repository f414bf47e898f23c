// What the client of a package does besides calling: it reads the environment, names itself, logs without secrets, and finds request ids.

/** How the package is called, and what it reads. */
export interface PackageFacts {
  /** `acme-shop/1.2.0`: the header `User-Agent` of every request. */
  readonly userAgent: string;
  /** The headers of responses that have the id of a request, the first one first. */
  readonly requestIdHeaders: readonly string[];
}

/** What is logged of each request. */
export interface LogSettings {
  /** `"debug"`: a line for each request and response, without secrets and bodies. Default: the variable of the environment, or `"off"`. */
  readonly log?: "debug" | "off" | undefined;
  /** Where lines go. Default: `console.debug`. */
  readonly logger?: ((line: string) => void) | undefined;
}

/** The variables of the environment; none in a browser. */
export function environment(): Readonly<Record<string, string | undefined>> {
  const { process } = globalThis as { readonly process?: { readonly env?: Record<string, string | undefined> } };
  return process?.env ?? {};
}

/** Throws a `TypeError`: nothing says where the API is. */
export function missingAddress(variable: string): never {
  throw new TypeError(`baseUrl is missing: pass it, or set ${variable}`);
}

/** Members without a value are left out: they would replace a default. */
export function definedIn<Values extends object>(values: Values | undefined): Partial<Values> {
  const defined = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Partial<Values>;
}

/** None in browsers, where the header would make requests to other origins fail. */
export function userAgentHeaders(userAgent: string | null): { readonly "user-agent"?: string } {
  return userAgent === null || "document" in globalThis ? {} : { "user-agent": userAgent };
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The same `fetch` with a line before each request, and one after it. Values of headers and of the query that can be secrets are `***`. */
export function loggedFetch(
  send: Fetch | undefined,
  {
    log,
    logger = (line) => console.debug(line),
    requestIdHeaders,
  }: Pick<LogSettings, "logger"> & Pick<PackageFacts, "requestIdHeaders"> & { readonly log: string | undefined },
): Fetch {
  const request: Fetch = send ?? ((url, init) => fetch(url, init));
  if (log !== "debug") return request;
  return async (url, init) => {
    const line = `${init.method ?? "GET"} ${redactedUrl(url)}`;
    logger(`${line} ${JSON.stringify(redactedHeaders(new Headers(init.headers)))}`);
    const start = Date.now();
    try {
      const response = await request(url, init);
      const id = idIn(response.headers, requestIdHeaders);
      logger(`${line}: ${response.status} in ${Date.now() - start} ms${id === null ? "" : `, request ${id}`}`);
      return response;
    } catch (error) {
      logger(`${line}: ${error instanceof Error ? error.name : "failed"} after ${Date.now() - start} ms`);
      throw error;
    }
  };
}

const secret = /auth|cookie|key|token|secret|signature|credential|password/i;

function redactedHeaders(headers: Headers): Record<string, string> {
  const texts: Record<string, string> = {};
  headers.forEach((value, name) => {
    texts[name] = shown(name, value);
  });
  return texts;
}

function redactedUrl(text: string): string {
  const [address = "", query] = text.split("?", 2);
  if (query === undefined) return address;
  const pairs = query.split("&").map((pair) => {
    const [name = "", value] = pair.split("=", 2);
    return value === undefined ? name : `${name}=${shown(name, value)}`;
  });
  return `${address}?${pairs.join("&")}`;
}

function shown(name: string, value: string): string {
  // A key that makes requests repeatable is no secret, and what one looks for.
  return secret.test(name) && !/idempotency/i.test(name) ? "***" : value;
}

/** The id that the server gave a request, to tell its support team: of an error, or of a response. `null` without one. */
export function requestIdIn(from: unknown, headers: readonly string[]): string | null {
  const response: unknown = Object(from).response ?? from;
  return response instanceof Response ? idIn(response.headers, headers) : null;
}

function idIn(headers: Headers, names: readonly string[]): string | null {
  for (const name of names) {
    const id = headers.get(name);
    if (id !== null) return id;
  }
  return null;
}
