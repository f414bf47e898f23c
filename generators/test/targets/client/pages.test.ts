import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { nextPageOf, type Paginated } from "../../../src/targets/client/runtime/next-page.ts";
import * as pageRules from "../../../src/targets/client/runtime/page-rules.ts";
import { type Calls, pagedMethod, pageOf, pagesOf } from "../../../src/targets/client/runtime/pages.ts";
import { putInQuery } from "../../../src/targets/client/runtime/places.ts";
import type { Operation, Parameter } from "../../../src/targets/client/runtime/runtime.ts";
import { writeQueryText } from "../../../src/targets/client/runtime/texts.ts";
import { throwing } from "../../../src/targets/client/runtime/throwing.ts";
import { json } from "../../../src/targets/http/runtime/bodies.ts";
import { startServer } from "../../local-server.ts";

interface Item {
  readonly id: number;
}

interface Request {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

interface Listed {
  readonly status: 200;
  readonly body: unknown;
}

const all: readonly Item[] = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));
const names = ["offset", "limit", "page", "per_page", "cursor", "starting_after"];
const parameters = names.map((name): Parameter => ({ name, part: "query", write: writeQueryText, put: putInQuery }));

type Rules = Omit<pageRules.PageRules, "follow">;

const { byCursor, byHeaderCursor, byLastItem, byLink, byOffset, byPage, byUrl } = pageRules;
const follows = { offset: byOffset, page: byPage, cursor: byCursor, "last-item": byLastItem, url: byUrl, link: byLink };

function listing(given: Rules): Operation<Request, Listed> & Paginated<Item> {
  const isInHeader = given.kind === "cursor" && given.next?.[0] === "headers";
  const pagination = { ...given, follow: isInHeader ? byHeaderCursor : follows[given.kind] };
  const responses = { 200: { content: { "application/json": json } }, 404: { content: { "application/json": json } } };
  return { id: "listItems", method: "GET", path: "/items", safe: true, parameters, responses, pagination };
}

type Responder = (query: URLSearchParams, response: ServerResponse, request: IncomingMessage) => unknown;

/** What the server was asked, and the ids that came. */
async function iterate(
  pagination: Rules,
  responding: Responder,
  { request = {}, most = 100 }: { readonly request?: Request; readonly most?: number } = {},
): Promise<{ readonly asked: readonly string[]; readonly ids: readonly number[]; readonly error: unknown }> {
  const asked: string[] = [];
  const ids: number[] = [];
  await using server = await serving(responding, asked);
  const send = createSend({ baseUrl: `${server.url}/v1` });
  try {
    for await (const { id } of pagesOf(send, listing(pagination), request)) {
      ids.push(id);
      if (ids.length >= most) break;
    }
  } catch (error) {
    return { asked, ids, error };
  }
  return { asked, ids, error: null };
}

function serving(responding: Responder, asked: string[]): ReturnType<typeof startServer> {
  return startServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "application/json");
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    const body = responding(searchParams, response, request);
    response.end(JSON.stringify(body));
  });
}

const ids = all.map(({ id }) => id);
const sliceOf = (start: number, size: number): readonly Item[] => all.slice(start, start + size);

