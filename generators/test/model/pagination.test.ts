import { describe, expect, test } from "vitest";
import { paginationsIn } from "../../src/model/finish/pagination/pagination.ts";
import type { PaginationOption } from "../../src/model/finish/pagination/pagination-rule.ts";
import { readFiles } from "../source/memory-files.ts";

interface Described {
  /** Query parameters, by name: their schemas. */
  readonly query?: Readonly<Record<string, object>>;
  /** The schema of the response body. */
  readonly body: object;
  /** Further fields of the operation. */
  readonly more?: object;
  readonly headers?: object;
  readonly method?: string;
  readonly root?: object;
}

const count = { type: "integer" };
const text = { type: "string" };
const list = { type: "array", items: { type: "object", required: ["id"], properties: { id: text } } };
const listed = (more: object = {}): object => ({ type: "object", properties: { data: list, ...more } });

/** The pagination in one line, or the problem. */
function shown(
  { query = {}, body, more, headers, method = "get", root }: Described,
  option: PaginationOption = [],
): string {
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, in: "query", schema }));
  const response = { description: "ok", headers, content: { "application/json": { schema: body } } };
  const operation = { operationId: "list", parameters, responses: { "200": response }, ...more };
  const openapi = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    ...root,
    paths: { "/x": { [method]: operation } },
  };
  const { api, messages } = readFiles({ "openapi.yaml": JSON.stringify(openapi) });
  expect(messages).toBe("");
  if (!api?.http) throw new Error("not read");
  const { paginations, problems } = paginationsIn(api.http, option);
  if (problems.length > 0)
    return problems.map(({ source, reason, hint }) => `${source}: ${reason}; ${hint}`).join("\n");
  const [pagination] = paginations.values();
  if (pagination === undefined) return "none";
  const { kind, items, end } = pagination;
  const words = [
    kind,
    ...("field" in pagination
      ? [pagination.field.in === "body" ? `body ${pagination.field.path.join(".")}` : pagination.field.name]
      : []),
    ...("next" in pagination
      ? [`next ${pagination.next.in === "body" ? pagination.next.path.join(".") : pagination.next.name}`]
      : []),
    ...(kind === "page" ? [`first ${pagination.first}`] : []),
    `items ${items.join(".") || "body"}`,
    ...(end === null ? [] : [`${end.kind} ${end.path.join(".")}`]),
  ];
  return words.join(", ");
}

describe("names that leave no doubt", () => {
  test.each<[string, Described, string]>([
    ["offset and limit", { query: { offset: count, limit: count }, body: list }, "offset, offset, items body"],
    [
      "a list in a part without a type",
      {
        query: { offset: count, limit: count },
        body: { allOf: [{ type: "object", properties: { total: count } }, { properties: { data: list } }] },
      },
      "offset, offset, items data",
    ],
    ["$skip and $top", { query: { $skip: count, $top: count }, body: listed() }, "offset, $skip, items data"],
    [
      "page and per_page",
      { query: { page: { ...count, default: 1 }, per_page: count }, body: listed({ has_more: { type: "boolean" } }) },
      "page, page, first 1, items data, flag has_more",
    ],
    [
      "page[number], the first of which is 0",
      {
        query: { "page[number]": { ...count, minimum: 0 }, "page[size]": count },
        body: listed({ meta: { type: "object", properties: { total_pages: count } } }),
      },
      "page, page[number], first 0, items data, pages meta.total_pages",
    ],
    [
      "cursor and next_cursor",
      {
        query: { cursor: text },
        body: listed({ meta: { type: "object", properties: { next_cursor: { type: ["string", "null"] } } } }),
      },
      "cursor, cursor, next meta.next_cursor, items data",
    ],
    [
      "pageToken and nextPageToken",
      { query: { pageToken: text }, body: listed({ nextPageToken: text }) },
      "cursor, pageToken, next nextPageToken, items data",
    ],
    [
      "starting_after and has_more",
      { query: { starting_after: text, limit: count }, body: listed({ has_more: { type: "boolean" } }) },
      "last-item, starting_after, items data, flag has_more",
    ],
    ["a next URL", { body: listed({ next: { ...text, format: "uri" } }) }, "url, next next, items data"],
    [
      "a next link of HAL",
      {
        body: listed({
          _links: { type: "object", properties: { next: { type: "object", properties: { href: text } } } },
        }),
      },
      "url, next _links.next.href, items data",
    ],
    [
      "a next link of JSON:API, beside what it includes",
      {
        body: listed({
          included: list,
          links: { type: "object", properties: { self: text, next: { type: ["string", "null"] } } },
        }),
      },
      "url, next links.next, items data",
    ],
    [
      "a list that HAL embeds, with the pages of Spring",
      {
        query: { page: { ...count, default: 0 }, size: count },
        body: {
          type: "object",
          properties: {
            _embedded: { type: "object", properties: { orders: list } },
            page: { type: "object", properties: { size: count, totalPages: count, number: count } },
          },
        },
      },
      "page, page, first 0, items _embedded.orders, pages page.totalPages",
    ],
    [
      "a described Link header",
      { query: { page: count }, body: list, headers: { link: { schema: text } } },
      "link, items body",
    ],
    [
      "a list that may be null",
      {
        query: { offset: count, limit: count },
        body: { type: "object", properties: { data: { anyOf: [list, { type: "null" }] } } },
      },
      "offset, offset, items data",
    ],
    [
      "a list in an allOf",
      {
        query: { offset: count, limit: count },
        body: { allOf: [listed(), { type: "object", properties: { total: count } }] },
      },
      "offset, offset, items data",
    ],
  ])("are detected as pagination: %s", (_, described, expected) => {
    expect(shown(described)).toBe(expected);
    expect(shown(described, false)).toBe("none");
    expect(shown(described, [{ none: true }])).toBe("none");
  });
});

