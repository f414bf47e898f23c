import { type Fault, faultsOf } from "../fault.ts";
import { cancel, createdEvent, place, placeAnd, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, type Fields, fieldsOf, itemsOf, renamed, without } from "../values.ts";
import { sendingData, sendingEvent } from "../wraps/deliveries.ts";

const data = "spec/schemas/order-event-data.yaml#";
const unshipped = "spec/schemas/unshipped-order-event-data.yaml#";
async function cancelledEvent(service: FaultyService): Promise<Fields | undefined> {
  const subscription = await subscribe(service, ["order.cancelled"]);
  await cancel(service, await place(service));
  return (await subscription.events())[0]?.data;
}

/** What is sent after someone has put a mug into the cart of an invite. */
async function inviteData(service: FaultyService, act: "view" | "cart" | "redeem"): Promise<Fields | undefined> {
  const { inviteId } = service.account;
  const names = { view: "invite.viewed", cart: "invite.cart_updated", redeem: "invite.redeemed" };
  const subscription = await subscribe(service, [names[act]]);
  const mug = { action: "add", sku: "MUG", quantity: 1, page: "redeem" } as const;
  if (act === "view") await service.warehouse.viewInvite(inviteId, null);
  else await service.warehouse.changeCart(inviteId, mug);
  if (act === "redeem") await service.warehouse.redeemInvite(inviteId);
  return (await subscription.events())[0]?.data;
}