describe("pages are requested until the last one", () => {
  test("by offset, increased by what came and not by what was asked for", async () => {
    const rules = { kind: "offset", field: ["query", "offset"] } as const;
    // The server caps the limit.
    const responding: Responder = (query) => sliceOf(Number(query.get("offset") ?? 0), 3);
    const { asked, ids: found } = await iterate(rules, responding, { request: { query: { limit: 100, offset: 1 } } });
    expect(found).toEqual(ids.slice(1));
    expect(asked).toEqual([1, 4, 7].map((offset) => `/v1/items?offset=${offset}&limit=100`));
  });

  test("by offset, with no request for an empty page where the total is known", async () => {
    const rules = { kind: "offset", field: ["query", "offset"], items: ["data"], end: ["items", "total"] } as const;
    const { asked, ids: found } = await iterate(rules, (query) => ({
      data: sliceOf(Number(query.get("offset") ?? 0), 4),
      total: 7,
    }));
    expect(found).toEqual(ids);
    expect(asked).toEqual(["/v1/items", "/v1/items?offset=4"]);
  });

  test("by page, from the first one or the one that is asked for", async () => {
    const rules = {
      kind: "page",
      field: ["query", "page"],
      end: ["flag", "meta", "has_more"],
      items: ["data"],
    } as const;
    const responding: Responder = (query) => {
      const page = Number(query.get("page") ?? 1);
      return { data: sliceOf((page - 1) * 3, 3), meta: { has_more: page < 3 } };
    };
    expect((await iterate(rules, responding)).asked).toEqual(["/v1/items", "/v1/items?page=2", "/v1/items?page=3"]);
    const later = await iterate(rules, responding, { request: { query: { page: 3 } } });
    expect(later.ids).toEqual([7]);
  });

  test("by page from 0, with the number of pages", async () => {
    const rules = {
      kind: "page",
      field: ["query", "page"],
      first: 0,
      end: ["pages", "pages"],
      items: ["data"],
    } as const;
    const { asked, ids: found } = await iterate(rules, (query) => ({
      data: sliceOf(Number(query.get("page") ?? 0) * 4, 4),
      pages: 2,
    }));
    expect(found).toEqual(ids);
    expect(asked).toEqual(["/v1/items", "/v1/items?page=1"]);
  });

  test("by cursor, through an empty page", async () => {
    const rules = {
      kind: "cursor",
      field: ["query", "cursor"],
      next: ["body", "meta", "next"],
      items: ["data"],
    } as const;
    const pages: Readonly<Record<string, unknown>> = {
      "": { data: sliceOf(0, 3), meta: { next: "b" } },
      b: { data: [], meta: { next: "c" } },
      c: { data: sliceOf(3, 4), meta: { next: null } },
    };
    const { ids: found } = await iterate(rules, (query) => pages[query.get("cursor") ?? ""]);
    expect(found).toEqual(ids);
  });

  test("by a cursor in a header", async () => {
    const rules = { kind: "cursor", field: ["query", "cursor"], next: ["headers", "X-Next"] } as const;
    const { ids: found } = await iterate(rules, (query, response) => {
      if (query.get("cursor") === null) response.setHeader("x-next", "5");
      return query.get("cursor") === "5" ? sliceOf(4, 3) : sliceOf(0, 4);
    });
    expect(found).toEqual(ids);
  });

  test("by the last item, as Stripe does", async () => {
    const rules = {
      kind: "last-item",
      field: ["query", "starting_after"],
      key: ["id"],
      items: ["data"],
      end: ["flag", "has_more"],
    } as const;
    const { asked, ids: found } = await iterate(rules, (query) => {
      const after = Number(query.get("starting_after") ?? 0);
      return { data: sliceOf(after, 4), has_more: after + 4 < 7 };
    });
    expect(found).toEqual(ids);
    expect(asked).toEqual(["/v1/items", "/v1/items?starting_after=4"]);
  });

  test.each([
    ["absolute, below another path", (origin: string) => `${origin}/v1/collections/9/items?page=2&q=a%2Fb`],
    ["relative", () => "/v1/collections/9/items?page=2&q=a%2Fb"],
  ])("by the Link header: %s", async (_, linkOf) => {
    const { asked, ids: found } = await iterate({ kind: "link" }, (query, response, request) => {
      const origin = `http://${request.headers.host}`;
      if (query.get("page") !== null) return sliceOf(4, 3);
      response.setHeader(
        "link",
        `<${origin}/v1/x>; rel="prev"; title="a, <b>; rel=next", <${linkOf(origin)}>; rel="last next"`,
      );
      return sliceOf(0, 4);
    });
    expect(found).toEqual(ids);
    expect(asked).toEqual(["/v1/items", "/v1/collections/9/items?page=2&q=a%2Fb"]);
  });

  test.each([
    ["a server of the description", "https://api.example/v1", "https://api.example/v1/items?from=4"],
    ["one that speaks HTTP behind a proxy", "https://api.example/v1/", "http://api.example/v1/items?from=4"],
    ["a server by its path", "https://api.example/base", "/base/items?from=4"],
    ["a server with variables", "https://{region}.example/{base}", "https://eu.example/v7/items?from=4"],
    ["a server without a host", "/base", "/base/items?from=4"],
    ["any of them", "https://no.example", "https://api.example/items?from=4"],
  ])("by a URL below %s, at the base URL", async (_, server, next) => {
    const servers = [server, "https://api.example"];
    const rules = { kind: "url", next: ["body", "next"], items: ["data"], servers } as const;
    const { asked, ids: found } = await iterate(rules, (query) =>
      query.get("from") === "4" ? { data: sliceOf(4, 3) } : { data: sliceOf(0, 4), next },
    );
    expect([asked, found]).toEqual([["/v1/items", "/v1/items?from=4"], ids]);
  });

  test("by the URL in the body", async () => {
    const rules = { kind: "url", next: ["body", "links", "next"], items: ["data"] } as const;
    const { ids: found } = await iterate(rules, (query) =>
      query.get("from") === "4"
        ? { data: sliceOf(4, 3), links: {} }
        : { data: sliceOf(0, 4), links: { next: "?from=4" } },
    );
    expect(found).toEqual(ids);
  });
});