describe("names that leave a doubt", () => {
  test.each<[string, Described]>([
    ["the number of the first page is not stated", { query: { page: count, per_page: count }, body: list }],
    ["an offset that is any number", { query: { offset: { type: "number" }, limit: count }, body: list }],
    ["a page that is any number", { query: { page: { type: "number", default: 1 }, limit: count }, body: list }],
    ["an offset without a limit", { query: { offset: count }, body: list }],
    ["an offset that starts at 1", { query: { offset: { ...count, minimum: 1 }, limit: count }, body: list }],
    ["page and offset", { query: { page: { ...count, default: 1 }, offset: count, limit: count }, body: list }],
    ["two arrays", { query: { offset: count, limit: count }, body: listed({ other: list }) }],
    [
      "two arrays, one of them in a part without a type",
      { query: { offset: count, limit: count }, body: { allOf: [listed(), { properties: { other: list } }] } },
    ],
    ["no array", { query: { offset: count, limit: count }, body: { type: "object", properties: { id: text } } }],
    ["a cursor without a next one", { query: { cursor: text }, body: listed() }],
    ["two next cursors", { query: { cursor: text }, body: listed({ next_cursor: text, nextCursor: text }) }],
    ["a next member that is no URL", { body: listed({ next: text }) }],
    ["a Link header of something else", { query: { q: text }, body: list, headers: { Link: { schema: text } } }],
    ["a POST", { method: "post", query: { offset: count, limit: count }, body: list }],
    [
      "an alternative without the list",
      {
        query: { offset: count, limit: count },
        body: { anyOf: [listed(), { type: "object", properties: { id: text } }] },
      },
    ],
    [
      "items without an id",
      {
        query: { starting_after: text },
        body: { type: "object", properties: { data: { type: "array", items: {} }, has_more: { type: "boolean" } } },
      },
    ],
  ])("are not detected as pagination: %s", (_, described) => {
    expect(shown(described)).toBe("none");
  });
});

