// Faults of services, as habits of an otherwise correct server, and the finding that the run must report.
import type { Json } from "waybill/description";
import type { SmallApiName } from "./apis.ts";
import type { Problem } from "./problems.ts";
import type { Habits, WrittenResponse } from "./server.ts";

export interface Misdeed {
  readonly name: string;
  readonly api: SmallApiName;
  readonly habits: Habits;
  /** `lost-write getItem`: a check and what it is about. */
  readonly found: string;
  /** The beginning of the cases that show it, where they are not those of what it is about. */
  readonly only?: string | null;
}

/** A problem with a keyword is overlooked, at a place or anywhere. */
const lax = (keyword: Problem["keyword"] | null, place: Problem["place"] | null = null): Habits => ({
  overlooks: (problem) =>
    (place ?? problem.place) === problem.place && (keyword ?? problem.keyword) === problem.keyword,
});

type Change = (written: WrittenResponse) => Partial<WrittenResponse>;
const json =
  (change: (body: Record<string, Json>) => Json) =>
  ({ body }: WrittenResponse): Partial<WrittenResponse> => ({ body: JSON.stringify(change(JSON.parse(String(body)))) });

/** Behind `in`: the cases that show it, where they are not those of what it is about; `*`: all of them. */
const one = (name: string, api: SmallApiName, shown: string, habits: Habits): Misdeed => {
  const [found = "", only] = shown.split(" in ");
  return { name, api, found, habits, ...(only === undefined ? {} : { only: only === "*" ? null : only }) };
};

/** The operation that it is about has other responses of a status. */
const responds = (name: string, shown: string, [api, status]: [SmallApiName, number], change: Change): Misdeed => {
  const [, operation] = shown.split(" ");
  return one(name, api, shown, {
    rewrite: (written, about) =>
      about.operation.id === operation && written.status === status ? { ...written, ...change(written) } : written,
  });
};

const accepted: readonly Misdeed[] = [
  one("too long a text", "library", "invalid-accepted post_books", lax("maxLength", "body")),
  one("another content type", "library", "invalid-accepted post_books", lax(null, "content-type")),
  one("half a document", "library", "invalid-accepted post_books", lax("malformed")),
  one("a page too long", "library", "invalid-accepted get_books", lax("maximum", "query.limit")),
  one("a wrong word in a query", "shop", "invalid-accepted listItems", lax(null, "query.status")),
  one("a wrong number in a path", "styles", "invalid-accepted simple", lax(null, "path.one")),
  one("a wrong member in a path", "styles", "invalid-accepted matrixExploded", lax(null, "path.both")),
  one("a wrong number in a header", "styles", "invalid-accepted headers", lax(null, "header.X-One")),
  one("a header that is missing", "styles", "invalid-accepted headers", lax("required", "header.X-Many")),
  one("a wrong word in a cookie", "styles", "invalid-accepted cookies", lax(null, "cookie.word")),
  one("a wrong member in a query", "styles", "invalid-accepted other", lax(null, "query.deep")),
];

const keys: readonly Misdeed[] = [
  one("a key in a header is not looked at", "library", "bad-key-accepted get_books", lax(null, "security")),
  one("a key in the query is not looked at", "shop", "bad-key-accepted listItems", lax(null, "security")),
  one("a key in a cookie is not looked at", "tree", "bad-key-accepted post_folders", lax(null, "security")),
  one("a password is not looked at", "forms", "bad-key-accepted putNote", lax(null, "security")),
  one("a key in the query, where the description has none", "library", "bad-key-accepted get_books", {
    rewrite: (written, { incoming }) =>
      incoming.query.includes("api_key=key-0123456789") ? { ...written, status: 200 } : written,
  }),
  one("a rejection is JSON where that is preferred", "library", "undeclared-media-type get_books", {
    rewrite: (written, { incoming }) =>
      written.status === 401 && incoming.headers.get("accept")?.startsWith("application/json") === true
        ? { ...written, headers: { "Content-Type": "application/json" }, body: "{}" }
        : written,
  }),
  one("a token is not looked at", "hooks", "bad-key-accepted listHooks", lax(null, "security")),
];

const wrong: readonly Misdeed[] = [
  responds("a member that is not declared", "undeclared-field getItem", ["shop", 200], (written) =>
    json((body) => ({ ...body, cost: 1 }))(written),
  ),
  one("a rejection of an unknown Accept", "library", "undeclared-status get_books", {
    rewrite: (written, { incoming }) =>
      /json|\*/.test(incoming.headers.get("accept") ?? "*") ? written : { ...written, status: 406 },
  }),
  responds("no header", "missing-header get_books", ["library", 200], ({ headers }) => ({
    headers: { "Content-Type": headers["Content-Type"] ?? "" },
  })),
];

