// A Cloudflare Worker: runs every step, then orders something and verifies the service's own delivery about it.
import { FulfillmentClient } from "@fulfillment/client";
import { createWebhookHandler } from "@fulfillment/webhooks";
import { orderBody, runSteps } from "./steps.ts";
import { target } from "./target.ts";

const secrets: string[] = [];
const received: string[] = [];

const hook = createWebhookHandler({
  secret: () => secrets,
  on: {
    "order.created": async ({ data }) => {
      received.push(data.orderId);
    },
  },
});

/** `/start` returns the order that a delivery is expected for, `/received` the deliveries that arrived; `/hook` receives them. */
const worker: { fetch(request: Request): Promise<Response> } = {
  async fetch(request) {
    const { origin, pathname } = new URL(request.url);
    if (pathname === "/hook") return hook(request);
    return Response.json(pathname === "/start" ? await start(origin) : received);
  },
};

export default worker;

async function start(origin: string): Promise<{ steps: number; orderId: string }> {
  const steps = await runSteps(target);
  const client = new FulfillmentClient({ apiKey: target.apiKey, baseUrl: target.baseUrl });
  const { secret } = await client.webhooks.create({ url: `${origin}/hook`, events: ["order.created"] });
  secrets.push(secret);
  const { orderId } = await client.orders.create(orderBody(target));
  return { steps, orderId };
}
