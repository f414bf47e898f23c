// Deliveries for tests: events as the service sends them, the bytes of each, and headers that verify.
import type { EventMap, WebhookEvent } from "../src/index.ts";
import { signWebhook } from "../src/index.ts";

export const secret = "whsec_0123456789abcdef";

/** 2026-01-05T10:00:00Z. */
export const time = 1_767_607_200_000;

export const now = (): number => time;

export const shipped: EventMap["order.shipped"] = {
  event: "order.shipped",
  data: {
    orderId: "ord_1",
    orderNumber: "W-1",
    status: "SHIPPED",
    campaignId: "cmp_1",
    trackingNumber: "1Z54W8790342616817",
    carrierCode: "ups",
    shipDate: "2026-01-05T09:59:58.000Z",
    products: [{ sku: "MÜSLI-ボウル", quantity: 2 }],
  },
};

export const viewed: EventMap["invite.viewed"] = {
  event: "invite.viewed",
  data: {
    inviteId: "inv_1",
    inviteNumber: null,
    email: null,
    campaignId: "cmp_1",
    campaignTitle: null,
    eventDetails: { page: "redeem" },
  },
};

export interface TestDelivery {
  readonly rawBody: Uint8Array<ArrayBuffer>;
  readonly headers: Record<string, string>;
}

/** Signed at `time`, unless something else is said. An event that is text or bytes is the raw body as it is. */
export async function deliveryOf(
  event: WebhookEvent | { readonly event: string } | string | Uint8Array,
  changes: { readonly secret?: string; readonly timestamp?: number; readonly event?: string } = {},
): Promise<TestDelivery> {
  const isRaw = typeof event === "string" || event instanceof Uint8Array;
  const rawBody = new Uint8Array(isRaw ? Buffer.from(event) : Buffer.from(JSON.stringify(event)));
  return { rawBody, headers: { ...(await signWebhook(rawBody, { secret, now, ...changes })) } };
}
