// Responses of the service, and of proxies in front of it, with the error that each becomes: a table for tests.
import { expect } from "vitest";
import {
  ConflictStateError,
  type FulfillmentClient,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
  ValidationError,
} from "../src/index.ts";
import { newOrder } from "./every-operation.ts";
import { budget, json, text } from "./responding.ts";

export type Calling = (client: FulfillmentClient) => PromiseLike<unknown>;

const get: Calling = ({ orders }) => orders.get("ord_1");
const list: Calling = ({ orders }) => orders.list();
const create: Calling = ({ orders }) => orders.create(newOrder);
const cancel: Calling = ({ orders }) => orders.cancel("ord_1");
const subscribe: Calling = ({ webhooks }) => webhooks.create({ url: "https://h.example", events: ["order.created"] });
const remove: Calling = ({ webhooks }) => webhooks.delete("wh_1");
const inventory: Calling = ({ inventory: { list } }) => list();

export interface Case {
  readonly name: string;
  readonly call: Calling;
  readonly response: () => Response;
  readonly is: new (...arguments_: never) => Error;
  readonly has: Readonly<Record<string, unknown>>;
}

const html = { "Content-Type": "text/html; charset=utf-8" };
const webhookUrl = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses.";
const cancelled = "Order cannot be cancelled: its status is SHIPPED";
const page = "<!doctype html>\n<title>502 Bad Gateway</title>";

export const ofTheService: readonly Case[] = [
  {
    name: "an unknown order",
    call: get,
    response: () => json(404, { message: "Order not found" }),
    is: NotFoundError,
    has: { code: "not_found", status: 404, message: "Order not found" },
  },
  {
    name: "an order that is past cancelling",
    call: cancel,
    response: () => json(400, { message: cancelled }),
    is: ConflictStateError,
    has: { code: "conflict_state", status: 400, message: cancelled },
  },
  {
    name: "an unknown order to cancel",
    call: cancel,
    response: () => json(400, { message: "Order not found" }),
    is: NotFoundError,
    has: { code: "not_found", status: 400, message: "Order not found" },
  },
  {
    name: "an unknown subscription",
    call: remove,
    response: () => json(400, { message: "Webhook not found" }),
    is: NotFoundError,
    has: { code: "not_found", status: 400, message: "Webhook not found" },
  },
  {
    name: "a URL that is subscribed already",
    call: subscribe,
    response: () => json(400, { message: "Webhook URL is already registered" }),
    is: ConflictStateError,
    has: { code: "conflict_state", message: "Webhook URL is already registered" },
  },
  {
    name: "a test of a subscription that is off",
    call: ({ webhooks }) => webhooks.test("wh_1"),
    response: () => json(400, { message: "Webhook is not active" }),
    is: ConflictStateError,
    has: { code: "conflict_state", message: "Webhook is not active" },
  },
  {
    name: "a subscription in words of another version",
    call: subscribe,
    response: () => json(400, { message: "url and events are required" }),
    is: ValidationError,
    has: { code: "validation", message: "url and events are required", fields: [] },
  },
  {
    name: "an order that cannot be cancelled, in words of another version",
    call: cancel,
    response: () => json(400, { message: "Too late" }),
    is: ConflictStateError,
    has: { code: "conflict_state", message: "Too late" },
  },
  {
    name: "a subscription that something is in the way of",
    call: remove,
    response: () => json(400, { message: "Not now" }),
    is: ConflictStateError,
    has: { code: "conflict_state", message: "Not now" },
  },
  {
    name: "fields without a colon",
    call: create,
    response: () =>
      json(400, { message: "Invalid request body", errors: ["shipTo.zip must be a string", "Nothing is right"] }),
    is: ValidationError,
    has: {
      fields: [
        { path: ["shipTo", "zip"], message: "must be a string" },
        { path: [], message: "Nothing is right" },
      ],
    },
  },
  {
    name: "words with a sign in them",
    call: create,
    response: () => json(400, { message: "quantity must be <= 100" }),
    is: ValidationError,
    has: { message: "quantity must be <= 100" },
  },
  {
    name: "a URL that is not allowed",
    call: subscribe,
    response: () => json(400, { message: webhookUrl }),
    is: ValidationError,
    has: { code: "validation", message: webhookUrl, fields: [{ path: ["url"], message: webhookUrl }] },
  },
  {
    name: "a new URL that is not allowed",
    call: ({ webhooks }) => webhooks.update("wh_1", { url: "http://localhost" }),
    response: () => json(400, { message: webhookUrl }),
    is: ValidationError,
    has: { code: "validation", fields: [{ path: ["url"], message: webhookUrl }] },
  },
  {
    name: "the key",
    call: get,
    response: () => text(401, "Unauthorized", { ...budget, ...html }),
    is: UnauthorizedError,
    has: { code: "unauthorized", status: 401, message: "Unauthorized", body: "Unauthorized" },
  },
  {
    name: "a spent budget",
    call: create,
    response: () => json(429, { message: "Rate limit exceeded" }),
    is: RateLimitedError,
    has: { code: "rate_limited", retryAfter: 60, rateLimit: { limit: 1000, remaining: 990, reset: 60 } },
  },
  ...["Internal server error", "Internal Server Error", "Request failed"].map((message): Case => {
    return {
      name: `a fault, as "${message}"`,
      call: create,
      response: () => json(500, { message }),
      is: ServerError,
      has: { code: "server", status: 500, message, body: { message } },
    };
  }),
  ...[
    "Malformed JSON in request body",
    "Malformed HTTP request",
    "Content-Type must be application/json",
    "Request body is too large",
    "Request headers are too large",
    "Request was not received in time",
  ].map((message): Case => {
    return {
      name: `a body or request that cannot be read, as "${message}"`,
      call: create,
      response: () => json(400, { message }),
      is: ValidationError,
      has: { code: "validation", message, fields: [] },
    };
  }),
];

