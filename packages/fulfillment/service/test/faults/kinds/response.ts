// Faults of the kind "response".
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, create, read, statusOf } from "../probes.ts";
import { fieldsOf, without } from "../values.ts";
import { asking, respondingBody, respondingWith } from "../wraps/responses.ts";

export const responseFaults: readonly Fault[] = faultsOf("response", [
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
    id: "version-2",
    title: "Paths below /v2 are served as well",
    contradicts: "spec/openapi.yaml#/info/description",
    foundBy: ["undeclared-operation", "unknown-path-accepted"],
    parts: () => asking((request) => ({ ...request, pathname: request.pathname.replace(/^\/v2\//, "/v1/") })),
    shows: (service) => statusOf(service.ask("GET", "/v2/orders/list")),
    right: 404,
    wrong: 200,
  },
  {
    id: "named-methods-only",
    title: "The path that checks a key is not found with a method that OpenAPI cannot name",
    contradicts: "spec/paths/auth.yaml#/auth/get/description",
    foundBy: ["valid-refused"],
    parts: () => asking((request) => (request.method === "PROPFIND" ? { ...request, pathname: "/v1" } : request)),
    shows: (service) => statusOf(service.ask("PROPFIND", "/v1/auth")),
    right: 200,
    wrong: 404,
  },
  {
    id: "create-errors-missing",
    title: "A new order that is invalid is refused without `errors`",
    contradicts: "spec/schemas/invalid-order-error.yaml#/required",
    foundBy: ["wrong-refusal"],
    parts: () => respondingBody({ operation: "createOrder", status: 400 }, (error) => without(error, "errors")),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(create(service, { campaignId: 7, products: [] })))),
    right: ["message", "errors"],
    wrong: ["message"],
  },
]);
