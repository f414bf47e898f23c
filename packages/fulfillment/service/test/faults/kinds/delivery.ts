// Faults of the kind "delivery".

import { setTimeout as delay } from "node:timers/promises";
import type { Outcome } from "../../../src/deliveries/post.ts";
import { parseOrder } from "../../../src/domain/documents.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { orderToChange } from "../../../src/storage/queries/orders.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, createdEvent, namesOf, place, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, itemsOf, textAt } from "../values.ts";
import { posting, sendingData, sendingDeliveryHeaders, signing } from "../wraps/deliveries.ts";
import { mistaking } from "../wraps/operations.ts";
import { changedHeader } from "../wraps/responses.ts";

const attempts = "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery/attempts";

/** Sends as often as `again` says. */
function repeating(again: (outcome: Outcome, event: string) => boolean): ServiceParts {
  return posting(async (post, target, delivery) => {
    const outcome = await post(target, delivery);
    return again(outcome, delivery.event) ? await post(target, delivery) : outcome;
  });
}

const unshipped = "spec/schemas/unshipped-order-event-data.yaml#";

const headers = "spec/schemas/webhook-headers.yaml#/properties";

function changingHeader(name: string, change: (value: string) => string | null): ServiceParts {
  return sendingDeliveryHeaders((all) => changedHeader(all, name, change));
}

async function header(service: FaultyService, name: string): Promise<unknown> {
  return (await createdEvent(service))?.headers[name];
}

async function slow(service: FaultyService, ms: number): Promise<unknown> {
  const { path } = await subscribe(service, ["order.created"], { receive: () => delay(ms) });
  return at(await bodyOf(service.ask("POST", `${path}/test`)), "success");
}

export const deliveryFaults: readonly Fault[] = faultsOf("delivery", [
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
    id: "test-time-stands-still",
    title: "Every test has the time of the first one",
    contradicts: "spec/schemas/webhook-test-data.yaml#/properties/timestamp",
    foundBy: ["stale-timestamp"],
    parts: () => {
      let first: unknown = null;
      return sendingData("webhook.test", (data) => {
        first ??= data["timestamp"];
        return { ...data, timestamp: first };
      });
    },
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"]);
      for (const _ of ["first", "second"]) await service.ask("POST", `${subscription.path}/test`);
      return new Set((await subscription.events()).map(({ data }) => data["timestamp"])).size;
    },
    right: 2,
    wrong: 1,
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
  {
    id: "event-extra-field",
    title: "Order events have a field that is not described, `accountId`",
    contradicts: `${unshipped}/properties`,
    foundBy: ["undeclared-field"],
    parts: () => sendingData("order.created", (order) => ({ ...order, accountId: "acc_1" })),
    shows: async (service) => "accountId" in ((await createdEvent(service))?.data ?? {}),
    right: false,
    wrong: true,
  },
  {
    id: "delivered-in-turn",
    title: "A delivery waits until the one before has its response",
    contradicts: "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery/parallel",
    foundBy: ["delivery-deadline"],
    parts: () => {
      let before: Promise<unknown> = Promise.resolve();
      return posting((post, target, delivery) => {
        const outcome = before.then(() => post(target, delivery));
        before = outcome;
        return outcome;
      });
    },
    shows: async (service) => {
      const quick = await subscribe(service, ["order.created"]);
      const slow = await subscribe(service, ["order.created"], { receive: () => delay(1_000) });
      const waiting = service.ask("POST", `${slow.path}/test`);
      await delay(300);
      const tested = service.ask("POST", `${quick.path}/test`);
      await delay(300);
      const early = quick.arrived.length;
      await Promise.all([waiting, tested]);
      return early;
    },
    right: 1,
    wrong: 0,
  },
  {
    id: "last-line-not-delivered",
    title: "Events have all lines of an order but the last of several",
    contradicts: "spec/schemas/order-event-data.yaml#/properties/products",
    foundBy: ["payload-differs"],
    parts: () =>
      sendingData(null, (data) =>
        changed(data, "products", (lines) => (itemsOf(lines).length > 1 ? itemsOf(lines).slice(0, -1) : lines)),
      ),
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"]);
      await place(service, {
        products: [
          { sku: "MUG", quantity: 2 },
          { sku: "TEE", quantity: 3 },
        ],
      });
      return itemsOf((await subscription.events())[0]?.data["products"]).length;
    },
    right: 2,
    wrong: 1,
  },
  {
    id: "event-header-missing",
    title: "`X-Webhook-Event` is missing",
    contradicts: "spec/schemas/webhook-headers.yaml#/required",
    foundBy: ["invalid-delivery-header"],
    parts: () => changingHeader("X-Webhook-Event", () => null),
    shows: (service) => header(service, "x-webhook-event"),
    right: "order.created",
    wrong: undefined,
  },
  {
    id: "timestamp-of-start",
    title: "`X-Webhook-Timestamp` is when the service started",
    contradicts: `${headers}/X-Webhook-Timestamp/description`,
    foundBy: ["stale-timestamp"],
    parts: () => {
      // An hour ago stands for a service that has run for a while.
      const started = Date.now() - 3_600_000;
      return signing((sign) => (secret, delivery) => sign(secret, { ...delivery, now: started }));
    },
    shows: async (service) => Date.now() / 1000 - Number(await header(service, "x-webhook-timestamp")) < 300,
    right: true,
    wrong: false,
  },
  {
    id: "no-deadline",
    title: "A test that takes longer than 10 seconds succeeds all the same",
    contradicts: "spec/asyncapi.yaml#/operations/deliver/x-waybill-delivery",
    foundBy: ["delivery-deadline", "wrong-report"],
    parts: () =>
      mistaking((outcome) =>
        outcome.kind === "unreached" && outcome.reason.includes("within")
          ? { kind: "accepted", status: 200, durationMs: 10_000 }
          : outcome,
      ),
    shows: (service) => slow(service, 10_500),
    right: false,
    wrong: true,
  },
  {
    id: "query-not-sent",
    title: "Deliveries go to the URL of a subscription without its query",
    contradicts: "spec/schemas/webhook-subscription.yaml#/properties/url",
    foundBy: ["unasked-delivery"],
    parts: () =>
      posting((post, target, delivery) => post({ ...target, url: target.url.replace(/\?.*$/, "") }, delivery)),
    // The receiver accepts deliveries where a mailbox is, and there is none with the query.
    shows: async (service) => {
      const { path, url } = await subscribe(service, ["order.created"]);
      await service.ask("PUT", path, { body: { url: `${url}?tenant=7` } });
      return at(await bodyOf(service.ask("POST", `${path}/test`)), "statusCode");
    },
    right: 404,
    wrong: 204,
  },
]);
