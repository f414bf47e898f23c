// Faults of services, as habits of an otherwise correct server, and the finding that the run must report.
import type { Json } from "waybill/description";
import type { SmallApiName } from "./apis.ts";
import type { Hook } from "./deliveries.ts";
import type { Problem } from "./problems.ts";
import type { Habits, WrittenResponse } from "./server.ts";
import type { Thing } from "./store.ts";

export interface Misdeed {
  readonly name: string;
  readonly api: SmallApiName;
  readonly habits: Habits;
  /** `lost-write getItem`: a check and what it is about. */
  readonly found: string;
  /** The beginning of the cases that show it, where they are not those of what it is about. */
  readonly only?: string | null;
}

const overlooks = (matching: Partial<Problem>): Habits => ({
  overlooks: (problem) =>
    (matching.place === undefined || problem.place === matching.place) &&
    (matching.keyword === undefined || problem.keyword === matching.keyword),
});

/** Changes responses of one operation and status. */
const rewriteOf = (
  operation: string,
  status: number,
  change: (written: WrittenResponse) => Partial<WrittenResponse>,
): Habits => ({
  rewrite: (written, about) =>
    about.operation.id === operation && written.status === status ? { ...written, ...change(written) } : written,
});

const json =
  (change: (body: Record<string, Json>) => Json) =>
  ({ body }: WrittenResponse): Partial<WrittenResponse> => ({ body: JSON.stringify(change(JSON.parse(String(body)))) });

const one = (name: string, api: SmallApiName, found: string, habits: Habits): Misdeed => ({ name, api, found, habits });

/** Shown by cases of another operation, or by all of them. */
const shownBy = (only: string | null, misdeed: Misdeed): Misdeed => ({ ...misdeed, only });

const accepted: readonly Misdeed[] = [
  one("too long a text", "library", "invalid-accepted post_books", overlooks({ place: "body", keyword: "maxLength" })),
  one("a member that is missing", "library", "invalid-accepted post_books", overlooks({ keyword: "required" })),
  one(
    "a value beside the enum",
    "library",
    "invalid-accepted post_books",
    overlooks({ place: "body", keyword: "enum" }),
  ),
  one("a wrong type", "library", "invalid-accepted post_books", overlooks({ place: "body", keyword: "type" })),
  one("a text beside the pattern", "library", "invalid-accepted post_books", overlooks({ keyword: "pattern" })),
  one("a member too many", "library", "invalid-accepted post_books", overlooks({ keyword: "additionalProperties" })),
  one("too high a number", "shop", "invalid-accepted addItem", overlooks({ place: "body", keyword: "maximum" })),
  one("a bound that is excluded", "shop", "invalid-accepted addItem", overlooks({ keyword: "exclusiveMinimum" })),
  one("too many elements", "shop", "invalid-accepted addItem", overlooks({ keyword: "maxItems" })),
  one("a duplicate element", "shop", "invalid-accepted addItem", overlooks({ keyword: "uniqueItems" })),
  one("another content type", "library", "invalid-accepted post_books", overlooks({ place: "content-type" })),
  one("half a document", "library", "invalid-accepted post_books", overlooks({ keyword: "malformed" })),
  one(
    "a page too long",
    "library",
    "invalid-accepted get_books",
    overlooks({ place: "query.limit", keyword: "maximum" }),
  ),
  one("a wrong word in a query", "shop", "invalid-accepted listItems", overlooks({ place: "query.status" })),
  one("a wrong number in a path", "styles", "invalid-accepted simple", overlooks({ place: "path.one" })),
  one("a wrong member in a path", "styles", "invalid-accepted matrixExploded", overlooks({ place: "path.both" })),
  one("a wrong number in a header", "styles", "invalid-accepted headers", overlooks({ place: "header.X-One" })),
  one(
    "a header that is missing",
    "styles",
    "invalid-accepted headers",
    overlooks({ place: "header.X-Many", keyword: "required" }),
  ),
  one("a wrong word in a cookie", "styles", "invalid-accepted cookies", overlooks({ place: "cookie.word" })),
  one("a wrong member in a query", "styles", "invalid-accepted other", overlooks({ place: "query.deep" })),
];

