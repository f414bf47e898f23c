// Faults in what a response is: its status, its media type, and that there is one at all.
import { type Fault, faultsOf } from "../fault.ts";
import { cancel, read, statusOf } from "../probes.ts";
import { asking, responding, respondingWith } from "../wraps/responses.ts";

export const responseStatuses: readonly Fault[] = faultsOf("response", [
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
