import { type Fault, faultsOf } from "../fault.ts";
import { cancel, createdEvent, place, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, type Fields, itemsOf, without } from "../values.ts";
import { sendingData } from "../wraps/deliveries.ts";

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
    foundBy: ["invalid-payload"],
    parts: () => sendingData("order.created", (order) => without(order, "trackingNumber")),
    shows: async (service) => "trackingNumber" in ((await createdEvent(service))?.data ?? {}),
    right: true,
    wrong: false,
  },
  {
    id: "cancelled-status-before",
    title: "`order.cancelled` has the status that the order had before",
    contradicts: `${data}/description`,
    foundBy: ["payload-differs"],
    parts: () => sendingData("order.cancelled", (order) => ({ ...order, status: "AWAITING_SHIPMENT" })),
    shows: async (service) => (await cancelledEvent(service))?.["status"],
    right: "CANCELLED",
    wrong: "AWAITING_SHIPMENT",
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
    id: "cart-event-type",
    title: "`invite.cart_updated` calls an addition `ADD`",
    contradicts: "spec/schemas/invite-cart-updated-details.yaml#/properties/eventType/enum",
    foundBy: ["invalid-payload", "payload-differs"],
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
]);