/** The first list of the one account is that of the other one, too. */
function sharing(): NonNullable<Habits["rewrite"]> {
  let shared: WrittenResponse["body"] | null = null;
  return (written, { operation, incoming }) => {
    if (operation.id !== "get_books" || written.status !== 200) return written;
    if (incoming.headers.get("x-library-key") !== "key-9876543210") shared ??= written.body;
    else if (shared !== null) return { ...written, body: shared };
    return written;
  };
}

const keys: readonly Misdeed[] = [
  one("a key in a header is not looked at", "library", "bad-key-accepted get_books", overlooks({ place: "security" })),
  one("a key in the query is not looked at", "shop", "bad-key-accepted listItems", overlooks({ place: "security" })),
  one("a key in a cookie is not looked at", "tree", "bad-key-accepted post_folders", overlooks({ place: "security" })),
  one("a password is not looked at", "forms", "bad-key-accepted putNote", overlooks({ place: "security" })),
  one("a key in the query, where the description has none", "library", "bad-key-accepted get_books", {
    rewrite: (written, { incoming }) =>
      incoming.query.includes("api_key=key-0123456789") ? { ...written, status: 200 } : written,
  }),
  shownBy(
    "get_books/other-account/list",
    one("another account sees records that were there before the run", "library", "foreign-access get_books", {
      rewrite: sharing(),
    }),
  ),
  one("a token is not looked at", "hooks", "bad-key-accepted listHooks", overlooks({ place: "security" })),
];

const wrong: readonly Misdeed[] = [
  one(
    "another status",
    "library",
    "undeclared-status post_books",
    rewriteOf("post_books", 201, () => ({ status: 200 })),
  ),
  one(
    "a member that is not declared",
    "shop",
    "undeclared-field getItem",
    rewriteOf(
      "getItem",
      200,
      json((body) => ({ ...body, cost: 1 })),
    ),
  ),
  one(
    "another content type",
    "library",
    "undeclared-media-type get_books",
    rewriteOf("get_books", 200, ({ headers }) => ({ headers: { ...headers, "Content-Type": "text/html" } })),
  ),
  one(
    "no header",
    "library",
    "missing-header get_books",
    rewriteOf("get_books", 200, ({ headers }) => ({ headers: { "Content-Type": headers["Content-Type"] ?? "" } })),
  ),
  one(
    "a wrong header",
    "library",
    "invalid-header get_books",
    rewriteOf("get_books", 200, ({ headers }) => ({ headers: { ...headers, "X-Count": "many" } })),
  ),
  one(
    "half a document",
    "library",
    "unreadable-body get_books",
    rewriteOf("get_books", 200, () => ({ body: "[{" })),
  ),
  one(
    "a failure",
    "library",
    "server-error post_books",
    rewriteOf("post_books", 400, () => ({ status: 500 })),
  ),
  one(
    "a total that is one off",
    "shop",
    "page-report listItems",
    rewriteOf(
      "listItems",
      200,
      json((body) => ({ ...body, pagination: { ...Object(body["pagination"]), total_count: 99 } })),
    ),
  ),
  shownBy(
    "getItem/unknown",
    one("an id that does not exist", "shop", "unknown-id-accepted getItem", {
      rewrite: (written, { operation }) => {
        const body = JSON.stringify({ id: 1, name: "some", price: 2 });
        return operation.id === "getItem" && written.status === 404 ? { ...written, status: 200, body } : written;
      },
    }),
  ),
  shownBy(
    "addItem/links",
    one(
      "what was just made is not there",
      "shop",
      "lost-resource getItem",
      rewriteOf("getItem", 200, () => ({ status: 404, body: JSON.stringify({ code: 1, message: "no" }) })),
    ),
  ),
];

