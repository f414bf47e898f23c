// Faults in what an account can see and do of what belongs to others.
import type { Account } from "../../../src/http/authenticate.ts";
import { orderDocument, orderPage, orderToChange } from "../../../src/storage/queries/orders.ts";
import {
  deleteSubscription,
  subscriptionOfAccount,
  subscriptionsOfAccount,
} from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, create, place, statusOf, subscribe } from "../probes.ts";
import { at, itemsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";

export const authenticationOfAccounts: readonly Fault[] = faultsOf("authentication", [
  {
    id: "account-remembered",
    title: "The account of the first key that was accepted is used for all that come after it",
    contradicts: "spec/schemas/auth-check.yaml#/properties/account_id",
    parts: () => {
      let first: Account | null = null;
      return {
        authenticate: (authenticate) => async (header) => {
          const account = await authenticate(header);
          first ??= account;
          return account === null ? null : first;
        },
      };
    },
    shows: async (service) => {
      const orderId = await place(service);
      return statusOf(service.ask("GET", `/v1/orders/${orderId}`, { key: service.other.key }));
    },
    right: 404,
    wrong: 200,
  },
  {
    id: "order-of-others-readable",
    title: "An order of another account can be read",
    contradicts: "spec/paths/orders.yaml#/order/get/description",
    parts: () =>
      querying(
        rewritten(orderDocument, (db, { id }) => db.selectFrom("orders").select("document").where("id", "=", id)),
      ),
    shows: async (service) => {
      const orderId = await place(service);
      return statusOf(service.ask("GET", `/v1/orders/${orderId}`, { key: service.other.key }));
    },
    right: 404,
    wrong: 200,
  },
  {
    id: "orders-of-others-listed",
    title: "The list of orders has those of all accounts",
    contradicts: "spec/paths/orders.yaml#/list/get/description",
    parts: () =>
      querying(
        rewritten(orderPage, (db, { limit, offset }) =>
          db.selectFrom("orders").select("document").orderBy("id").limit(limit).offset(offset),
        ),
      ),
    shows: async (service) => {
      await create(service);
      return itemsOf(await bodyOf(service.ask("GET", "/v1/orders/list", { key: service.other.key }))).length;
    },
    right: 0,
    wrong: 1,
  },
  {
    id: "order-of-others-cancelled",
    title: "An order of another account can be cancelled",
    contradicts: "spec/schemas/order-status.yaml#/x-waybill-state-machine/transitions/2/condition",
    parts: () =>
      withInside((inside) => ({
        api: (api) => ({
          ...api,
          cancelOrder: async (request, caller) => {
            const order = await inside().database.first(orderToChange, { id: request.body.orderId });
            return await api.cancelOrder(request, { accountId: order?.account_id ?? caller.accountId });
          },
        }),
      })),
    shows: async (service) => {
      const body = { orderId: await place(service) };
      return statusOf(service.ask("POST", "/v1/orders/cancel", { key: service.other.key, body }));
    },
    right: 400,
    wrong: 201,
  },
  {
    id: "webhooks-of-others-listed",
    title: "The list of subscriptions has those of all accounts",
    contradicts: "spec/paths/webhooks.yaml#/webhooks/get/description",
    parts: () =>
      querying(rewritten(subscriptionsOfAccount, (db) => db.selectFrom("subscriptions").selectAll().orderBy("id"))),
    shows: async (service) => {
      await subscribe(service, ["order.created"]);
      const body = await bodyOf(service.ask("GET", "/v1/webhooks", { key: service.other.key }));
      return itemsOf(at(body, "webhooks")).length;
    },
    right: 0,
    wrong: 1,
  },
  {
    id: "webhook-of-others-deleted",
    title: "A subscription of another account can be deleted",
    contradicts: "spec/paths/webhooks.yaml#/webhook/delete/responses/400",
    parts: () =>
      querying(
        rewritten(deleteSubscription, (db, { id }) =>
          db.deleteFrom("subscriptions").where("id", "=", id).returning("id"),
        ),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return statusOf(service.ask("DELETE", path, { key: service.other.key }));
    },
    right: 400,
    wrong: 200,
  },
  {
    id: "secret-of-others-rotated",
    title: "The secret of another account's subscription can be rotated, and is shown",
    contradicts: "spec/paths/webhooks.yaml#/rotate-secret/post/responses/400",
    parts: () =>
      querying(
        rewritten(subscriptionOfAccount, (db, { id }) =>
          db.selectFrom("subscriptions").selectAll().where("id", "=", id),
        ),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      return statusOf(service.ask("POST", `${path}/rotate-secret`, { key: service.other.key }));
    },
    right: 400,
    wrong: 200,
  },
]);
