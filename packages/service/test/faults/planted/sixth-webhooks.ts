// A sixth set, of events and deliveries; the rest of it is in sixth.ts. Above each fault is the statement it breaks.
import { parseOrder } from "../../../src/domain/documents.ts";
import type { NewEvent } from "../../../src/domain/effects.ts";
import { emitEvent, eventOf } from "../../../src/domain/events.ts";
import { orderDocument } from "../../../src/storage/queries/orders.ts";
import { activeSubscriptions } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { withInside } from "../inside.ts";
import { bodyOf, cancel, namesOf, place, placeAnd, subscribe } from "../probes.ts";
import { at, fieldsOf, itemsOf, textAt } from "../values.ts";
import { posting, sendingData } from "../wraps/deliveries.ts";
import { querying, rewritten } from "../wraps/queries.ts";
import { handling } from "./plant.ts";
import { cancelling, changes, eventData, webhooks } from "./third-probes.ts";

export const sixthOfWebhooks: readonly Fault[] = [
  ...faultsOf("subscription", [
    // paths/webhooks.yaml, PUT: "events in between are not delivered later."
    {
      id: "sixth-paused-kept",
      title: "What happened while a subscription was paused is delivered when it is resumed",
      contradicts: `${webhooks}/webhook/put/description`,
      parts: () => {
        const paused = new Map<string, NewEvent[]>();
        return withInside((inside) => ({
          ...querying(
            rewritten(activeSubscriptions, (db, { accountId }) =>
              db.selectFrom("subscriptions").select(["id", "events"]).where("account_id", "=", accountId).orderBy("id"),
            ),
          ),
          ...handling("updateWebhook", (handle) => async (request, caller) => {
            const { id } = request.path;
            const reply = await handle(request, caller);
            if (reply.status !== 200 || request.body.active === undefined) return reply;
            const missed = paused.get(id) ?? [];
            if (!request.body.active) paused.set(id, missed);
            else if (paused.delete(id)) {
              const { database, outbox } = inside();
              for (const event of missed) {
                await database.write((transaction) => outbox.putEvent(transaction, event));
              }
            }
            return reply;
          }),
          outbox: (outbox) => ({
            ...outbox,
            putEvent: async (transaction, event) => {
              for (const id of event.subscriptionIds) paused.get(id)?.push({ ...event, subscriptionIds: [id] });
              const subscriptionIds = event.subscriptionIds.filter((id) => !paused.has(id));
              if (subscriptionIds.length > 0) await outbox.putEvent(transaction, { ...event, subscriptionIds });
            },
          }),
        }));
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        await service.ask("PUT", subscription.path, { body: { active: false } });
        await place(service);
        await service.ask("PUT", subscription.path, { body: { active: true } });
        return (await namesOf(subscription)).length;
      },
      right: 0,
      wrong: 1,
    },
    // webhook-subscription.yaml, url: "The HTTPS address that deliveries are sent to."
    {
      id: "sixth-first-url-too",
      title: "After its URL was changed, a subscription receives events at the first one as well",
      contradicts: "spec/schemas/webhook-subscription.yaml#/properties/url",
      parts: () => {
        const first = new Map<string, string>();
        return {
          ...handling("createWebhook", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            if (reply.status === 201) first.set(textAt(reply.body, "id"), request.body.url);
            return reply;
          }),
          ...posting(async (post, target, delivery) => {
            const url = first.get(textAt(target, "subscriptionId")) ?? target.url;
            if (url !== target.url) await post({ ...target, url }, delivery);
            return await post(target, delivery);
          }),
        };
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        await service.ask("PUT", subscription.path, { body: { url: service.receiver.open().url } });
        await place(service);
        return (await namesOf(subscription)).length;
      },
      right: 0,
      wrong: 1,
    },
    // webhook-changes.yaml, events: the events to deliver; asyncapi.yaml: "the service sends it once to each active subscription to it".
    {
      id: "sixth-added-event",
      title: "An event that an update adds to a subscription is not delivered",
      contradicts: `${changes}/events`,
      parts: () => {
        const first = new Map<string, readonly string[]>();
        return {
          ...handling("createWebhook", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            if (reply.status === 201) first.set(textAt(reply.body, "id"), request.body.events);
            return reply;
          }),
          outbox: (outbox) => ({
            ...outbox,
            putEvent: async (transaction, event) => {
              const subscriptionIds = event.subscriptionIds.filter(
                (id) => first.get(id)?.includes(event.event) ?? true,
              );
              if (subscriptionIds.length > 0) await outbox.putEvent(transaction, { ...event, subscriptionIds });
            },
          }),
        };
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.created"]);
        const events = ["order.created", "order.cancelled"];
        await service.ask("PUT", subscription.path, { body: { events } });
        await cancel(service, await place(service));
        return await namesOf(subscription);
      },
      right: ["order.cancelled", "order.created"],
      wrong: ["order.created"],
    },
    // paths/webhooks.yaml, test: "Sends `webhook.test` to this subscription only, regardless of its event list".
    {
      id: "sixth-test-of-invites",
      title: "A subscription without order events receives no tests",
      contradicts: `${webhooks}/test/post/description`,
      parts: () => ({
        api: (api) => ({
          ...api,
          testWebhook: async (request, caller) => {
            const { body } = await api.listWebhooks({}, caller);
            const row = itemsOf(at(body, "webhooks")).find((webhook) => at(webhook, "id") === request.path.id);
            const events = itemsOf(at(row, "events")).map(String);
            if (events.length === 0 || at(row, "active") !== true || events.some((name) => name.startsWith("order."))) {
              return await api.testWebhook(request, caller);
            }
            return { status: 200, body: { success: false, statusCode: null, error: "Not subscribed to orders" } };
          },
        }),
      }),
      shows: async (service) => {
        const { path } = await subscribe(service, ["invite.viewed", "invite.redeemed"]);
        return at(await bodyOf(service.ask("POST", `${path}/test`)), "success");
      },
      right: true,
      wrong: false,
    },
  ]),

  ...faultsOf("delivery", [
    // order-event-data.yaml, shipDate: "When the parcel left the warehouse, or `null` when it has not."
    {
      id: "sixth-delivered-ship-date",
      title: "`shipDate` of `order.delivered` is when the order was delivered",
      contradicts: `${eventData}/shipDate`,
      parts: () => sendingData("order.delivered", (data) => ({ ...data, shipDate: new Date().toISOString() })),
      shows: async (service) => {
        const orderId = await placeAnd(service, "ship");
        const { body: shipped } = await service.ask("GET", `/v1/orders/${orderId}`);
        const subscription = await subscribe(service, ["order.delivered"]);
        await service.warehouse.move(orderId, "deliver");
        return at((await subscription.events())[0]?.data, "shipDate") === at(shipped, "shipDate");
      },
      right: true,
      wrong: false,
    },
    // order-event-data.yaml, trackingNumber: "The carrier's tracking number, or `null` when none was assigned."
    {
      id: "sixth-returned-untracked",
      title: "`order.returned` has neither tracking number nor carrier",
      contradicts: `${eventData}/trackingNumber`,
      parts: () => sendingData("order.returned", (data) => ({ ...data, trackingNumber: null, carrierCode: null })),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.returned"]);
        await placeAnd(service, "ship", "return");
        return at((await subscription.events())[0]?.data, "carrierCode");
      },
      right: "ups",
      wrong: null,
    },
    // invite-redeemed-data.yaml, inviteId: "The invite's id."
    {
      id: "sixth-redeemed-invite-id",
      title: "`inviteId` of `invite.redeemed` is the id of the campaign",
      contradicts: "spec/schemas/invite-redeemed-data.yaml#/properties/inviteId",
      parts: () => sendingData("invite.redeemed", (data) => ({ ...data, inviteId: data["campaignId"] })),
      shows: async (service) => {
        const subscription = await subscribe(service, ["invite.redeemed"]);
        const { inviteId } = service.account;
        await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 1, page: "cart" });
        await service.warehouse.redeemInvite(inviteId);
        return at((await subscription.events())[0]?.data, "inviteId") === inviteId;
      },
      right: true,
      wrong: false,
    },
    // invite-cart-updated-details.yaml, eventType, CART_UPDATE: "An item was changed."
    {
      id: "sixth-raised-as-added",
      title: "An update that raises a quantity is reported as `CART_ADD`",
      contradicts: "spec/schemas/invite-cart-updated-details.yaml#/properties/eventType/x-enumDescriptions/CART_UPDATE",
      parts: () => {
        const carts = new Map<string, number>();
        return sendingData("invite.cart_updated", (data) => {
          const details = fieldsOf(data["eventDetails"]);
          const inviteId = textAt(data, "inviteId");
          const units = itemsOf(details["cartItems"]).reduce<number>(
            (sum, item) => sum + Number(at(item, "quantity")),
            0,
          );
          const isRaised = details["eventType"] === "CART_UPDATE" && units > (carts.get(inviteId) ?? 0);
          // Another subscription receives the same event.
          if (!isRaised) carts.set(inviteId, units);
          return isRaised ? { ...data, eventDetails: { ...details, eventType: "CART_ADD" } } : data;
        });
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["invite.cart_updated"]);
        const { inviteId } = service.account;
        await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 1, page: "cart" });
        await service.warehouse.quiet();
        await service.warehouse.changeCart(inviteId, { action: "update", sku: "MUG", quantity: 3, page: "cart" });
        return at((await subscription.events())[1]?.data, "eventDetails", "eventType");
      },
      right: "CART_UPDATE",
      wrong: "CART_ADD",
    },
    // messages/order-cancelled.yaml: "Fires when an order is cancelled."
    {
      id: "sixth-cancelled-unstocked",
      title: "`order.cancelled` is not sent for an order that no stock was reserved for",
      contradicts: "spec/messages/order-cancelled.yaml#/description",
      parts: () =>
        withInside((inside) =>
          posting(async (post, target, delivery) => {
            if (delivery.event !== "order.cancelled") return await post(target, delivery);
            const id = textAt(JSON.parse(delivery.body), "data", "orderId");
            const row = await inside().database.first(orderDocument, { id, accountId: textAt(target, "accountId") });
            const reserved = row === null || parseOrder(row.document).allocationStatus !== "UNALLOCATED";
            return reserved ? await post(target, delivery) : { kind: "accepted", status: 204, durationMs: 0 };
          }),
        ),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.cancelled"]);
        await cancel(service, await place(service, { products: [{ sku: "MUG", quantity: 500 }] }));
        return await namesOf(subscription);
      },
      right: ["order.cancelled"],
      wrong: [],
    },
    // paths/orders.yaml, cancel: "If the order was cancelled, shipped or delivered before, it does not change and the response is 400".
    {
      id: "sixth-refused-cancel-event",
      title: "A cancellation that comes too late still sends `order.cancelled`",
      contradicts: `${cancelling}/description`,
      parts: () =>
        withInside((inside) =>
          handling("cancelOrder", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            if (reply.status !== 400) return reply;
            const { database, outbox } = inside();
            const { accountId } = caller;
            const row = await database.first(orderDocument, { id: request.body.orderId, accountId });
            if (row === null) return reply;
            const event = eventOf("order.cancelled", parseOrder(row.document));
            const effects = { now: Date.now, putEvent: outbox.putEvent };
            await database.write((transaction) => emitEvent(transaction, accountId, { event, effects }));
            return reply;
          }),
        ),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.cancelled"]);
        await cancel(service, await placeAnd(service, "ship"));
        return await namesOf(subscription);
      },
      right: [],
      wrong: ["order.cancelled"],
    },
  ]),
];