const forgets =
  (name: string) =>
  (thing: Thing): Thing => ({ ...thing, [name]: "lost" });

const kept: readonly Misdeed[] = [
  one("a page has one more", "library", "page-size get_books", {
    lists: (things, query) => (query.has("limit") && things[0] !== undefined ? [...things, things[0]] : things),
  }),
  one("records are skipped one too few", "library", "page-offset get_books", {
    reads: (query) => moved(query, "offset", -1),
  }),
  one("pages count from 0", "shop", "page-offset listItems", { reads: (query) => moved(query, "page", 1) }),
  one("a filter is ignored", "library", "filter-ignored get_books", {
    reads: (query) => new Map([...query].filter(([name]) => name !== "genre")),
  }),
  shownBy("addItem/links", one("what is written is lost", "shop", "lost-write getItem", { writes: forgets("note") })),
  shownBy(
    "post_books/links",
    one("a change is lost", "library", "lost-write patch_books_by_bookId", {
      writes: (thing, said) => ("genre" in said ? thing : forgets("title")(thing)),
    }),
  ),
  shownBy(
    "post_books/links",
    one("a change resets something else", "library", "lost-write patch_books_by_bookId", {
      writes: (thing, said) => (!("genre" in said) && "title" in said ? { ...thing, pages: 77 } : thing),
    }),
  ),
  shownBy(
    "post_folders/links",
    one("what is deleted stays", "tree", "deleted-resource get_folders_by_id", { keepsDeleted: true }),
  ),
];

const compared: readonly Misdeed[] = [
  shownBy(
    "get_books/paging/singles",
    one("a list says another thing than a single read", "library", "list-differs get_books", {
      lists: (things) => things.map((thing) => ({ ...thing, title: "Another" })),
    }),
  ),
  shownBy(
    "post_books/links/count",
    one("a list has a new record twice", "library", "wrong-count get_books", {
      lists: (things) => [...things, ...things.slice(-1)],
    }),
  ),
  shownBy(
    "post_books/links/verbatim",
    one("spaces around a text are dropped", "library", "lost-write post_books", {
      writes: (thing) => ({ ...thing, title: String(thing["title"]).trim() }),
    }),
  ),
  shownBy(
    "post_books/links/verbatim",
    one("a long text is cut off", "library", "lost-write post_books", {
      writes: (thing) => ({ ...thing, title: String(thing["title"]).slice(0, 30) }),
    }),
  ),
  shownBy(
    "post_books/links/verbatim",
    one("an ampersand is escaped", "library", "lost-write post_books", {
      writes: (thing) => ({ ...thing, title: String(thing["title"]).replaceAll("&", "&amp;") }),
    }),
  ),
  one("what never changes is changed by an update", "library", "rule-broken patch_books_by_bookId", {
    rewrite: (written, { operation }) =>
      operation.id === "patch_books_by_bookId" && written.status === 200
        ? { ...written, ...json((body) => ({ ...body, addedAt: "2001-02-03T04:05:06Z" }))(written) }
        : written,
  }),
];

const hooks = (plan: NonNullable<Habits["hooks"]>): Habits => ({ hooks: plan });

const asks = ({ active, deleted, events }: Hook, event: string): boolean =>
  active && !deleted && events.includes(event);

/** Which events a subscription asks for is looked at once. */
function remembering(): NonNullable<Habits["hooks"]> {
  const known = new Map<string, Hook["events"]>();
  return {
    sendsTo: (hook, event) => {
      if (event === "hook.test") return undefined;
      const events = known.get(hook.id) ?? hook.events;
      known.set(hook.id, events);
      return asks({ ...hook, events }, event);
    },
  };
}