export const ofAQuery: readonly Case[] = (
  [
    [list, "limit", "must be an integer"],
    [list, "offset", "must be at least 0"],
    [list, "orderStatus", "must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED"],
    [inventory, "page", "must be at least 1"],
    [inventory, "page_size", "must be at most 100"],
  ] as const
).map(([call, name, issue]) => ({
  name: `the parameter ${name}, which ${issue}`,
  call,
  response: () => json(400, { message: `Invalid query parameters: ${name} ${issue}` }),
  is: ValidationError,
  has: {
    code: "validation",
    message: `Invalid query parameters: ${name} ${issue}`,
    fields: [{ path: [name], message: issue }],
  },
}));

export const ofAStranger: readonly Case[] = [
  {
    name: "a query in other words",
    call: list,
    response: () => json(400, { message: "No, thank you" }),
    is: ValidationError,
    has: { code: "validation", message: "No, thank you", fields: [] },
  },
  {
    name: "the parameter alone",
    call: list,
    response: () => json(400, { message: "limit is too large" }),
    is: ValidationError,
    has: { fields: [{ path: ["limit"], message: "is too large" }] },
  },
  {
    name: "the key, as text/plain",
    call: get,
    response: () => text(401, "Unauthorized", { "Content-Type": "text/plain" }),
    is: UnauthorizedError,
    has: { code: "unauthorized", message: "Unauthorized", rateLimit: null },
  },
  {
    name: "the key, as JSON",
    call: get,
    response: () => json(401, { message: "Unauthorized" }),
    is: UnauthorizedError,
    has: { code: "unauthorized", message: expect.stringContaining("Unauthorized") },
  },
  {
    name: "the key, with nothing at all",
    call: get,
    response: () => new Response(null, { status: 401 }),
    is: UnauthorizedError,
    has: { code: "unauthorized", message: "Status 401" },
  },
  {
    name: "the error page of a proxy",
    call: get,
    response: () => text(502, page, html),
    is: ServerError,
    has: { code: "server", status: 502, message: "Status 502", body: page },
  },
  {
    name: "a 503 as text",
    call: create,
    response: () => text(503, "upstream connect error", { "Content-Type": "text/plain" }),
    is: ServerError,
    has: { code: "server", status: 503, message: "upstream connect error" },
  },
  {
    name: "a 503 as a long text",
    call: create,
    response: () => text(503, "x".repeat(501), { "Content-Type": "text/plain" }),
    is: ServerError,
    has: { code: "server", message: "Status 503" },
  },
  {
    name: "a 500 that says JSON and is not",
    call: get,
    response: () => text(500, "{", { "Content-Type": "application/json" }),
    is: ServerError,
    has: { code: "server", status: 500, body: "{" },
  },
  {
    name: "a 500 with a body that has no message",
    call: get,
    response: () => json(500, null),
    is: ServerError,
    has: { code: "server", message: "Status 500", body: null },
  },
  {
    name: "a spent budget without headers",
    call: get,
    response: () => text(429, "Too many requests", { "Content-Type": "text/plain" }),
    is: RateLimitedError,
    has: { code: "rate_limited", message: "Too many requests", retryAfter: null, rateLimit: null },
  },
  {
    name: "a page that is not there: a wrong base URL",
    call: get,
    response: () => text(404, "<h1>Not Found</h1>", html),
    is: UnexpectedResponseError,
    has: { code: "unexpected_response", status: 404, message: "getOrder: undescribed content-type in 404" },
  },
  {
    name: "a page that is not there, of an operation that has no 404",
    call: list,
    response: () => text(404, "<h1>Not Found</h1>", html),
    is: UnexpectedResponseError,
    has: { code: "unexpected_response", message: "listOrders: undescribed status in 404", body: "<h1>Not Found</h1>" },
  },
  {
    name: "a redirect, which is not followed",
    call: create,
    response: () => new Response(null, { status: 302, headers: { Location: "https://elsewhere.test" } }),
    is: UnexpectedResponseError,
    has: { code: "unexpected_response", status: 302 },
  },
  {
    name: "a 200 that is a page",
    call: list,
    response: () => text(200, "<h1>Sign in</h1>", html),
    is: UnexpectedResponseError,
    has: { code: "unexpected_response", message: "listOrders: undescribed content-type in 200" },
  },
  {
    name: "a 200 that says JSON and is not",
    call: list,
    response: () => text(200, "[{", { "Content-Type": "application/json" }),
    is: UnexpectedResponseError,
    has: { code: "unexpected_response", message: "listOrders: undescribed body in 200", body: "[{" },
  },
];
