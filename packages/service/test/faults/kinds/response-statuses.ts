// Faults in what a response is: its status, its media type, and that there is one at all.
import { type Fault, faultsOf } from "../fault.ts";
import { cancel, create, headerOf, place, read, statusOf, subscribe } from "../probes.ts";
import { responding, respondingWith } from "../wraps/responses.ts";

const json = "application/json";

export const responseStatuses: readonly Fault[] = faultsOf("response", [
  {
    id: "create-order-200",
    title: "Creating an order returns 200, not 201",
    contradicts: "spec/paths/orders.yaml#/create/post/responses/201",
    parts: () => respondingWith({ operation: "createOrder", status: 201 }, { status: 200 }),
    shows: (service) => statusOf(create(service)),
    right: 201,
    wrong: 200,
  },
  {
    id: "cancel-order-200",
    title: "Cancelling an order returns 200, not 201",
    contradicts: "spec/paths/orders.yaml#/cancel/post/responses/201",
    parts: () => respondingWith({ operation: "cancelOrder", status: 201 }, { status: 200 }),
    shows: async (service) => statusOf(cancel(service, await place(service))),
    right: 201,
    wrong: 200,
  },
  {
    id: "create-webhook-200",
    title: "Creating a subscription returns 200, not 201",
    contradicts: "spec/paths/webhooks.yaml#/webhooks/post/responses/201",
    parts: () => respondingWith({ operation: "createWebhook", status: 201 }, { status: 200 }),
    shows: (service) => {
      const body = { url: service.receiver.open().url, events: ["order.created"] };
      return statusOf(service.ask("POST", "/v1/webhooks", { body }));
    },
    right: 201,
    wrong: 200,
  },
  {
    id: "create-contact-200",
    title: "Creating a contact returns 200, not 201",
    contradicts: "spec/paths/contacts.yaml#/create/post/responses/201",
    parts: () => respondingWith({ operation: "createContact", status: 201 }, { status: 200 }),
    shows: (service) => {
      const body = { campaignId: service.account.campaignId, email: "ida@example.com" };
      return statusOf(service.ask("POST", "/v1/contacts/create", { body }));
    },
    right: 201,
    wrong: 200,
  },
  {
    id: "delete-webhook-204",
    title: "Deleting a subscription returns 204 without a body",
    contradicts: "spec/paths/webhooks.yaml#/webhook/delete/responses/200",
    parts: () =>
      respondingWith({ operation: "deleteWebhook", status: 200 }, { status: 204, contentType: null, body: "" }),
    shows: async (service) => statusOf(service.ask("DELETE", (await subscribe(service, ["order.created"])).path)),
    right: 200,
    wrong: 204,
  },
  {
    id: "rotate-secret-201",
    title: "Rotating a secret returns 201, not 200",
    contradicts: "spec/paths/webhooks.yaml#/rotate-secret/post/responses/200",
    parts: () => respondingWith({ operation: "rotateWebhookSecret", status: 200 }, { status: 201 }),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return statusOf(service.ask("POST", `${path}/rotate-secret`));
    },
    right: 200,
    wrong: 201,
  },
  {
    id: "unknown-order-null",
    title: "An unknown order returns 200 with null, not 404",
    contradicts: "spec/paths/orders.yaml#/order/get/responses/404",
    parts: () => respondingWith({ operation: "getOrder", status: 404 }, { status: 200, body: "null" }),
    shows: (service) => statusOf(read(service, "ord_none")),
    right: 404,
    wrong: 200,
  },
  {
    id: "empty-list-404",
    title: "A list of orders that nothing matches returns 404, not an empty array",
    contradicts: "spec/paths/orders.yaml#/list/get/description",
    parts: () =>
      responding((response) => {
        if (response.operationId !== "listOrders" || response.body !== "[]") return null;
        return { ...response, status: 404, body: JSON.stringify({ message: "No orders found" }) };
      }),
    shows: (service) => statusOf(service.ask("GET", "/v1/orders/list?campaignId=cmp_none")),
    right: 200,
    wrong: 404,
  },
  {
    id: "cancel-unknown-404",
    title: "Cancelling an unknown order returns 404, which only reading one may",
    contradicts: "spec/paths/orders.yaml#/cancel/post/responses",
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
    id: "cancel-refused-409",
    title: "Cancelling an order that can no longer be cancelled returns 409, not 400",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine/refusals/0/response",
    parts: () =>
      responding((response) =>
        response.operationId === "cancelOrder" && response.body.includes("cannot be cancelled")
          ? { ...response, status: 409 }
          : null,
      ),
    shows: async (service) => {
      const orderId = await place(service);
      await cancel(service, orderId);
      return statusOf(cancel(service, orderId));
    },
    right: 400,
    wrong: 409,
  },
  {
    id: "unknown-webhook-404",
    title: "Updating an unknown subscription returns 404",
    contradicts: "spec/paths/webhooks.yaml#/webhook/put/responses",
    parts: () =>
      responding((response) =>
        response.operationId === "updateWebhook" && response.body.includes("Webhook not found")
          ? { ...response, status: 404 }
          : null,
      ),
    shows: (service) => statusOf(service.ask("PUT", "/v1/webhooks/sub_none", { body: { active: true } })),
    right: 400,
    wrong: 404,
  },
  {
    id: "test-refused-502",
    title: "A test that the endpoint refuses returns 502, not 200",
    contradicts: "spec/paths/webhooks.yaml#/test/post/description",
    parts: () =>
      responding((response) =>
        response.operationId === "testWebhook" && response.body.includes('"success":false')
          ? { ...response, status: 502 }
          : null,
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"], { status: 503 });
      return statusOf(service.ask("POST", `${path}/test`));
    },
    right: 200,
    wrong: 502,
  },
  {
    id: "malformed-json-500",
    title: "A body that is not JSON returns 500, not 400",
    contradicts: "spec/paths/orders.yaml#/create/post/responses/400/description",
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
    id: "wrong-media-type-415",
    title: "A body of another media type returns 415, which is not among the statuses",
    contradicts: "spec/paths/webhooks.yaml#/webhooks/post/responses",
    parts: () =>
      responding((response) => (response.body.includes("Content-Type must be") ? { ...response, status: 415 } : null)),
    shows: (service) =>
      statusOf(service.ask("POST", "/v1/webhooks", { body: "url=x", headers: { "Content-Type": "text/plain" } })),
    right: 400,
    wrong: 415,
  },
  {
    id: "invalid-query-422",
    title: "An invalid query returns 422, not 400",
    contradicts: "spec/paths/orders.yaml#/list/get/responses/400",
    parts: () => respondingWith({ operation: "listOrders", status: 400 }, { status: 422 }),
    shows: (service) => statusOf(service.ask("GET", "/v1/orders/list?limit=many")),
    right: 400,
    wrong: 422,
  },
  {
    id: "auth-options-204",
    title: "OPTIONS on the key check is handled as a preflight: 204 without a body",
    contradicts: "spec/paths/auth.yaml#/auth/options/responses/200",
    parts: () =>
      respondingWith({ operation: "checkAuthOptions", status: 200 }, { status: 204, contentType: null, body: "" }),
    shows: (service) => statusOf(service.ask("OPTIONS", "/v1/auth")),
    right: 200,
    wrong: 204,
  },
  {
    id: "auth-patch-refused",
    title: "The key check rejects PATCH",
    contradicts: "spec/paths/auth.yaml#/auth/patch/responses/200",
    parts: () =>
      respondingWith(
        { operation: "checkAuthPatch" },
        { status: 400, body: JSON.stringify({ message: "Method not allowed" }) },
      ),
    shows: (service) => statusOf(service.ask("PATCH", "/v1/auth")),
    right: 200,
    wrong: 400,
  },
  {
    id: "warehouses-as-text",
    title: "The list of warehouses is sent as text/plain",
    contradicts: "spec/paths/orders.yaml#/warehouses/get/responses/200/content",
    parts: () => respondingWith({ operation: "listWarehouses", status: 200 }, { contentType: "text/plain" }),
    shows: (service) => headerOf(service.ask("GET", "/v1/orders/warehouses"), "content-type"),
    right: json,
    wrong: "text/plain",
  },
  {
    id: "errors-as-problems",
    title: "400 is sent as application/problem+json",
    contradicts: "spec/paths/orders.yaml#/create/post/responses/400/content",
    parts: () => respondingWith({ status: 400 }, { contentType: "application/problem+json" }),
    shows: (service) => headerOf(create(service, { products: [] }), "content-type"),
    right: json,
    wrong: "application/problem+json",
  },
]);
