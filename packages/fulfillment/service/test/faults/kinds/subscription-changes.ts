import type { ServiceParts } from "../../../src/operation/parts.ts";
import {
  activeSubscriptions,
  deleteSubscription,
  subscriptionByUrl,
  subscriptionOfAccount,
  subscriptionsOfAccount,
} from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, place, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, fieldsOf, itemsOf } from "../values.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { askingWithBody, responding } from "../wraps/responses.ts";

const one = /^\/v1\/webhooks\/[^/]+$/;
const states = "spec/schemas/webhook-subscription.yaml#/x-waybill-state-machine/transitions";

const listed = async (service: FaultyService): Promise<readonly unknown[]> =>
  itemsOf(at(await bodyOf(service.ask("GET", "/v1/webhooks")), "webhooks"));

/** How many events arrive at a subscription after it was asked to change so. */
async function receivedAfter(service: FaultyService, method: string, body?: unknown): Promise<number> {
  const subscription = await subscribe(service, ["order.created"]);
  await service.ask(method, subscription.path, body === undefined ? {} : { body });
  await place(service);
  return (await subscription.events()).length;
}

export const subscriptionChanges: readonly Fault[] = faultsOf("subscription", [
  {
    id: "delete-pauses",
    title: "Deleting a subscription only pauses it",
    contradicts: `${states}/3/to`,
    foundBy: ["valid-refused", "deleted-resource", "wrong-state"],
    parts: () =>
      querying(
        rewritten(deleteSubscription, (db, { accountId, id }) =>
          db
            .updateTable("subscriptions")
            .set({ active: 0 })
            .where("id", "=", id)
            .where("account_id", "=", accountId)
            .returning("id"),
        ),
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      await service.ask("DELETE", path);
      return (await listed(service)).length;
    },
    right: 0,
    wrong: 1,
  },
  {
    id: "deleted-receives",
    title: "A deleted subscription is no longer shown, and still receives events",
    contradicts: "spec/paths/webhooks.yaml#/webhook/delete/description",
    foundBy: ["unasked-delivery"],
    parts: deletingSoftly,
    shows: (service) => receivedAfter(service, "DELETE"),
    right: 0,
    wrong: 1,
  },
  {
    id: "update-resets-events",
    title: "An update that does not name events resets them to all there are",
    contradicts: "spec/schemas/webhook-changes.yaml#/description",
    foundBy: ["lost-write"],
    parts: () =>
      askingWithBody(one, (body) => ({
        events: ["order.created", "order.shipped", "order.cancelled"],
        ...fieldsOf(body),
      })),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.returned"]);
      return at(await bodyOf(service.ask("PUT", path, { body: { active: true } })), "events");
    },
    right: ["order.returned"],
    wrong: ["order.created", "order.shipped", "order.cancelled"],
  },
  {
    id: "test-of-paused",
    title: "Testing a paused subscription returns 200, and sends nothing",
    contradicts: "spec/schemas/webhook-subscription.yaml#/x-waybill-state-machine/refusals/0",
    foundBy: ["wrong-transition"],
    parts: () =>
      responding((response) =>
        response.body.includes("Webhook is not active")
          ? { ...response, status: 200, body: JSON.stringify({ success: true, statusCode: 200, error: null }) }
          : null,
      ),
    shows: async (service) => {
      const { path } = await subscribe(service, ["order.created"]);
      await service.ask("PUT", path, { body: { active: false } });
      return statusOf(service.ask("POST", `${path}/test`));
    },
    right: 400,
    wrong: 200,
  },
]);

/** Deleting marks the row with a 2, which the sending code does not know. */
function deletingSoftly(): ServiceParts {
  return querying(
    rewritten(deleteSubscription, (db, { accountId, id }) =>
      db
        .updateTable("subscriptions")
        .set({ active: 2 })
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .where("active", "<", 2)
        .returning("id"),
    ),
    rewritten(subscriptionsOfAccount, (db, { accountId }) =>
      db.selectFrom("subscriptions").selectAll().where("account_id", "=", accountId).where("active", "<", 2),
    ),
    rewritten(subscriptionOfAccount, (db, { accountId, id }) =>
      db
        .selectFrom("subscriptions")
        .selectAll()
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .where("active", "<", 2),
    ),
    rewritten(subscriptionByUrl, (db, { accountId, canonicalUrl }) =>
      db
        .selectFrom("subscriptions")
        .select("id")
        .where("account_id", "=", accountId)
        .where("canonical_url", "=", canonicalUrl)
        .where("active", "<", 2),
    ),
    rewritten(activeSubscriptions, (db, { accountId }) =>
      db
        .selectFrom("subscriptions")
        .select(["id", "events"])
        .where("account_id", "=", accountId)
        .where("active", "<>", 0)
        .orderBy("id"),
    ),
  );
}
