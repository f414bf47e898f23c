// Faults in what becomes of orders: lost, late, in the wrong status, moved when they must not be, moved twice.
import { setTimeout as delay } from "node:timers/promises";
import type { Order, OrderStatus } from "@fulfillment/types";
import { sql } from "kysely";
import { parseOrder } from "../../../src/domain/documents.ts";
import { emitEvent, eventOf } from "../../../src/domain/events.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { orderDocument, orderToChange, updateOrder } from "../../../src/storage/queries/orders.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, cancel, create, place, read, readNew, statusOf } from "../probes.ts";
import { at, changed, itemsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { askingWithBody, responding } from "../wraps/responses.ts";

const cancelledReply = {
  status: 201,
  contentType: "application/json",
  body: { message: "Order cancelled successfully" },
} as const;
const refusal = "spec/schemas/order-status.yaml#/x-waybill-state-machine/refusals/0";

/** Orders with this status are cancelled too, event and all. */
function cancellingAlso(status: OrderStatus): ServiceParts {
  return withInside((inside) => ({
    api: (api) => ({
      ...api,
      cancelOrder: async (request, caller) => {
        const { orderId } = request.body;
        const { database, outbox } = inside();
        const done = await database.write(async (transaction) => {
          const row = await transaction.first(orderToChange, { id: orderId });
          const order = row === null || row.account_id !== caller.accountId ? null : parseOrder(row.document);
          if (order?.status !== status) return false;
          const after: Order = { ...order, status: "CANCELLED" };
          await transaction.all(updateOrder, { id: orderId, status: after.status, document: JSON.stringify(after) });
          const effects = { now: Date.now, putEvent: outbox.putEvent };
          await emitEvent(transaction, caller.accountId, {
            event: eventOf("order.cancelled", after),
            effects,
          });
          return true;
        });
        return done ? cancelledReply : await api.cancelOrder(request, caller);
      },
    }),
  }));
}

/** Looks at the status first and cancels afterwards, in between which another cancellation has time to look. */
function cancellingInTwoSteps(): ServiceParts {
  const waiting = new Map<string, () => void>();
  /** Over as soon as another one comes, so that two at the same time always meet. */
  const pause = async (orderId: string): Promise<void> => {
    const other = waiting.get(orderId);
    if (other !== undefined) return other();
    const met = new Promise<void>((resolve) => waiting.set(orderId, resolve));
    await Promise.race([met, delay(200, undefined, { ref: false })]);
    waiting.delete(orderId);
  };
  return withInside((inside) => ({
    api: (api) => ({
      ...api,
      cancelOrder: async (request, caller) => {
        const { orderId } = request.body;
        const row = await inside().database.first(orderDocument, { id: orderId, accountId: caller.accountId });
        if (row === null || parseOrder(row.document).status !== "AWAITING_SHIPMENT") {
          return await api.cancelOrder(request, caller);
        }
        await pause(orderId);
        await api.cancelOrder(request, caller);
        return cancelledReply;
      },
    }),
  }));
}

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
    id: "cancel-twice",
    title: "A cancelled order can be cancelled again",
    contradicts: refusal,
    foundBy: ["wrong-transition", "repeated-delivery"],
    parts: () => cancellingAlso("CANCELLED"),
    shows: async (service) => {
      const orderId = await place(service);
      await cancel(service, orderId);
      return statusOf(cancel(service, orderId));
    },
    right: 400,
    wrong: 201,
  },
  {
    id: "cancel-race",
    title: "Of cancellations at the same time, several succeed",
    contradicts: refusal,
    foundBy: ["wrong-transition"],
    parts: cancellingInTwoSteps,
    shows: async (service) => {
      const orderId = await place(service);
      const responses = await Promise.all([1, 2].map(() => statusOf(cancel(service, orderId))));
      return responses.filter((status) => status === 201).length;
    },
    right: 1,
    wrong: 2,
  },
  {
    id: "cancel-without-effect",
    title: "Cancelling succeeds and leaves the order as it was",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine/transitions/2/to",
    foundBy: ["wrong-state", "wrong-transition", "repeated-delivery", "payload-differs"],
    parts: () =>
      querying(
        rewritten(updateOrder, (db, { id, status, document }) =>
          db
            .updateTable("orders")
            .set({ status, document })
            .where("id", "=", id)
            .where(sql<string>`${status}`, "<>", "CANCELLED")
            .returning("id"),
        ),
      ),
    shows: async (service) => {
      const orderId = await place(service);
      await cancel(service, orderId);
      return at(await bodyOf(read(service, orderId)), "status");
    },
    right: "CANCELLED",
    wrong: "AWAITING_SHIPMENT",
  },
  {
    id: "filter-by-first-status",
    title: "`orderStatus` finds orders by the status that they had at first",
    contradicts: "spec/paths/orders.yaml#/list/get/parameters/3/description",
    foundBy: ["filter-ignored"],
    parts: () =>
      querying(
        rewritten(updateOrder, (db, { id, document }) =>
          db.updateTable("orders").set({ document }).where("id", "=", id).returning("id"),
        ),
      ),
    shows: async (service) => {
      await cancel(service, await place(service));
      return itemsOf(await bodyOf(service.ask("GET", "/v1/orders/list?orderStatus=CANCELLED"))).length;
    },
    right: 1,
    wrong: 0,
  },
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
    id: "list-remembered",
    title: "A list of orders that was read before lacks the new ones",
    contradicts: "spec/paths/orders.yaml#/list/get/description",
    foundBy: ["wrong-count"],
    parts: () => remembering("listOrders"),
    shows: async (service) => {
      const list = () => bodyOf(service.ask("GET", "/v1/orders/list"));
      await list();
      await create(service);
      return itemsOf(await list()).length;
    },
    right: 1,
    wrong: 0,
  },
  {
    id: "lines-lost",
    title: "Of the products of a new order, only the first is kept",
    contradicts: "spec/schemas/order.yaml#/properties/products/description",
    foundBy: ["wrong-refusal", "lost-write", "rule-broken"],
    parts: () =>
      askingWithBody("/v1/orders/create", (body) =>
        changed(body, "products", (products) => (Array.isArray(products) ? products.slice(0, 1) : products)),
      ),
    shows: async (service) => {
      const products = ["MUG", "TEE"].map((sku) => ({ sku, quantity: 1 }));
      return itemsOf((await readNew(service, { products }))["products"]).length;
    },
    right: 2,
    wrong: 1,
  },
]);
