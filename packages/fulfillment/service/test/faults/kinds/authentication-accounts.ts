import { subscriptionOfAccount } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { statusOf, subscribe } from "../probes.ts";
import { querying, rewritten } from "../wraps/queries.ts";

export const authenticationOfAccounts: readonly Fault[] = faultsOf("authentication", [
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
