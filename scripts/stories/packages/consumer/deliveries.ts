// What a receiver does with the webhook kit: its own deliveries verify and are typed, altered ones do not.
import { signWebhook, verifyWebhook, WebhookVerificationError } from "@fulfillment/webhooks";
import { expect, type Step } from "./step.ts";

const secret = "a secret of a subscription";
const body = JSON.stringify({
  event: "order.shipped",
  data: {
    orderId: "ord_1",
    orderNumber: "1001",
    status: "SHIPPED",
    campaignId: "cmp_1",
    trackingNumber: "1Z54W8790342616817",
    carrierCode: "ups",
    shipDate: "2026-01-05T10:00:00.000Z",
    products: [{ sku: "MUG", quantity: 1 }],
  },
});

export const deliverySteps: readonly Step[] = [
  async () => {
    const event = await verifyWebhook(body, await signWebhook(body, { secret }), ["a former secret", secret]);
    if (event.event !== "order.shipped") throw new Error("the event's name came back as another");
    const tracking: string | null = event.data.trackingNumber;
    expect(tracking === "1Z54W8790342616817", "the payload of a verified event is typed and complete");
  },
  async () => {
    const headers = await signWebhook(body, { secret });
    const code = await codeOf(() => verifyWebhook(body.replace("MUG", "TEE"), headers, secret));
    expect(code === "bad_signature", "an altered body fails with bad_signature");
  },
  async () => {
    const headers = await signWebhook(body, { secret, timestamp: Math.floor(Date.now() / 1000) - 3600 });
    const code = await codeOf(() => verifyWebhook(new TextEncoder().encode(body), headers, secret));
    expect(code === "stale_timestamp", "an old delivery fails with stale_timestamp");
  },
];

async function codeOf(verify: () => PromiseLike<unknown>): Promise<string> {
  try {
    await verify();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
  throw new Error("the delivery was to be refused, and was not");
}
