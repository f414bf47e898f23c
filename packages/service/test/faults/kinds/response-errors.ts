// Faults in what an error says: its fields, their names, and which of them are there.
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, create, place, read } from "../probes.ts";
import { at, fieldsOf, itemsOf, textAt, without } from "../values.ts";
import { respondingBody } from "../wraps/responses.ts";

/** A body in which two fields are wrong. */
const twice = { campaignId: 7, products: [] };

export const responseErrors: readonly Fault[] = faultsOf("response", [
  {
    id: "not-found-message",
    title: "The message of a 404 is `Not found`",
    contradicts: "spec/schemas/order-not-found-error.yaml#/properties/message/const",
    parts: () => respondingBody({ operation: "getOrder", status: 404 }, () => ({ message: "Not found" })),
    shows: async (service) => at(await bodyOf(read(service, "ord_none")), "message"),
    right: "Order not found",
    wrong: "Not found",
  },
  {
    id: "errors-nested",
    title: "The message of an error is inside `{error}`",
    contradicts: "spec/schemas/rejection-error.yaml#/required",
    parts: () => respondingBody({ operation: "listOrders", status: 400 }, (error) => ({ error })),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(service.ask("GET", "/v1/orders/list?offset=x")))),
    right: ["message"],
    wrong: ["error"],
  },
  {
    id: "create-errors-missing",
    title: "A new order that is invalid is refused without `errors`",
    contradicts: "spec/schemas/invalid-order-error.yaml#/required",
    parts: () => respondingBody({ operation: "createOrder", status: 400 }, (error) => without(error, "errors")),
    shows: async (service) => Object.keys(fieldsOf(await bodyOf(create(service, twice)))),
    right: ["message", "errors"],
    wrong: ["message"],
  },
  {
    id: "create-errors-first-only",
    title: "Of several invalid fields of a new order, only the first is listed",
    contradicts: "spec/schemas/invalid-order-error.yaml#/properties/errors/description",
    parts: () =>
      respondingBody({ operation: "createOrder", status: 400 }, (error) => {
        return { ...fieldsOf(error), errors: itemsOf(at(error, "errors")).slice(0, 1) };
      }),
    shows: async (service) => itemsOf(at(await bodyOf(create(service, twice)), "errors")).length,
    right: 2,
    wrong: 1,
  },
  {
    id: "create-errors-objects",
    title: "The entries of `errors` are objects, not strings",
    contradicts: "spec/schemas/invalid-order-error.yaml#/properties/errors/items/type",
    parts: () =>
      respondingBody({ operation: "createOrder", status: 400 }, (error) => {
        const errors = itemsOf(at(error, "errors")).map((entry) => {
          const [path, issue] = String(entry).split(": ");
          return { path, issue };
        });
        return { ...fieldsOf(error), errors };
      }),
    shows: async (service) => typeof at(await bodyOf(create(service, twice)), "errors", 0),
    right: "string",
    wrong: "object",
  },
  {
    id: "create-errors-message",
    title: "The message of an invalid order is `Validation failed`",
    contradicts: "spec/schemas/invalid-order-error.yaml#/properties/message/const",
    parts: () =>
      respondingBody({ operation: "createOrder", status: 400 }, (error) => {
        return "errors" in fieldsOf(error) ? { ...fieldsOf(error), message: "Validation failed" } : error;
      }),
    shows: async (service) => textAt(await bodyOf(create(service, twice)), "message"),
    right: "Invalid request body",
    wrong: "Validation failed",
  },
  {
    id: "cancel-refused-errors",
    title: "Cancelling an order that can no longer be cancelled is refused with `errors`",
    contradicts: "spec/paths/orders.yaml#/cancel/post/description",
    parts: () =>
      respondingBody({ operation: "cancelOrder", status: 400 }, (error) => {
        return "errors" in fieldsOf(error) ? error : { ...fieldsOf(error), errors: [textAt(error, "message")] };
      }),
    shows: async (service) => {
      const orderId = await place(service);
      await cancel(service, orderId);
      return "errors" in fieldsOf(await bodyOf(cancel(service, orderId)));
    },
    right: false,
    wrong: true,
  },
  {
    id: "query-errors",
    title: "An invalid query is refused with `errors`, which are for fields of a body",
    contradicts: "spec/schemas/rejection-error.yaml#/properties/errors",
    parts: () =>
      respondingBody({ operation: "listInventory", status: 400 }, (error) => ({ ...fieldsOf(error), errors: [] })),
    shows: async (service) => {
      const body = await bodyOf(service.ask("GET", "/v1/inventory/list?page_size=101"));
      return "errors" in fieldsOf(body);
    },
    right: false,
    wrong: true,
  },
]);