describe("a page that cannot be followed is an error", () => {
  test("the same page again, from a server that ignores the parameter", async () => {
    const { error, ids: found } = await iterate({ kind: "page", field: ["query", "page"] }, () => sliceOf(0, 3));
    expect(String(error)).toBe("PaginationError: listItems: the page has the same items as the one before");
    expect(found).toEqual([1, 2, 3]);
  });

  test("a cursor that leads to itself, and cursors in a circle", async () => {
    const rules = { kind: "cursor", field: ["query", "cursor"], next: ["body", "next"], items: ["data"] } as const;
    const itself = await iterate(rules, () => ({ data: all, next: "a" }));
    expect(String(itself.error)).toContain("leads to itself: next is its own cursor");
    const circle = await iterate(rules, (query) => ({ data: all, next: query.get("cursor") === "a" ? "b" : "a" }));
    expect(String(circle.error)).toContain('leads back to "a"');
  });

  test("a URL that was requested before", async () => {
    const rules = { kind: "url", next: ["body", "next"], items: ["data"] } as const;
    const { error, asked } = await iterate(rules, () => ({ data: all, next: "/v1/items?page=2" }));
    expect(String(error)).toContain("links to itself as the next one");
    expect(asked).toHaveLength(2);
  });

  test.each([
    "http://127.0.0.1:9/v1/items",
    "https://evil.example/v1/items",
    "//evil.example/v1/items",
    "/v2/items",
    "/v1/../admin",
  ])("a next URL that is not below the base URL: %s", async (next) => {
    const rules = {
      kind: "url",
      next: ["body", "next"],
      items: ["data"],
      servers: ["https://api.example/v1", "/v3"],
    } as const;
    const { error, asked, ids: found } = await iterate(rules, () => ({ data: all, next }));
    expect(String(error)).toMatch(/PaginationError: listItems: the page links to .*, which is not below http/);
    expect([asked.length, found]).toEqual([1, ids]);
  });

  test("a next URL that is none", async () => {
    const rules = { kind: "url", next: ["body", "next"], items: ["data"] } as const;
    const { error, ids: found } = await iterate(rules, () => ({ data: all, next: "http://" }));
    expect([String(error), found]).toEqual(["PaginationError: listItems: the page links to what is no URL", ids]);
  });

  test("no array where the items are", async () => {
    const { error } = await iterate({ kind: "link", items: ["data"] }, () => ({ data: { a: 1 } }));
    expect(String(error)).toContain("has no array data");
  });

  test("a response that is no success, in both modes", async () => {
    const asked: string[] = [];
    await using server = await serving((_, response) => {
      response.statusCode = 404;
      return { message: "no such list" };
    }, asked);
    const send = createSend({ baseUrl: server.url });
    const operation = listing({ kind: "link" });
    for (const way of [send, throwing(send)]) {
      const [failure] = await Promise.allSettled([pageOf(way, operation, { request: {} })]);
      expect(failure).toMatchObject({ status: "rejected", reason: { code: "response", status: 404 } });
    }
  });

  test("a next URL that would be another host after an empty base URL", async () => {
    const fetch = async (): Promise<Response> => Response.json({ data: all, next: "/.//evil.example/items" });
    const operation = listing({ kind: "url", next: ["body", "next"], items: ["data"] });
    const send = createSend({ baseUrl: "", fetch });
    const { items, next } = await pageOf(send, operation, { request: {} });
    expect(items).toEqual(all);
    if (next === null) throw new Error("there is a next page");
    // Also when it was stored meanwhile.
    await expect(pageOf(send, operation, JSON.parse(JSON.stringify(next)))).rejects.toMatchObject({
      code: "pagination",
      message: expect.stringContaining("listItems: the page links to "),
    });
  });
});

