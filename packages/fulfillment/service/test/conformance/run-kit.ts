// A running service and the conformance kit -> the kit's report: with every key, value and hook that it can make use of.
import { type Description, type RunReport, runConformance } from "@waybill/conformance";
import type { FaultyService } from "../faults/run-faulty.ts";

/** So many requests a service takes: enough for a run, and few enough to be spent at its end. */
export const budget = 2_000;

type Options = Omit<Parameters<typeof runConformance>[0], "description" | "url" | "key">;

export async function runKit(
  service: FaultyService,
  description: Description,
  options: Options = {},
): Promise<RunReport> {
  const { account, other, warehouse, refusedKeys } = service;
  const move =
    (name: "ship" | "deliver" | "return") =>
    async (resource: Readonly<Record<string, unknown>>): Promise<void> => {
      await warehouse.move(String(resource["orderId"]), name);
    };
  const cart = (action: "add" | "update" | "remove", quantity: number, page: string) => async () => {
    await warehouse.changeCart(account.inviteId, { action, sku: "MUG", quantity, page });
  };
  // Enough for the first orders, so that stock is reserved for them; the later ones find too little.
  await warehouse.receiveGoods(account, 60);
  return await runConformance({
    description,
    url: service.url,
    key: account.key,
    otherKey: other.key,
    otherAddress: ["127.0.0.2", "127.0.0.3"],
    spareKey: refusedKeys.spare,
    revokedKeys: [refusedKeys.revoked, refusedKeys.deactivated],
    values: { campaignId: account.campaignId, warehouses: [{ id: account.warehouses.west }], skus: ["MUG", "TEE"] },
    webhookPort: 0,
    webhookUrl: "https://receiver.example:{port}",
    triggers: {
      revoke: async ({ key }) => await warehouse.revokeKey(String(key)),
      "order.created?orderSource=CSV_IMPORT": async () => await warehouse.importOrder(account),
      "order.shipped": move("ship"),
      "order.delivered": move("deliver"),
      "order.returned": move("return"),
      "invite.viewed": async () => void (await warehouse.viewInvite(account.inviteId, null)),
      // A signature is over bytes: a text that is not ASCII has more of them than characters.
      "invite.viewed?page=größe 你好 €": async () =>
        void (await warehouse.viewInvite(account.inviteId, "größe 你好 €")),
      "invite.cart_updated?eventType=CART_ADD&page=home&sku=MUG&quantity=2": cart("add", 2, "home"),
      "invite.cart_updated?eventType=CART_UPDATE&page=cart&sku=MUG&quantity=5": cart("update", 5, "cart"),
      "invite.cart_updated?eventType=CART_REMOVE&page=checkout": cart("remove", 5, "checkout"),
      // The order has something in it.
      "invite.cart_updated?eventType=CART_ADD": cart("add", 1, "home"),
      "invite.redeemed?eventType=ORDER_COMPLETE": async () => void (await warehouse.redeemInvite(account.inviteId)),
    },
    spendBudget: true,
    ...options,
  });
}
