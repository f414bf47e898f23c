// Faults in what an account can see and do of what belongs to others.
import type { Account } from "../../../src/http/authenticate.ts";
import { orderDocument } from "../../../src/storage/queries/orders.ts";
import { subscriptionOfAccount, subscriptionsOfAccount } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, place, statusOf, subscribe } from "../probes.ts";
import { at, itemsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";

export const authenticationOfAccounts: readonly Fault[] = faultsOf("authentication", [
  {
    id: "account-remembered",
    title: "The account of the first key that was accepted is used for all that come after it",
    contradicts: "spec/schemas/auth-check.yaml#/properties/account_id",
    foundBy: ["foreign-access", "unasked-delivery"],
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
    foundBy: ["foreign-access"],
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
    id: "webhooks-of-others-listed",
    title: "The list of subscriptions has those of all accounts",
    contradicts: "spec/paths/webhooks.yaml#/webhooks/get/description",
    foundBy: ["foreign-access"],
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
    id: "secret-of-others-rotated",
    title: "The secret of another account's subscription can be rotated, and is shown",
    contradicts: "spec/paths/webhooks.yaml#/rotate-secret/post/responses/400",
    foundBy: ["foreign-access"],
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
