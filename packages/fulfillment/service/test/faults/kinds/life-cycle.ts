import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, place, read } from "../probes.ts";
import { at, changed } from "../values.ts";
import { responding, showingOrders } from "../wraps/responses.ts";

/** Responses of an operation are cached, and returned again for the same request of the same account. */
function remembering(operation: string): ServiceParts {
  const kept = new Map<string, string>();
  return responding((response, { pathname, query }) => {
    if (response.operationId !== operation || response.status !== 200) return null;
    const key = `${response.accountId} ${pathname}?${query}`;
    const body = kept.get(key) ?? response.body;
    kept.set(key, body);
    return { ...response, body };
  });
}

export const lifeCycleFaults: readonly Fault[] = faultsOf("life-cycle", [
  {
    id: "order-remembered",
    title: "An order that was read before looks as it did then",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine",
    foundBy: ["wrong-state", "list-differs", "payload-differs"],
    parts: () => remembering("getOrder"),
    shows: async (service) => {
      const orderId = await place(service);
      await read(service, orderId);
      await cancel(service, orderId);
      return at(await bodyOf(read(service, orderId)), "status");
    },
    right: "CANCELLED",
    wrong: "AWAITING_SHIPMENT",
  },
  {
    id: "paid-when-cancelled",
    title: "A cancelled order is shown as paid",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine/transitions/2/changes",
    foundBy: ["wrong-state"],
    parts: () =>
      showingOrders((order) => (order["status"] === "CANCELLED" ? { ...order, paymentStatus: "PAID" } : order)),
    shows: async (service) => {
      const orderId = await place(service);
      await cancel(service, orderId);
      return at(await bodyOf(read(service, orderId)), "paymentStatus");
    },
    right: null,
    wrong: "PAID",
  },
  {
    id: "restocked-when-never-allocated",
    title: "An order that no stock was reserved for is restocked when it is cancelled",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine/transitions/2/changes/0",
    foundBy: ["wrong-state"],
    parts: () =>
      showingOrders((order) =>
        changed(order, "allocationStatus", (value) =>
          order["status"] === "CANCELLED" && value === "UNALLOCATED" ? "RESTOCKED" : value,
        ),
      ),
    shows: async (service) => {
      const orderId = await place(service, { products: [{ sku: "MUG", quantity: 1_000 }] });
      await cancel(service, orderId);
      return at(await bodyOf(read(service, orderId)), "allocationStatus");
    },
    right: "UNALLOCATED",
    wrong: "RESTOCKED",
  },
]);