const compared: readonly Misdeed[] = [
  one("a list has a new record twice", "library", "wrong-count get_books in post_books/links/count", {
    lists: (things) => [...things, ...things.slice(-1)],
  }),
  one("pages count from 0", "shop", "page-offset listItems", {
    reads: (query) => (query.has("page") ? new Map([...query, ["page", Number(query.get("page")) + 1]]) : query),
  }),
  one("a member that is left out does not get its default", "library", "lost-write post_books in *", {
    writes: (thing, said) => ("title" in said && !("lent" in said) ? { ...thing, lent: true } : thing),
  }),
  one("a long text is cut off", "library", "lost-write post_books in post_books/links/verbatim", {
    writes: (thing) => ({ ...thing, title: String(thing["title"]).slice(0, 30) }),
  }),
  responds("a constant changes", "rule-broken patch_books_by_bookId", ["library", 200], (written) =>
    json((body) => ({ ...body, addedAt: "2001-02-03T04:05:06Z" }))(written),
  ),
];

/** After something else happened: what was refused, used or deleted before. */
const later: readonly Misdeed[] = [
  one("the scheme is cut off by its length", "hooks", "bad-key-accepted listHooks in listHooks/authentication", {
    rewrite: (written, { incoming }) =>
      incoming.headers.get("authorization")?.startsWith("ApiKey ") === true ? { ...written, status: 200 } : written,
  }),
  one("a repetition gets another status", "library", "undeclared-status post_books in post_books", againAs(202)),
  one("an address stays taken", "hooks", "valid-refused addHook in addHook/subscriptions/journey", addressOnce()),
  one("one of several values is written as another", "library", "lost-write post_books in *", {
    writes: (thing, said) => ("title" in said && said["genre"] === "ESSAY" ? { ...thing, genre: "NOVEL" } : thing),
  }),
  one("what was refused is made", "library", "wrong-count get_books in *", refusedStays()),
  one(
    "a refused update is half done",
    "library",
    "wrong-state patch_books_by_bookId in patch_books_by_bookId/invalid/nothing-changed",
    halfUpdates(),
  ),
];

function refusedStays(): Habits {
  let refused = false;
  return {
    rewrite: (written, { operation }) => {
      refused ||= operation.id === "post_books" && written.status === 400;
      return written;
    },
    lists: (things, query) => {
      const [first] = things;
      if (query.has("offset")) return things;
      const added = { ...first, id: `${String(first?.["id"]).slice(0, -4)}abcd` };
      return refused && first !== undefined ? [...things, added] : things;
    },
  };
}

function halfUpdates(): Habits {
  const changed = new Set<string>();
  return {
    rewrite: (written, { operation, incoming }) => {
      if (operation.id === "patch_books_by_bookId" && written.status === 400) changed.add(incoming.path);
      if (operation.id !== "get_books_by_bookId" || !changed.has(incoming.path)) return written;
      return { ...written, ...json((body) => ({ ...body, title: "Taken over" }))(written) };
    },
  };
}

export const misdeeds: readonly Misdeed[] = [...accepted, ...keys, ...wrong, ...compared, ...later];

/** The first response to each key that no description has. */
function replaying(): Habits {
  const first = new Map<string, WrittenResponse>();
  return {
    rewrite: (written, { operation, incoming }) => {
      const key = incoming.headers.get("idempotency-key");
      if (operation.id !== "post_books" || key === undefined) return written;
      const known = first.get(key) ?? written;
      first.set(key, known);
      return known;
    },
  };
}

/** A book has the title that another one with its number had first. */
function confusing(): Habits {
  const titles = new Map<Json, Json>();
  return {
    writes: (thing, said) => {
      const { isbn, title = null } = said;
      if (isbn === undefined) return thing;
      if (!titles.has(isbn)) titles.set(isbn, title);
      return { ...thing, title: titles.get(isbn) ?? null };
    },
  };
}

export const writtenFaults: readonly Misdeed[] = [
  one("an escaped letter is refused", "library", "valid-refused post_books in post_books/valid/written", {
    rewrite: (written, { operation, incoming }) =>
      operation.id === "post_books" && incoming.body.toString().includes("\\u00")
        ? { status: 422, headers: { "Content-Type": "application/problem+json" }, body: '{"title":"no"}' }
        : written,
  }),
  one(
    "a key that is not described repeats a response",
    "library",
    "wrong-count post_books in post_books/valid/undeclared-header",
    replaying(),
  ),
  one(
    "similar records are confused",
    "library",
    "lost-write get_books_by_bookId in post_books/links/neighbours",
    confusing(),
  ),
];

/** Where the same body was accepted before. */
function againAs(status: number): Habits {
  const known = new Set<string>();
  return {
    rewrite: (written, { operation, incoming }) => {
      if (operation.id !== "post_books" || written.status !== 201) return written;
      const body = incoming.body.toString();
      const isKnown = known.has(body);
      known.add(body);
      return isKnown ? { ...written, status } : written;
    },
  };
}

function addressOnce(): Habits {
  const known = new Set<string>();
  return {
    rewrite: (written, { operation, incoming }) => {
      if (operation.id !== "addHook" || written.status !== 201) return written;
      const { url } = JSON.parse(incoming.body.toString());
      const isKnown = known.has(url);
      known.add(url);
      return isKnown ? { ...written, status: 400, body: JSON.stringify({ message: "taken" }) } : written;
    },
  };
}
