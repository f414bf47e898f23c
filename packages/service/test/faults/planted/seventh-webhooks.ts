// A seventh set, of events and deliveries; the rest of it is in seventh.ts. Above each fault is the statement it breaks.
import { setTimeout } from "node:timers/promises";
import { signatureOf } from "../../../src/deliveries/post.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { orderDocument } from "../../../src/storage/queries/orders.ts";
import { activeSubscriptions } from "../../../src/storage/queries/subscriptions.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, cancel, isSigned, namesOf, place, placeAnd, read, subscribe } from "../probes.ts";
import { at, changed, type Fields, fieldsOf, itemsOf, textAt } from "../values.ts";
import { changedHeader } from "../wraps/answers.ts";
import { posting, sendingData, signing } from "../wraps/deliveries.ts";
import { handling } from "./plant.ts";
import { cancelling, changes, eventData, webhooks } from "./third-probes.ts";

const inviteDetails = "spec/schemas/invite-cart-updated-details.yaml#/properties";

/** An event of an order has other data, which may depend on the order; `null`: it does not fire. */
function announcing(name: string, change: (data: Fields, order: Fields) => Fields | null): ServiceParts {
  return {
    outbox: (outbox) => ({
      ...outbox,
      putEvent: async (transaction, put) => {
        if (put.event !== name) return await outbox.putEvent(transaction, put);
        const event: unknown = JSON.parse(put.body);
        const wanted = { id: textAt(event, "data", "orderId"), accountId: put.accountId };
        const row = await transaction.first(orderDocument, wanted);
        const data = change(fieldsOf(at(event, "data")), fieldsOf(JSON.parse(row?.document ?? "{}")));
        if (data === null) return;
        await outbox.putEvent(transaction, { ...put, body: JSON.stringify({ ...fieldsOf(event), data }) });
      },
    }),
  };
}

