// A request of a paginated operation -> whether it asks for a later page. Samples are the same for every request, so that their pages
// would never end.

/** What makes a request one of a later page. */
export interface LaterPages {
  readonly field:
    | { readonly in: "query" | "header"; readonly name: string }
    | { readonly in: "body"; readonly path: readonly string[] }
    /** A response has the URL of the next page: that of its own request, with this query. */
    | { readonly in: "url"; readonly query: string; readonly next: NextPlace };
  /** The number of the first page, or its offset; `null`: every cursor leads to a later page. */
  readonly first: number | null;
}

/** Where a response has the URL of the next page. */
export type NextPlace =
  | { readonly in: "link" }
  | { readonly in: "header"; readonly name: string }
  | { readonly in: "body"; readonly path: readonly string[] };

/** Query and headers as sent, and the body as it was read. */
export interface PageRequest {
  /** Without the query. */
  readonly address: string;
  readonly query: string;
  readonly header: (name: string) => string | null;
  readonly body: unknown;
}

export function isLaterPage({ field, first }: LaterPages, request: PageRequest): boolean {
  if (field.in === "url") {
    const sent = new URLSearchParams(request.query);
    const wanted = [...new URLSearchParams(field.query)];
    const positions = wanted.filter(([name]) => !/per|size|limit|count/i.test(name));
    // Page 3 is a later one than page 2, however many items a page has.
    return (positions.length === 0 ? wanted : positions).every(
      ([name, value]) => sent.get(name) === value || Number(sent.get(name)) > Number(value),
    );
  }
  const value = valueIn(field, request) ?? "";
  return first === null ? value !== "" : Number(value === "" ? first : value) > first;
}

/** The URL that leads to a later page. */
export function nextUrlOf(query: string, request: Pick<PageRequest, "address" | "query">): string {
  const all = new URLSearchParams(request.query);
  for (const [name, value] of new URLSearchParams(query)) all.set(name, value);
  return `${request.address}?${all}`;
}

type RequestPlace = Exclude<LaterPages["field"], { readonly in: "url" }>;

function valueIn(field: RequestPlace, { query, header, body }: PageRequest): unknown {
  switch (field.in) {
    case "query":
      return new URLSearchParams(query).get(field.name);
    case "header":
      return header(field.name);
    case "body":
      return field.path.reduce(
        (at: unknown, key) => (Object.hasOwn(Object(at), key) ? Object(at)[key] : undefined),
        body,
      );
  }
}

/** What of a response may have the URL of the next page. */
export interface LinkingResponse {
  readonly headers?: object | undefined;
  readonly body?: unknown;
}

/** The same response with the URL of the next page. A body without the member, and an error, have none. */
export function linkedTo<Response extends LinkingResponse>(
  response: Response,
  place: NextPlace,
  url: string,
): Response {
  if (place.in === "body") return { ...response, body: withMember(response.body, place.path, url) };
  const name = place.in === "link" ? "Link" : place.name;
  const others = Object.entries(response.headers ?? {}).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  const value = place.in === "link" ? `<${url}>; rel="next"` : url;
  return { ...response, headers: { ...Object.fromEntries(others), [name]: value } };
}

function withMember(holder: unknown, [key, ...keys]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (!Object.hasOwn(Object(holder), key)) return holder;
  return { ...Object(holder), [key]: withMember(Object(holder)[key], keys, value) };
}
