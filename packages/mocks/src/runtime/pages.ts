// A request of a paginated operation -> whether it asks for a later page. Samples are the same for every request, so that their pages
// would never end.

/** What makes a request one of a later page. */
export interface LaterPages {
  readonly field:
    | { readonly in: "query" | "header"; readonly name: string }
    | { readonly in: "body"; readonly path: readonly string[] };
  /** The number of the first page, or its offset; `null`: every cursor leads to a later page. */
  readonly first: number | null;
}

/** Query and headers as sent, and the body as it was read. */
export interface PageRequest {
  readonly query: string;
  readonly header: (name: string) => string | null;
  readonly body: unknown;
}

export function isLaterPage({ field, first }: LaterPages, request: PageRequest): boolean {
  const value = valueIn(field, request) ?? "";
  return first === null ? value !== "" : Number(value === "" ? first : value) > first;
}

function valueIn(field: LaterPages["field"], { query, header, body }: PageRequest): unknown {
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