test("a page that a visitor may have named is requested at no other host or path, and without a request not at all", async () => {
  const fetch = vi.fn(async () => Response.json([]));
  const send = createSend({ baseUrl: "https://api.example/v3", fetch });
  const operation = listing({ kind: "link" });
  const paths = ["/..//x", "/a/%2e%2e/%2E%2e/x", "/\\evil.example", "/x#y", "//evil.example/x"];
  for (const url of ["0/x", ".evil.example/x", "@evil.example/x", ...paths])
    await expect(pageOf(send, operation, { request: {}, url })).rejects.toMatchObject({
      code: "pagination",
      message: "listItems: the page has a url that is no path below the base URL",
    });
  const stored: { readonly request: Request } = JSON.parse('{"reqest":{}}');
  await expect(pageOf(send, operation, stored)).rejects.toThrow("listItems: a page is requested with { request }");
  expect(fetch).not.toHaveBeenCalled();
  await pageOf(send, operation, { request: {}, url: "/items/a%20b?page=2&q=%27" });
  expect(fetch).toHaveBeenCalledWith("https://api.example/v3/items/a%20b?page=2&q=%27", expect.anything());
});

test("a page is requested only when its items are, and leaving the loop ends it", async () => {
  const rules = { kind: "offset", field: ["query", "offset"] } as const;
  const { asked } = await iterate(rules, (query) => sliceOf(Number(query.get("offset") ?? 0), 3), { most: 4 });
  expect(asked).toEqual(["/v1/items", "/v1/items?offset=3"]);
});

test("an aborted signal ends the iteration between two items", async () => {
  const asked: string[] = [];
  await using server = await serving(() => all, asked);
  const controller = new AbortController();
  const pages = pagesOf(
    createSend({ baseUrl: server.url }),
    listing({ kind: "link" }),
    {},
    { signal: controller.signal },
  );
  const found: number[] = [];
  const reading = (async () => {
    for await (const { id } of pages) {
      found.push(id);
      if (id === 3) controller.abort(new Error("enough"));
    }
  })();
  await expect(reading).rejects.toThrow("enough");
  expect(found).toEqual([1, 2, 3]);
});

test("pages come with their responses, in the mode that throws too, and can be resumed from JSON", async () => {
  const asked: string[] = [];
  await using server = await serving((query, response) => {
    if (query.get("page") !== null) return sliceOf(4, 3);
    response.setHeader("link", `<${"/items?page=2"}>; rel=next`);
    return sliceOf(0, 4);
  }, asked);
  const operation = listing({ kind: "link" });
  const method = pagedMethod(throwing(createSend({ baseUrl: server.url })), operation);
  const first = await method.page({ request: {} });
  expect(first.next).toEqual({ request: {}, url: "/items?page=2" });
  const second = await method.page(JSON.parse(JSON.stringify(first.next)));
  expect([second.items.length, second.next]).toEqual([3, null]);
  const statuses: number[] = [];
  for await (const { response } of method.pages().byPage()) statuses.push(response.status);
  expect(statuses).toEqual([200, 200]);
});

test("the next page of a cursor in the request body keeps the rest of the body", () => {
  const operation = listing({
    kind: "cursor",
    field: ["body", "page", "cursor"],
    next: ["body", "next"],
    items: ["data"],
  });
  const request = { query: {}, body: { filter: "x", page: { size: 2 } } };
  expect(nextPageOf(operation, { request }, { status: 200, body: { data: [1], next: "n" } })).toEqual({
    request: { query: {}, body: { filter: "x", page: { size: 2, cursor: "n" } } },
  });
});

test("a test double without iterators fits code that only calls", async () => {
  const client = { listItems: pagedMethod(createSend({ baseUrl: "http://127.0.0.1:9" }), listing({ kind: "link" })) };
  const count = async ({ listItems }: Calls<Pick<typeof client, "listItems">>): Promise<unknown> =>
    (await listItems({})) && 1;
  expect(client.listItems).toHaveProperty("pages");
  expect(await count({ listItems: async () => ({ status: 200, body: [] }) })).toBe(1);
});