const delivered: readonly Misdeed[] = [
  one("a wrong signature", "hooks", "bad-signature task.added", hooks({ secretFor: ({ secret }) => `${secret}x` })),
  one(
    "the first secret goes on signing",
    "hooks",
    "bad-signature task.added",
    hooks({ secretFor: ({ first }) => first }),
  ),
  one(
    "an event is not delivered",
    "hooks",
    "missing-event task.ended",
    hooks({ times: (event) => (event === "task.ended" ? 0 : 1) }),
  ),
  one(
    "an event comes twice",
    "hooks",
    "repeated-delivery task.added",
    hooks({ times: (event) => (event === "task.added" ? 2 : 1) }),
  ),
  one(
    "a paused subscription hears on",
    "hooks",
    "unasked-delivery task.added",
    hooks({ sendsTo: (hook, event) => (event === "hook.test" ? undefined : asks({ ...hook, active: true }, event)) }),
  ),
  one(
    "a deleted subscription hears on",
    "hooks",
    "unasked-delivery task.added",
    hooks({ sendsTo: (hook, event) => (event === "hook.test" ? undefined : asks({ ...hook, deleted: false }, event)) }),
  ),
  one(
    "everybody hears everything",
    "hooks",
    "unasked-delivery task.ended",
    hooks({ sendsTo: ({ active, deleted }, event) => (event === "hook.test" ? undefined : active && !deleted) }),
  ),
  one("the events of a subscription stay as they were", "hooks", "missing-event task.added", hooks(remembering())),
  one("a receiver has less time than it is promised", "hooks", "delivery-deadline testHook", hooks({ timeoutMs: 300 })),
  one(
    "a payload without a member",
    "hooks",
    "invalid-payload task.added",
    hooks({ payloads: ({ resourceId: _, ...rest }) => rest }),
  ),
];

/** After something else happened: what was refused, used or deleted before. */
const later: readonly Misdeed[] = [
  shownBy(
    "get_books/paging/slices",
    one("with an offset, the limit is where the page ends", "library", "page-size get_books", {
      reads: (query) => (query.has("offset") ? moved(query, "limit", -Number(query.get("offset"))) : query),
    }),
  ),
  shownBy(
    "listItems/paging/slices",
    one("pages behind the first report another size", "shop", "page-report listItems", {
      rewrite: (written, about) =>
        about.operation.id === "listItems" && written.status === 200 && !/page=1\b|^$/.test(about.incoming.query)
          ? {
              ...written,
              ...json((body) => ({ ...body, pagination: { ...Object(body["pagination"]), page_size: 77 } }))(written),
            }
          : written,
    }),
  ),
  shownBy(
    "listHooks/authentication",
    one("as many characters as the scheme has are cut off", "hooks", "bad-key-accepted listHooks", {
      rewrite: (written, { incoming }) =>
        incoming.headers.get("authorization")?.startsWith("ApiKey ") === true ? { ...written, status: 200 } : written,
    }),
  ),
  shownBy(
    "post_books",
    one("a second create of the same gets another status", "library", "undeclared-status post_books", againAs(202)),
  ),
  shownBy(
    null,
    one("one of several values is written as another", "library", "lost-write get_books", {
      writes: (thing, said) => ("title" in said && said["genre"] === "ESSAY" ? { ...thing, genre: "NOVEL" } : thing),
    }),
  ),
  shownBy(null, one("what was refused is made", "library", "wrong-count get_books", refusedStays())),
  shownBy(
    "patch_books_by_bookId/invalid/nothing-changed",
    one(
      "what is good of a refused update is taken over",
      "library",
      "wrong-state patch_books_by_bookId",
      halfUpdates(),
    ),
  ),
  shownBy(
    "addHook/subscriptions/journey",
    one("the address of a deleted subscription stays taken", "hooks", "valid-refused addHook", addressOnce()),
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

export const misdeeds: readonly Misdeed[] = [
  ...accepted,
  ...keys,
  ...wrong,
  ...kept,
  ...compared,
  ...delivered,
  ...later,
];

function moved(query: ReadonlyMap<string, Json>, name: string, by: number): ReadonlyMap<string, Json> {
  const value = query.get(name);
  return typeof value === "number" ? new Map([...query, [name, Math.max(0, value + by)]]) : query;
}