export const deliveryPayloads: readonly Fault[] = faultsOf("delivery", [
  {
    id: "created-tracking-missing",
    title: "`order.created` has no `trackingNumber`",
    contradicts: `${unshipped}/required`,
    parts: () => sendingData("order.created", (order) => without(order, "trackingNumber")),
    shows: async (service) => "trackingNumber" in ((await createdEvent(service))?.data ?? {}),
    right: true,
    wrong: false,
  },
  {
    id: "created-tracking-empty",
    title: "`trackingNumber` of `order.created` is an empty string, not null",
    contradicts: `${unshipped}/properties/trackingNumber/type`,
    parts: () => sendingData("order.created", (order) => ({ ...order, trackingNumber: "" })),
    shows: async (service) => (await createdEvent(service))?.data["trackingNumber"],
    right: null,
    wrong: "",
  },
  {
    id: "cancelled-has-ship-date",
    title: "`shipDate` of `order.cancelled` is when it was cancelled",
    contradicts: `${unshipped}/properties/shipDate/type`,
    parts: () => sendingData("order.cancelled", (order) => ({ ...order, shipDate: new Date().toISOString() })),
    shows: async (service) => (await cancelledEvent(service))?.["shipDate"] === null,
    right: true,
    wrong: false,
  },
  {
    id: "cancelled-status-before",
    title: "`order.cancelled` has the status that the order had before",
    contradicts: `${data}/description`,
    parts: () => sendingData("order.cancelled", (order) => ({ ...order, status: "AWAITING_SHIPMENT" })),
    shows: async (service) => (await cancelledEvent(service))?.["status"],
    right: "CANCELLED",
    wrong: "AWAITING_SHIPMENT",
  },
  {
    id: "shipped-date-only",
    title: "`shipDate` of `order.shipped` is a date without a time",
    contradicts: `${data}/properties/shipDate/format`,
    parts: () =>
      sendingData("order.shipped", (order) => changed(order, "shipDate", (date) => String(date).slice(0, 10))),
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.shipped"]);
      await placeAnd(service, "ship");
      return String((await subscription.events())[0]?.data["shipDate"]).length;
    },
    right: 24,
    wrong: 10,
  },
  {
    id: "event-snake-case",
    title: "Order events have `order_id`, not `orderId`",
    contradicts: `${unshipped}/required`,
    parts: () => sendingData(null, (order) => renamed(order, "orderId", "order_id")),
    shows: async (service) => "orderId" in ((await createdEvent(service))?.data ?? {}),
    right: true,
    wrong: false,
  },
  {
    id: "event-quantity-text",
    title: "Quantities in order events are strings",
    contradicts: "spec/schemas/line-item.yaml#/properties/quantity/type",
    parts: () =>
      sendingData(null, (order) =>
        changed(order, "products", (lines) => itemsOf(lines).map((line) => changed(line, "quantity", String))),
      ),
    shows: async (service) => at((await createdEvent(service))?.data, "products", 0, "quantity"),
    right: 1,
    wrong: "1",
  },
  {
    id: "event-extra-field",
    title: "Order events have a field that is not described, `accountId`",
    contradicts: `${unshipped}/properties`,
    parts: () => sendingData("order.created", (order) => ({ ...order, accountId: "acc_1" })),
    shows: async (service) => "accountId" in ((await createdEvent(service))?.data ?? {}),
    right: false,
    wrong: true,
  },
  {
    id: "event-in-type",
    title: "The name of the event is in `type`, not in `event`",
    contradicts: "spec/schemas/order-created-event.yaml#/required",
    parts: () => sendingEvent(null, (event) => renamed(event, "event", "type")),
    shows: async (service) => (await createdEvent(service))?.name,
    right: "order.created",
    wrong: "",
  },
  {
    id: "campaign-title",
    title: "Invite events have the campaign's title",
    contradicts: "spec/schemas/invite-viewed-data.yaml#/properties/campaignTitle/type",
    parts: () => sendingData("invite.viewed", (invite) => ({ ...invite, campaignTitle: "Test" })),
    shows: async (service) => (await inviteData(service, "view"))?.["campaignTitle"],
    right: null,
    wrong: "Test",
  },
  {
    id: "view-details-missing",
    title: "`invite.viewed` has no `eventDetails` when the page is not known",
    contradicts: "spec/schemas/invite-viewed-data.yaml#/required",
    parts: () =>
      sendingData("invite.viewed", (invite) =>
        invite["eventDetails"] === null ? without(invite, "eventDetails") : invite,
      ),
    shows: async (service) => "eventDetails" in ((await inviteData(service, "view")) ?? {}),
    right: true,
    wrong: false,
  },
  {
    id: "cart-event-type",
    title: "`invite.cart_updated` calls an addition `ADD`",
    contradicts: "spec/schemas/invite-cart-updated-details.yaml#/properties/eventType/enum",
    parts: () =>
      sendingData("invite.cart_updated", (invite) =>
        changed(invite, "eventDetails", (details) =>
          changed(details, "eventType", (type) => String(type).replace("CART_", "")),
        ),
      ),
    shows: async (service) => at(await inviteData(service, "cart"), "eventDetails", "eventType"),
    right: "CART_ADD",
    wrong: "ADD",
  },
  {
    id: "cart-page-missing",
    title: "`invite.cart_updated` does not name the page",
    contradicts: "spec/schemas/invite-cart-updated-details.yaml#/required",
    parts: () =>
      sendingData("invite.cart_updated", (invite) =>
        changed(invite, "eventDetails", (details) => without(details, "page")),
      ),
    shows: async (service) => at(await inviteData(service, "cart"), "eventDetails", "page"),
    right: "redeem",
    wrong: undefined,
  },
  {
    id: "redeemed-event-type",
    title: "`invite.redeemed` has `ORDER_PLACED` as its type",
    contradicts: "spec/schemas/invite-redeemed-details.yaml#/properties/eventType/const",
    parts: () =>
      sendingData("invite.redeemed", (invite) =>
        changed(invite, "eventDetails", (details) => ({ ...fieldsOf(details), eventType: "ORDER_PLACED" })),
      ),
    shows: async (service) => at(await inviteData(service, "redeem"), "eventDetails", "eventType"),
    right: "ORDER_COMPLETE",
    wrong: "ORDER_PLACED",
  },
  {
    id: "test-timestamp-unix",
    title: "`timestamp` of a test is a number of seconds",
    contradicts: "spec/schemas/webhook-test-data.yaml#/properties/timestamp/type",
    parts: () =>
      sendingData("webhook.test", (test) => changed(test, "timestamp", (time) => Date.parse(String(time)) / 1000)),
    shows: async (service) => {
      const subscription = await subscribe(service, ["order.created"]);
      await service.ask("POST", `${subscription.path}/test`);
      return typeof (await subscription.events())[0]?.data["timestamp"];
    },
    right: "string",
    wrong: "number",
  },
]);
