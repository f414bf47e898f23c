// Faults in which events are sent, to whom, how often and when.
import type { Outcome } from "../../../src/deliveries/post.ts";
import { parseOrder } from "../../../src/domain/documents.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { orderToChange } from "../../../src/storage/queries/orders.ts";
import { activeSubscriptions } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { namesOf, place, subscribe } from "../probes.ts";
import { textAt } from "../values.ts";
import { posting } from "../wraps/deliveries.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { testingAll } from "../wraps/sending.ts";

const attempts = "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery/attempts";

/** Sends as often as `again` says. */
function repeating(again: (outcome: Outcome, event: string) => boolean): ServiceParts {
  return posting(async (post, target, delivery) => {
    const outcome = await post(target, delivery);
    return again(outcome, delivery.event) ? await post(target, delivery) : outcome;
  });
}

export const deliveryRecipients: readonly Fault[] = faultsOf("delivery", [
  {
    id: "redeemed-order-not-told",
    title: "An order from an invite sends no event",
    contradicts: "spec/messages/order-created.yaml#/description",
    foundBy: ["missing-event"],
    parts: () =>
      withInside((inside) =>
        posting(async (post, target, delivery) => {
          const row = await inside().database.first(orderToChange, {
            id: textAt(JSON.parse(delivery.body), "data", "orderId"),
          });
          const isOfInvite = row !== null && parseOrder(row.document).orderSource === "REDEEM_PAGE";
          return isOfInvite ? { kind: "accepted", status: 204, durationMs: 0 } : await post(target, delivery);
        }),
      ),
    shows: async (service) => {
      const { inviteId } = service.account;
      const subscription = await subscribe(service, ["order.created", "invite.redeemed"]);
      await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 1, page: "redeem" });
      await service.warehouse.redeemInvite(inviteId);
      return namesOf(subscription);
    },
    right: ["invite.redeemed", "order.created"],
    wrong: ["invite.redeemed"],
  },
  {
    id: "retried",
    title: "A delivery that is refused is sent again",
    contradicts: attempts,
    foundBy: ["repeated-delivery"],
    parts: () => repeating(({ kind }) => kind === "refused"),
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"], { status: 500 });
      await place(service);
      return namesOf(subscription);
    },
    right: ["order.created"],
    wrong: ["order.created", "order.created"],
  },
  {
    id: "sent-to-first-only",
    title: "Of several subscriptions to an event, only the first receives it",
    contradicts: "spec/asyncapi.yaml#/operations/deliver/description",
    foundBy: ["missing-event"],
    parts: () =>
      querying(
        rewritten(activeSubscriptions, (db, { accountId }) =>
          db
            .selectFrom("subscriptions")
            .select(["id", "events"])
            .where("account_id", "=", accountId)
            .where("active", "=", 1)
            .orderBy("created_at")
            .orderBy("id")
            .limit(1),
        ),
      ),
    shows: async (service) => {
      const both = [await subscribe(service, ["order.created"]), await subscribe(service, ["order.created"])];
      await place(service);
      return (await Promise.all(both.map(namesOf))).flat();
    },
    right: ["order.created", "order.created"],
    wrong: ["order.created"],
  },
  {
    id: "test-to-all",
    title: "A test is sent to all subscriptions of the account",
    contradicts: "spec/messages/webhook-test.yaml#/description",
    foundBy: ["unasked-delivery", "repeated-delivery"],
    parts: testingAll,
    shows: async (service) => {
      const [tested, other] = [
        await subscribe(service, ["order.created"]),
        await subscribe(service, ["order.shipped"]),
      ];
      await service.ask("POST", `${tested.path}/test`);
      return namesOf(other);
    },
    right: [],
    wrong: ["webhook.test"],
  },
  {
    id: "url-remembered",
    title: "After its URL was changed, a subscription receives events at the old one",
    contradicts: "spec/paths/webhooks.yaml#/webhook/put/description",
    foundBy: ["missing-event"],
    parts: () => {
      const urls = new Map<string, string>();
      return {
        outbox: (outbox) => ({
          ...outbox,
          claim: async (subscriptionId, limit) => {
            const claim = await outbox.claim(subscriptionId, limit);
            if (claim.target === null) return claim;
            const url = urls.get(subscriptionId) ?? claim.target.url;
            urls.set(subscriptionId, url);
            return { ...claim, target: { ...claim.target, url } };
          },
        }),
      };
    },
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"]);
      await place(service);
      await service.warehouse.quiet();
      await service.ask("PUT", subscription.path, { body: { url: service.receiver.open().url } });
      await place(service);
      return (await subscription.events()).length;
    },
    right: 1,
    wrong: 2,
  },
]);
