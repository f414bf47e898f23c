// Faults in what an error says: its fields, their names, and which of them are there.
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, create } from "../probes.ts";
import { fieldsOf, without } from "../values.ts";
import { respondingBody } from "../wraps/responses.ts";

/** A body in which two fields are wrong. */
const twice = { campaignId: 7, products: [] };

export const responseErrors: readonly Fault[] = faultsOf("response", [
  {
    id: "errors-nested",
    title: "The message of an error is inside `{error}`",
    contradicts: "spec/schemas/rejection-error.yaml#/required",
    foundBy: ["invalid-body"],
    parts: () => respondingBody({ operation: "listOrders", status: 400 }, (error) => ({ error })),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(service.ask("GET", "/v1/orders/list?offset=x")))),
    right: ["message"],
    wrong: ["error"],
  },
  {
    id: "create-errors-missing",
    title: "A new order that is invalid is refused without `errors`",
    contradicts: "spec/schemas/invalid-order-error.yaml#/required",
    foundBy: ["wrong-refusal"],
    parts: () => respondingBody({ operation: "createOrder", status: 400 }, (error) => without(error, "errors")),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(create(service, twice)))),
    right: ["message", "errors"],
    wrong: ["message"],
  },
]);