function unitsOf(lines: unknown): number {
  return itemsOf(lines).reduce<number>((sum, line) => sum + Number(at(line, "quantity")), 0);
}

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
    // paths/webhooks.yaml, rotate-secret: "The old secret is invalid at once, with no overlap, and deliveries are signed with the new
    // one from now on."
    {
      id: "seventh-tests-old-secret",
      title: "After a rotation, tests are signed with the first secret",
      contradicts: `${webhooks}/rotate-secret/post/description`,
      parts: () => {
        const secrets = new Map<string, string>();
        return {
          ...handling("createWebhook", (handle) => async (request, caller) => {
            const reply = await handle(request, caller);
            if (reply.status === 201) secrets.set(textAt(reply.body, "id"), textAt(reply.body, "secret"));
            return reply;
          }),
          ...posting((post, target, delivery) => {
            const first = secrets.get(textAt(target, "subscriptionId"));
            if (delivery.event !== "webhook.test" || first === undefined) return post(target, delivery);
            return post({ ...target, secret: first }, delivery);
          }),
        };
      },
      shows: async (service) => {
        const { path, arrived } = await subscribe(service, ["order.created"]);
        const secret = textAt(await bodyOf(service.ask("POST", `${path}/rotate-secret`)), "secret");
        await service.ask("POST", `${path}/test`);
        return arrived.map((delivery) => isSigned(delivery, secret));
      },
      right: [true],
      wrong: [false],
    },
  ]),
  ...faultsOf("delivery", [
    // paths/orders.yaml, cancel: "Subscribers receive `order.cancelled`."
    {
      id: "seventh-unallocated-silent",
      title: "No event tells that an order without reserved stock was cancelled",
      contradicts: `${cancelling}/description`,
      parts: () =>
        announcing("order.cancelled", (data, { allocationStatus }) =>
          allocationStatus === "UNALLOCATED" ? null : data,
        ),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.cancelled"]);
        await cancel(service, await place(service, { products: [{ sku: "MUG", quantity: 1000 }] }));
        return await namesOf(subscription);
      },
      right: ["order.cancelled"],
      wrong: [],
    },
    // messages/order-returned.yaml: "Fires when a return is detected."
    {
      id: "seventh-undelivered-return-silent",
      title: "No event tells that an order came back before it was delivered",
      contradicts: "spec/messages/order-returned.yaml#/description",
      parts: () => announcing("order.returned", (data, { deliveredAt }) => (deliveredAt === null ? null : data)),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.returned"]);
        await placeAnd(service, "ship", "return");
        return await namesOf(subscription);
      },
      right: ["order.returned"],
      wrong: [],
    },
    // order-event-data.yaml, trackingNumber: "The carrier's tracking number, or `null` when none was assigned."
    {
      id: "seventh-returned-untracked",
      title: "`order.returned` has no tracking number, carrier and ship date",
      contradicts: `${eventData}/trackingNumber`,
      parts: () =>
        announcing("order.returned", (data) => ({ ...data, trackingNumber: null, carrierCode: null, shipDate: null })),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.returned"]);
        const order = (await read(service, await placeAnd(service, "ship", "deliver", "return"))).body;
        const data = (await subscription.events())[0]?.data;
        return ["trackingNumber", "carrierCode", "shipDate"].map((name) => at(data, name) === at(order, name));
      },
      right: [true, true, true],
      wrong: [false, false, false],
    },
    // order-event-data.yaml, shipDate: "When the parcel left the warehouse, or `null` when it has not."
    {
      id: "seventh-shipped-at-delivery",
      title: "`shipDate` of `order.delivered` is when the order was delivered",
      contradicts: `${eventData}/shipDate`,
      parts: () => announcing("order.delivered", (data, { deliveredAt }) => ({ ...data, shipDate: deliveredAt })),
      shows: async (service) => {
        const subscription = await subscribe(service, ["order.delivered"]);
        const orderId = await placeAnd(service, "ship");
        await setTimeout(5);
        await service.warehouse.move(orderId, "deliver");
        const { body } = await read(service, orderId);
        return at((await subscription.events())[0]?.data, "shipDate") === at(body, "shipDate");
      },
      right: true,
      wrong: false,
    },
    // invite-redeemed-data.yaml, inviteId: "The invite's id."
    {
      id: "seventh-redeemed-by-number",
      title: "`inviteId` of `invite.redeemed` is the number of the invite",
      contradicts: "spec/schemas/invite-redeemed-data.yaml#/properties/inviteId",
      parts: () =>
        sendingData("invite.redeemed", (data) => ({ ...data, inviteId: data["inviteNumber"] ?? data["inviteId"] })),
      shows: async (service) => {
        const { inviteId } = service.account;
        const subscription = await subscribe(service, ["invite.redeemed"]);
        await service.warehouse.changeCart(inviteId, { action: "add", sku: "MUG", quantity: 1, page: "cart" });
        await service.warehouse.redeemInvite(inviteId);
        return (await subscription.events()).map(({ data }) => data["inviteId"] === inviteId);
      },
      right: [true],
      wrong: [false],
    },
    // invite-cart-updated-details.yaml, eventType: "CART_ADD: An item was added. CART_UPDATE: An item was changed."
    {
      id: "seventh-raised-as-added",
      title: "An update that raises a quantity in the cart is reported as CART_ADD",
      contradicts: `${inviteDetails}/eventType/x-enumDescriptions/CART_UPDATE`,
      parts: () => {
        const carts = new Map<unknown, number>();
        return sendingData("invite.cart_updated", (data) => {
          const units = unitsOf(at(data, "eventDetails", "cartItems"));
          const before = carts.get(data["inviteId"]) ?? units;
          carts.set(data["inviteId"], units);
          return changed(data, "eventDetails", (details) =>
            units > before ? { ...fieldsOf(details), eventType: "CART_ADD" } : details,
          );
        });
      },
      shows: async (service) => {
        const subscription = await subscribe(service, ["invite.cart_updated"]);
        const line = { sku: "MUG", page: "cart" };
        await service.warehouse.changeCart(service.account.inviteId, { ...line, action: "add", quantity: 1 });
        await subscription.events();
        await service.warehouse.changeCart(service.account.inviteId, { ...line, action: "update", quantity: 3 });
        return (await subscription.events()).map(({ data }) => at(data, "eventDetails", "eventType"));
      },
      right: ["CART_ADD", "CART_UPDATE"],
      wrong: ["CART_ADD", "CART_ADD"],
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
