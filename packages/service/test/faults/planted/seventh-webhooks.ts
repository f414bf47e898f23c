// A seventh set, of events and deliveries; the rest of it is in seventh.ts. Above each fault is the statement it breaks.
import { setTimeout } from "node:timers/promises";
import { signatureOf } from "../../../src/deliveries/post.ts";
import { orderDocument } from "../../../src/storage/queries/orders.ts";
import { activeSubscriptions } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, isSigned, namesOf, place, placeAnd, subscribe } from "../probes.ts";
import { at, changed, fieldsOf, itemsOf, textAt } from "../values.ts";
import { posting, sendingData, signing } from "../wraps/deliveries.ts";
import { changedHeader } from "../wraps/responses.ts";
import { changes } from "./third-probes.ts";

/** How much of a body is signed. */
const signedBytes = 1024;

export const seventhOfWebhooks: readonly Fault[] = [
  ...faultsOf("subscription", [
    // webhook-changes.yaml, active: "`false` pauses deliveries"; asyncapi.yaml: each "active" subscription to an event receives it.
    {
      id: "seventh-pause-spreads",
      title: "While one subscription is paused, the others of its account receive no events",
      contradicts: `${changes}/active`,
      parts: () => {
        const paused = new Map<string, string>();
        return {
          api: (api) => ({
            ...api,
            updateWebhook: async (request, caller) => {
              const reply = await api.updateWebhook(request, caller);
              if (reply.status !== 200) return reply;
              if (request.body.active === false) paused.set(request.path.id, caller.accountId);
              if (request.body.active === true) paused.delete(request.path.id);
              return reply;
            },
            deleteWebhook: async (request, caller) => {
              const reply = await api.deleteWebhook(request, caller);
              if (reply.status === 200) paused.delete(request.path.id);
              return reply;
            },
          }),
          ...posting(async (post, target, delivery) => {
            const isPaused = [...paused.values()].includes(textAt(target, "accountId"));
            if (!isPaused || delivery.event === "webhook.test") return await post(target, delivery);
            return { kind: "accepted", status: 204, durationMs: 0 };
          }),
        };
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const other = await subscribe(service, ["order.created"]);
        await service.ask("PUT", path, { body: { active: false } });
        await place(service);
        return await namesOf(other);
      },
      right: ["order.created"],
      wrong: [],
    },
    // webhook-subscription.yaml, events: "The events that are delivered."
    {
      id: "seventh-events-cached",
      title: "An event that an update removed is still delivered",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/events/description",
      parts: () => {
        const cached = new Map<string, string>();
        return {
          database: (database) => ({
            ...database,
            write: (work, options) =>
              database.write(
                (transaction) =>
                  work({
                    ...transaction,
                    all: async (query, parameters) => {
                      const rows = await transaction.all(query, parameters);
                      if (!Object.is(query, activeSubscriptions)) return rows;
                      return rows.map((row) => {
                        const id = textAt(row, "id");
                        const events = cached.get(id) ?? textAt(row, "events");
                        cached.set(id, events);
                        return { ...row, events };
                      });
                    },
                  }),
                options,
              ),
          }),
        };
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created", "order.cancelled"]);
        const orderId = await place(service);
        await service.ask("PUT", subscription.path, { body: { events: ["order.created"] } });
        await cancel(service, orderId);
        return await namesOf(subscription);
      },
      right: ["order.created"],
      wrong: ["order.cancelled", "order.created"],
    },
    // paths/webhooks.yaml, rotate-secret: "Replaces the signing secret and returns the new one"; webhook-subscription-with-secret.yaml,
    // secret: "The key that every delivery to this subscription is signed with".
    {
      id: "seventh-rotation-spreads",
      title: "After a rotation, deliveries to the account's other subscriptions are signed with the new secret too",
      contradicts: "spec/schemas/webhook-subscription-with-secret.yaml#/properties/secret",
      parts: () => {
        const secrets = new Map<string, string>();
        return {
          api: (api) => ({
            ...api,
            rotateWebhookSecret: async (request, caller) => {
              const reply = await api.rotateWebhookSecret(request, caller);
              if (reply.status !== 200) return reply;
              const { body } = await api.listWebhooks({}, caller);
              for (const other of itemsOf(at(body, "webhooks"))) {
                secrets.set(textAt(other, "id"), textAt(reply.body, "secret"));
              }
              return reply;
            },
          }),
          ...posting((post, target, delivery) => {
            const secret = secrets.get(textAt(target, "subscriptionId")) ?? target.secret;
            return post({ ...target, secret }, delivery);
          }),
        };
      },
      shows: async (service) => {
        const { path } = await subscribe(service, ["order.created"]);
        const other = await subscribe(service, ["order.created"]);
        await service.ask("POST", `${path}/rotate-secret`);
        await place(service);
        return (await other.events()).map((event) => isSigned(event, other.secret));
      },
      right: [true],
      wrong: [false],
    },
    // webhook-subscription.yaml, url: "The HTTPS address that deliveries are sent to."
    {
      id: "seventh-query-not-sent",
      title: "Deliveries go to the URL of a subscription without its query",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/url",
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
  ]),
  ...faultsOf("delivery", [
    // order-event-data.yaml and unshipped-order-event-data.yaml, campaignId: "The campaign the order was placed against."
    {
      id: "seventh-first-campaign",
      title: "Order events have the campaign of the account's first event",
      contradicts: "spec/schemas/unshipped-order-event-data.yaml#/properties/campaignId",
      parts: () => {
        const campaigns = new Map<string, unknown>();
        return {
          outbox: (outbox) => ({
            ...outbox,
            putEvent: async (transaction, put) => {
              const event = fieldsOf(JSON.parse(put.body));
              if (!put.event.startsWith("order.")) return await outbox.putEvent(transaction, put);
              const campaignId = campaigns.get(put.accountId) ?? at(event, "data", "campaignId");
              campaigns.set(put.accountId, campaignId);
              const body = JSON.stringify({ ...event, data: { ...fieldsOf(event["data"]), campaignId } });
              await outbox.putEvent(transaction, { ...put, body });
            },
          }),
        };
      },
      shows: async (service) => {
        const { secondCampaignId } = service.account;
        const subscription = await subscribe(service, ["order.created"]);
        await place(service);
        await subscription.events();
        await place(service, { campaignId: secondCampaignId });
        return (await subscription.events()).map(({ data }) => data["campaignId"] === secondCampaignId);
      },
      right: [false, true],
      wrong: [false, false],
    },
    // messages/order-returned.yaml: "Fires when a return is detected."
    {
      id: "seventh-undelivered-return-silent",
      title: "No event tells that an order came back before it was delivered",
      contradicts: "spec/messages/order-returned.yaml#/description",
      parts: () => ({
        outbox: (outbox) => ({
          ...outbox,
          putEvent: async (transaction, put) => {
            const orderId = textAt(JSON.parse(put.body), "data", "orderId");
            const row = await transaction.first(orderDocument, { id: orderId, accountId: put.accountId });
            const deliveredAt = at(JSON.parse(row?.document ?? "{}"), "deliveredAt");
            if (put.event !== "order.returned" || deliveredAt !== null) await outbox.putEvent(transaction, put);
          },
        }),
      }),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.returned"]);
        await placeAnd(service, "ship", "return");
        return await namesOf(subscription);
      },
      right: ["order.returned"],
      wrong: [],
    },

    // webhook-test-data.yaml, timestamp: "When the test was sent, in ISO 8601."
    {
      id: "seventh-test-time-cached",
      title: "The timestamp of a test is that of the first test of its URL",
      contradicts: "spec/schemas/webhook-test-data.yaml#/properties/timestamp",
      parts: () => {
        const bodies = new Map<string, string>();
        return posting((post, target, delivery) => {
          if (delivery.event !== "webhook.test") return post(target, delivery);
          const body = bodies.get(target.url) ?? delivery.body;
          bodies.set(target.url, body);
          return post(target, { ...delivery, body });
        });
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        await service.ask("POST", `${subscription.path}/test`);
        await setTimeout(5);
        await service.ask("POST", `${subscription.path}/test`);
        return new Set((await subscription.events()).map(({ data }) => data["timestamp"])).size;
      },
      right: 2,
      wrong: 1,
    },
    // invite-redeemed-details.yaml, cartItems: "The ordered items. Optional."
    {
      id: "seventh-redeemed-empty",
      title: "`invite.redeemed` has the cart as it is afterwards: empty",
      contradicts: "spec/schemas/invite-redeemed-details.yaml#/properties/cartItems",
      parts: () =>
        sendingData("invite.redeemed", (data) =>
          changed(data, "eventDetails", (details) => ({ ...fieldsOf(details), cartItems: [] })),
        ),
      shows: async (service) => {
        const { inviteId } = service.account;
        const subscription = await subscribe(service, ["invite.redeemed"]);
        await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 2, page: "cart" });
        await service.warehouse.redeemInvite(inviteId);
        return (await subscription.events()).map(({ data }) => at(data, "eventDetails", "cartItems", 0, "quantity"));
      },
      right: [2],
      wrong: [undefined],
    },
    // invite-cart-updated-details.yaml, cartItems: "The items of the cart." eventType: "CART_REMOVE: An item was removed."
    {
      id: "seventh-removed-at-zero",
      title: "An item that is removed from the cart stays in `cartItems` with quantity 0",
      contradicts: "spec/schemas/invite-cart-updated-details.yaml#/properties/cartItems",
      parts: () => {
        const carts = new Map<unknown, readonly unknown[]>();
        return sendingData("invite.cart_updated", (data) => {
          const items = itemsOf(at(data, "eventDetails", "cartItems"));
          const isIn = (gone: unknown): boolean => items.some((item) => at(item, "sku") === at(gone, "sku"));
          const removed = (carts.get(data["inviteId"]) ?? []).filter((item) => !isIn(item));
          const cartItems = [...items, ...removed.map((item) => ({ ...fieldsOf(item), quantity: 0 }))];
          carts.set(data["inviteId"], items);
          return changed(data, "eventDetails", (details) => ({ ...fieldsOf(details), cartItems }));
        });
      },
      shows: async (service) => {
        const { inviteId } = service.account;
        const subscription = await subscribe(service, ["invite.cart_updated"]);
        const line = { sku: "MUG", quantity: 1, page: "cart" };
        await service.warehouse.changeCart(inviteId, { ...line, action: "add" });
        await subscription.events();
        await service.warehouse.changeCart(inviteId, { ...line, action: "remove" });
        return (await subscription.events()).map(({ data }) => itemsOf(at(data, "eventDetails", "cartItems")).length);
      },
      right: [1, 0],
      wrong: [1, 1],
    },
    // webhook-headers.yaml, X-Webhook-Signature: "the HMAC-SHA256 of the timestamp, a period and the raw body."
    {
      id: "seventh-signed-in-part",
      title: "Of a long body, only the first 1,024 bytes are signed",
      contradicts: "spec/schemas/webhook-headers.yaml#/properties/X-Webhook-Signature",
      parts: () =>
        signing((sign) => (secret, delivery) => {
          const { headers, body } = sign(secret, delivery);
          const timestamp = headers[headers.indexOf("X-Webhook-Timestamp") + 1] ?? "";
          const signature = signatureOf(secret, timestamp, body.subarray(0, signedBytes));
          return { headers: changedHeader(headers, "X-Webhook-Signature", () => signature), body };
        }),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        await place(service, { products: Array.from({ length: 60 }, () => ({ sku: "MUG", quantity: 1 })) });
        return (await subscription.events()).map((event) => isSigned(event, subscription.secret));
      },
      right: [true],
      wrong: [false],
    },
  ]),
];