describe("extensions of an operation", () => {
  const body = listed({ next: text, pages: count });
  const query = { at: text, size: count, page: count };
  const extension = (name: string, value: unknown, root?: object): Described => ({
    query,
    body,
    more: { [name]: value },
    ...(root === undefined ? {} : { root }),
  });
  const speakeasy = (value: object): Described => extension("x-speakeasy-pagination", value);
  const input = (name: string, type: string): object => ({ name, in: "parameters", type });
  const outputs = { results: "$.data" };

  test.each<[string, Described, string]>([
    [
      "Speakeasy, page",
      speakeasy({
        type: "offsetLimit",
        inputs: [input("page", "page"), input("size", "limit")],
        outputs: { ...outputs, numPages: "$.pages" },
      }),
      "page, page, first 1, items data, pages pages",
    ],
    [
      "Speakeasy, offset",
      speakeasy({ type: "offsetLimit", inputs: [input("page", "offset")], outputs }),
      "offset, page, items data",
    ],
    [
      "Speakeasy, cursor",
      speakeasy({ type: "cursor", inputs: [input("at", "cursor")], outputs: { ...outputs, nextCursor: "$.next" } }),
      "cursor, at, next next, items data",
    ],
    [
      "Speakeasy, last item",
      speakeasy({
        type: "cursor",
        inputs: [input("at", "cursor")],
        outputs: { ...outputs, nextCursor: "$.data[-1].id" },
      }),
      "last-item, at, items data",
    ],
    [
      "Speakeasy, URL",
      speakeasy({ type: "url", outputs: { ...outputs, nextUrl: "$.next" } }),
      "url, next next, items data",
    ],
    [
      "Fern, page",
      extension("x-fern-pagination", { offset: "$request.page", results: "$response.data" }),
      "page, page, first 1, items data",
    ],
    [
      "Fern, offset",
      extension("x-fern-pagination", { offset: "$request.page", step: "$request.size", results: "$response.data" }),
      "offset, page, items data",
    ],
    [
      "Fern, cursor of the document",
      extension("x-fern-pagination", true, {
        "x-fern-pagination": { cursor: "$request.at", next_cursor: "$response.next", results: "$response.data" },
      }),
      "cursor, at, next next, items data",
    ],
    [
      "Fern, URL",
      extension("x-fern-pagination", { next_uri: "$response.next", results: "$response.data" }),
      "url, next next, items data",
    ],
    ["Microsoft", extension("x-ms-pageable", { nextLinkName: "next", itemName: "data" }), "url, next next, items data"],
    ["Microsoft, all at once", extension("x-ms-pageable", { nextLinkName: null }), "none"],
    [
      "a wrong name",
      extension("x-ms-pageable", { nextLinkName: "nxt", itemName: "data" }),
      'x-ms-pageable: its response body has no member "nxt" that is a text or a number; did you mean "next"?',
    ],
    [
      "an unknown type",
      speakeasy({ type: "magic" }),
      'x-speakeasy-pagination: its type is "magic", none of offsetLimit, cursor and url; say how it is paginated with the option pagination, or leave the extension out',
    ],
  ])("are read as pagination: %s", (_, described, expected) => {
    expect(shown(described)).toBe(expected);
  });

  test("give way to a rule of the configuration", () => {
    const described = extension("x-ms-pageable", { nextLinkName: "next", itemName: "data" });
    expect(shown(described, [{ operation: "list", cursor: "at", next: "next" }])).toBe(
      "cursor, at, next next, items data",
    );
  });
});

describe("rules of a configuration", () => {
  const body = listed({ next: text, more: { type: "boolean" }, other: list });
  const described: Described = { query: { at: text, page: count }, body };

  test.each<[PaginationOption, string]>([
    [[{ offset: "page", items: "data", more: "more" }], "offset, page, items data, flag more"],
    [
      [
        { path: "/y", none: true },
        { page: "page", first: 0, items: "/other" },
      ],
      "page, page, first 0, items other",
    ],
    [[{ cursor: "at", next: { header: "X-Next" }, items: "data" }], "cursor, at, next X-Next, items data"],
    [[{ cursor: "at", last: "id", items: "data" }], "last-item, at, items data"],
    [[{ link: true, items: "data" }], "link, items data"],
    [[{ offset: "pge" }], 'pagination[0]: it has no parameter "pge" in the query or a header; did you mean "page"?'],
    [
      [{ offset: "page" }],
      "pagination[0]: its response body has several arrays; name the one with the items: data or other",
    ],
    [[{ offset: "page", items: "date" }], 'pagination[0]: its response body has no array "date"; did you mean "data"?'],
    [[{ cursor: "at", last: "ib", items: "data" }], 'pagination[0]: its items have no member "ib"; available: id'],
    [
      [{ offset: "page", items: "data", more: "next" }],
      'pagination[0]: its response body has no member "next" that is a boolean; available: more',
    ],
  ])("are checked against the operation: %j", (option, expected) => {
    expect(shown(described, option)).toBe(expected);
  });

  test("may name a cursor in the request body", () => {
    const requestBody = {
      content: { "application/json": { schema: { type: "object", properties: { start: text } } } },
    };
    const search: Described = { method: "post", body: listed({ next: text }), more: { requestBody } };
    expect(shown(search, [{ cursor: { body: "start" }, next: "next" }])).toBe(
      "cursor, body start, next next, items data",
    );
    expect(shown(search, [{ link: true }])).toContain("the URL of a next page is for GET, and this is POST");
  });
});
