import { expect } from "vitest";
import type { FulfillmentClient } from "../src/index.ts";
import { newOrder } from "./every-operation.ts";
import { budget, json, text } from "./responding.ts";

export type Calling = (client: FulfillmentClient) => PromiseLike<unknown>;

const get: Calling = ({ orders }) => orders.get("ord_1");
const list: Calling = ({ orders }) => orders.list();
const create: Calling = ({ orders }) => orders.create(newOrder);
const cancel: Calling = ({ orders }) => orders.cancel("ord_1");
const subscribe: Calling = ({ webhooks }) => webhooks.create({ url: "https://h.example", events: ["order.created"] });
const remove: Calling = ({ webhooks }) => webhooks.delete("wh_1");
const test: Calling = ({ webhooks }) => webhooks.test("wh_1");
const move: Calling = ({ webhooks }) => webhooks.update("wh_1", { url: "http://localhost" });
const inventory: Calling = ({ inventory: { list } }) => list();

/** The class, and what an error of it has beside its code, and the status and body of the response. */
export type Case = readonly [
  name: string,
  call: Calling,
  response: () => Response,
  is: keyof typeof codes,
  has: Readonly<Record<string, unknown>>,
];

/** By their classes. */
export const codes = {
  UnauthorizedError: "unauthorized",
  ValidationError: "validation",
  NotFoundError: "not_found",
  ConflictStateError: "conflict_state",
  RateLimitedError: "rate_limited",
  ServerError: "server",
  UnexpectedResponseError: "unexpected_response",
} as const;

const html = { "Content-Type": "text/html; charset=utf-8" };
const plain = { "Content-Type": "text/plain" };
const asJson = { "Content-Type": "application/json" };
const webhookUrl = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses.";
const cancelled = "Order cannot be cancelled: its status is SHIPPED";
const page = "<!doctype html>\n<title>502 Bad Gateway</title>";

/** A response whose `message` is that of the error. */
const saying = (
  name: string,
  call: Calling,
  [status, message]: [number, string],
  is: Case[3],
  has: Case[4] = {},
): Case => [name, call, () => json(status, { message }), is, { message, ...has }];

export const ofTheService: readonly Case[] = [
  saying("an unknown order", get, [404, "Order not found"], "NotFoundError"),
  saying("an order that is past cancelling", cancel, [400, cancelled], "ConflictStateError"),
  saying("an unknown order to cancel", cancel, [400, "Order not found"], "NotFoundError"),
  saying("an unknown subscription", remove, [400, "Webhook not found"], "NotFoundError"),
  saying(
    "a URL that is subscribed already",
    subscribe,
    [400, "Webhook URL is already registered"],
    "ConflictStateError",
  ),
  saying("a test of a subscription that is off", test, [400, "Webhook is not active"], "ConflictStateError"),
  saying("other words on fields", subscribe, [400, "url and events are required"], "ValidationError", { fields: [] }),
  saying("other words on an order to cancel", cancel, [400, "Too late"], "ConflictStateError"),
  saying("a subscription that something is in the way of", remove, [400, "Not now"], "ConflictStateError"),
  saying("words with a sign in them", create, [400, "quantity must be <= 100"], "ValidationError"),
  [
    "fields without a colon",
    create,
    () => json(400, { message: "Invalid request body", errors: ["shipTo.zip must be a string", "Nothing is right"] }),
    "ValidationError",
    {
      fields: [
        { path: ["shipTo", "zip"], message: "must be a string" },
        { path: [], message: "Nothing is right" },
      ],
    },
  ],
  ...[subscribe, move].map((call) =>
    saying("a URL that is not allowed", call, [400, webhookUrl], "ValidationError", {
      fields: [{ path: ["url"], message: webhookUrl }],
    }),
  ),
  [
    "the key",
    get,
    () => text(401, "Unauthorized", { ...budget, ...html }),
    "UnauthorizedError",
    { message: "Unauthorized", body: "Unauthorized" },
  ],
  saying("a spent budget", create, [429, "Rate limit exceeded"], "RateLimitedError", {
    retryAfter: 60,
    rateLimit: { limit: 1000, remaining: 990, reset: 60 },
  }),
  ...["Internal server error", "Request failed"].map((message) =>
    saying(`a fault, as "${message}"`, create, [500, message], "ServerError", { body: { message } }),
  ),
  ...[
    "Malformed JSON in request body",
    "Malformed HTTP request",
    "Content-Type must be application/json",
    "Request body is too large",
    "Request headers are too large",
    "Request was not received in time",
  ].map((message) =>
    saying(`what cannot be read: ${message}`, create, [400, message], "ValidationError", { fields: [] }),
  ),
];

