// The orders of gifts under way -> the ledger. A delivery is tried once, so what a webhook did not tell is found out like this.
import type { Api } from "./api.ts";
import type { GiftLedger } from "./gift-ledger.ts";

/** How many gifts were looked up. One without a response stays as it is until the next time. */
export async function reconcile(api: Api, ledger: GiftLedger): Promise<number> {
  const underWay = ledger.all().filter(({ status }) => status === "AWAITING_SHIPMENT" || status === "SHIPPED");
  for (const { orderId } of underWay) {
    const response = await api.getOrder({ path: { orderId } });
    if (response.status === 200) ledger.note({ ...response.body, orderId });
    else console.warn(`order ${orderId}: status ${response.status}`);
  }
  return underWay.length;
}
