// What the requirements state about every endpoint: parameters, request body, and the body for each status.
import type { Fact } from "./notation.ts";
import {
  badOrder,
  badRequest,
  cancelledOrder,
  catalogEntry,
  contact,
  createdOrder,
  deletedWebhook,
  error,
  inventory,
  keyCheck,
  newOrder,
  newWebhook,
  order,
  orderCancellation,
  orderNotFound,
  product,
  rejection,
  subscription,
  subscriptionWithSecret,
  testResult,
  unauthorized,
  warehouse,
  webhookChanges,
} from "./resources.ts";

export interface OperationFact {
  /** `path orderId`, `query limit?` */
  readonly parameters: Readonly<Record<string, Fact>>;
  readonly request: Fact;
  readonly responses: Readonly<Record<string, Fact>>;
}

const json = (body: Fact): Fact => ({ "application/json": body });

/** "401 Authentication failure: plain text Unauthorized", 429 and 500 on every operation. */
const always: Readonly<Record<string, Fact>> = {
  "401": { "text/html; charset=utf-8": unauthorized },
  "429": json(error),
  "500": json(error),
};

const nothing: Fact = "nothing";
const none = {} as const;

/** "limit (default 20) and offset (default 0)". */
const page = { "query limit?": "integer, default 20", "query offset?": "integer, default 0" } as const;

/** A 400 where the requirements do not name one: open decisions invalid-query and unknown-webhook. */
const refusal = { "400": json(rejection) } as const;

const checkKey: OperationFact = operationOf({ "200": json(keyCheck) });
const id = { "path id": "string" } as const;

export const operations: Readonly<Record<string, OperationFact>> = {
  "GET /v1/auth": checkKey,
  "PUT /v1/auth": checkKey,
  "POST /v1/auth": checkKey,
  "DELETE /v1/auth": checkKey,
  "OPTIONS /v1/auth": checkKey,
  // A response to HEAD has no body.
  "HEAD /v1/auth": {
    parameters: none,
    request: nothing,
    responses: { "200": none, "401": none, "429": none, "500": none },
  },
  "PATCH /v1/auth": checkKey,
  "TRACE /v1/auth": checkKey,

  "GET /v1/orders/list": operationOf(
    { "200": json([order]), ...refusal },
    {
      parameters: {
        ...page,
        "query campaignId?": "string",
        "query orderStatus?": "AWAITING_SHIPMENT | SHIPPED | CANCELLED | RETURNED",
      },
    },
  ),
  "GET /v1/orders/warehouses": operationOf({ "200": json([warehouse]) }),
  "GET /v1/orders/{orderId}": operationOf(
    { "200": json(order), "404": json(orderNotFound) },
    { parameters: { "path orderId": "string" } },
  ),
  "POST /v1/orders/create": operationOf(
    { "201": json(createdOrder), "400": json(badOrder) },
    { request: json(newOrder) },
  ),
  "POST /v1/orders/cancel": operationOf(
    { "201": json(cancelledOrder), "400": json(badRequest) },
    { request: json(orderCancellation) },
  ),

  "GET /v1/webhooks/events": operationOf({ "200": json([catalogEntry]) }),
  "GET /v1/webhooks": operationOf({ "200": json({ webhooks: [subscription] }) }),
  "POST /v1/webhooks": operationOf(
    { "201": json(subscriptionWithSecret), "400": json(badRequest) },
    { request: json(newWebhook) },
  ),
  "PUT /v1/webhooks/{id}": operationOf(
    { "200": json(subscription), "400": json(badRequest) },
    { parameters: id, request: json(webhookChanges) },
  ),
  "DELETE /v1/webhooks/{id}": operationOf({ "200": json(deletedWebhook), ...refusal }, { parameters: id }),
  "POST /v1/webhooks/{id}/test": operationOf({ "200": json(testResult), ...refusal }, { parameters: id }),
  "POST /v1/webhooks/{id}/rotate-secret": operationOf(
    { "200": json(subscriptionWithSecret), ...refusal },
    { parameters: id },
  ),

  "GET /v1/products/list": operationOf({ "200": json([product]), ...refusal }, { parameters: page }),
  "GET /v1/inventory/list": operationOf(
    { "200": json(inventory), ...refusal },
    {
      parameters: {
        "query page?": "integer, default 1",
        "query page_size?": "integer, default 20, maximum 100",
      },
    },
  ),
  "POST /v1/contacts/create": operationOf(
    { "201": json(contact), "400": json(badRequest) },
    { request: json(contact) },
  ),
};

function operationOf(responses: Readonly<Record<string, Fact>>, given: Partial<OperationFact> = {}): OperationFact {
  return { parameters: none, request: nothing, ...given, responses: { ...responses, ...always } };
}