export const ofAQuery: readonly Case[] = (
  [
    [list, "limit", "must be an integer"],
    [list, "offset", "must be at least 0"],
    [list, "orderStatus", "must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED"],
    [inventory, "page", "must be at least 1"],
    [inventory, "page_size", "must be at most 100"],
  ] as const
).map(([call, name, issue]) =>
  saying(`the parameter ${name}`, call, [400, `Invalid query parameters: ${name} ${issue}`], "ValidationError", {
    fields: [{ path: [name], message: issue }],
  }),
);

export const ofAStranger: readonly Case[] = [
  saying("a query in other words", list, [400, "No, thank you"], "ValidationError", { fields: [] }),
  saying("the parameter alone", list, [400, "limit is too large"], "ValidationError", {
    fields: [{ path: ["limit"], message: "is too large" }],
  }),
  [
    "the key, as text/plain",
    get,
    () => text(401, "Unauthorized", plain),
    "UnauthorizedError",
    { message: "Unauthorized", rateLimit: null },
  ],
  saying("the key, as JSON", get, [401, "Unauthorized"], "UnauthorizedError", {
    message: expect.stringContaining("Unauthorized"),
  }),
  [
    "the key, with nothing at all",
    get,
    () => new Response(null, { status: 401 }),
    "UnauthorizedError",
    { message: "Status 401" },
  ],
  ["the error page of a proxy", get, () => text(502, page, html), "ServerError", { message: "Status 502", body: page }],
  ["a 503 as text", create, () => text(503, "upstream", plain), "ServerError", { message: "upstream" }],
  ["a 503 as a long text", create, () => text(503, "x".repeat(501), plain), "ServerError", { message: "Status 503" }],
  ["a 500 that says JSON and is not", get, () => text(500, "{", asJson), "ServerError", { body: "{" }],
  ["a 500 without a message", get, () => json(500, null), "ServerError", { message: "Status 500", body: null }],
  [
    "a spent budget without headers",
    get,
    () => text(429, "Too many requests", plain),
    "RateLimitedError",
    { message: "Too many requests", retryAfter: null, rateLimit: null },
  ],
  [
    "a page that is not there: a wrong base URL",
    get,
    () => text(404, "<h1>Not Found</h1>", html),
    "UnexpectedResponseError",
    { message: "getOrder: undescribed content-type in 404" },
  ],
  [
    "a page that is not there, of an operation that has no 404",
    list,
    () => text(404, "<h1>Not Found</h1>", html),
    "UnexpectedResponseError",
    { message: "listOrders: undescribed status in 404", body: "<h1>Not Found</h1>" },
  ],
  [
    "a redirect, which is not followed",
    create,
    () => new Response(null, { status: 302, headers: { Location: "https://elsewhere.test" } }),
    "UnexpectedResponseError",
    {},
  ],
  [
    "a 200 that is a page",
    list,
    () => text(200, "<h1>Sign in</h1>", html),
    "UnexpectedResponseError",
    { message: "listOrders: undescribed content-type in 200" },
  ],
  [
    "a 200 that says JSON and is not",
    list,
    () => text(200, "[{", asJson),
    "UnexpectedResponseError",
    { message: "listOrders: undescribed body in 200", body: "[{" },
  ],
];
