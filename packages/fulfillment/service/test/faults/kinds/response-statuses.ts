// Faults in what a response is: its status, its media type, and that there is one at all.
import { type Fault, faultsOf } from "../fault.ts";
import { cancel, create, headerOf, read, statusOf, subscribe } from "../probes.ts";
import { asking, responding, respondingWith } from "../wraps/responses.ts";

const json = "application/json";

export const responseStatuses: readonly Fault[] = faultsOf("response", [
  {
    id: "create-order-200",
    title: "Creating an order returns 200, not 201",
    contradicts: "spec/paths/orders.yaml#/create/post/responses/201",
    foundBy: ["undeclared-status"],
    parts: () => respondingWith({ operation: "createOrder", status: 201 }, { status: 200 }),
    shows: (service) => statusOf(create(service)),
    right: 201,
    wrong: 200,
  },
  {
    id: "delete-webhook-204",
    title: "Deleting a subscription returns 204 without a body",
    contradicts: "spec/paths/webhooks.yaml#/webhook/delete/responses/200",
    foundBy: ["undeclared-status", "wrong-transition"],
    parts: () =>
      respondingWith({ operation: "deleteWebhook", status: 200 }, { status: 204, contentType: null, body: "" }),
    shows: async (service) => statusOf(service.ask("DELETE", (await subscribe(service, ["order.created"])).path)),
    right: 200,
    wrong: 204,
  },
  {
    id: "unknown-order-null",
    title: "An unknown order returns 200 with null, not 404",
    contradicts: "spec/paths/orders.yaml#/order/get/responses/404",
    foundBy: ["invalid-body", "unknown-id-accepted"],
    parts: () => respondingWith({ operation: "getOrder", status: 404 }, { status: 200, body: "null" }),
    shows: (service) => statusOf(read(service, "ord_none")),
    right: 404,
    wrong: 200,
  },
  {
    id: "cancel-unknown-404",
    title: "Cancelling an unknown order returns 404, which only reading one may",
    contradicts: "spec/paths/orders.yaml#/cancel/post/responses",
    foundBy: ["undeclared-status"],
    parts: () =>
      responding((response) =>
        response.operationId === "cancelOrder" && response.body.includes("Order not found")
          ? { ...response, status: 404 }
          : null,
      ),
    shows: (service) => statusOf(cancel(service, "ord_none")),
    right: 400,
    wrong: 404,
  },
  {
    id: "malformed-json-500",
    title: "A body that is not JSON returns 500, not 400",
    contradicts: "spec/paths/orders.yaml#/create/post/responses/400/description",
    foundBy: ["server-error"],
    parts: () =>
      responding((response) =>
        response.body.includes("Malformed JSON")
          ? { ...response, status: 500, body: JSON.stringify({ message: "Internal server error" }) }
          : null,
      ),
    shows: (service) =>
      statusOf(service.ask("POST", "/v1/orders/create", { body: '{"campaignId":', headers: { "Content-Type": json } })),
    right: 400,
    wrong: 500,
  },
  {
    id: "warehouses-as-text",
    title: "The list of warehouses is sent as text/plain",
    contradicts: "spec/paths/orders.yaml#/warehouses/get/responses/200/content",
    foundBy: ["undeclared-media-type"],
    parts: () => respondingWith({ operation: "listWarehouses", status: 200 }, { contentType: "text/plain" }),
    shows: (service) => headerOf(service.ask("GET", "/v1/orders/warehouses"), "content-type"),
    right: json,
    wrong: "text/plain",
  },
  {
    id: "version-2",
    title: "Paths below /v2 are served as well",
    contradicts: "spec/openapi.yaml#/info/description",
    foundBy: ["undeclared-operation", "unknown-path-accepted"],
    parts: () => asking((request) => ({ ...request, pathname: request.pathname.replace(/^\/v2\//, "/v1/") })),
    shows: (service) => statusOf(service.ask("GET", "/v2/orders/list")),
    right: 404,
    wrong: 200,
  },
]);
