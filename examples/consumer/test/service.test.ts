// The whole way against a running service: a gift is ordered, and its webhooks arrive. FULFILLMENT_URL says where that is; it has
// to be one that delivers to this machine, such as `npx fulfillment serve --allow-private-webhook-targets`.
import assert from "node:assert/strict";
import { on, once } from "node:events";
import test from "node:test";
import * as z from "zod";
import { connect } from "../src/api.ts";
import { createApp } from "../src/app.ts";
import { GiftLedger } from "../src/gift-ledger.ts";
import { events } from "../src/receiver.ts";
import { reconcile } from "../src/reconcile.ts";

const { FULFILLMENT_URL = "", FULFILLMENT_API_KEY = "", FULFILLMENT_CAMPAIGN = "", FULFILLMENT_SKU = "" } = process.env;
const skip = FULFILLMENT_URL === "" && "FULFILLMENT_URL does not say where a service runs";

const shipTo = {
  firstName: "Mara",
  lastName: "Lindqvist",
  email: "mara.lindqvist@example.com",
  street1: "418 Juniper Lane",
  city: "Portland",
  state: "OR",
  zip: "97205",
};

test("a gift is ordered, and webhooks tell where it is", { skip }, async (context) => {
  const ledger = new GiftLedger();
  const api = connect({ baseUrl: FULFILLMENT_URL, apiKey: FULFILLMENT_API_KEY });
  let secret = "";
  const app = createApp({ api, campaignId: FULFILLMENT_CAMPAIGN, ledger, secret: () => secret });
  await once(app.listen(0, "127.0.0.1"), "listening");
  context.after(() => app.close());
  const address = app.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  const subscription = await api.createWebhook({ body: { url: `${url}/hook`, events: [...events] } });
  assert.equal(subscription.status, 201);
  secret = subscription.body.secret;
  context.after(() => api.deleteWebhook({ path: { id: subscription.body.id } }));

  const changes = on(ledger, "changed", { signal: AbortSignal.timeout(20_000) });
  const sent = await post(`${url}/gifts`, { shipTo, sku: FULFILLMENT_SKU });
  assert.deepEqual([sent.status, sent.body.kind], [201, "ordered"]);
  const { orderId } = sent.body;

  assert.equal((await api.cancelOrder({ body: { orderId } })).status, 201);
  for await (const [{ status }] of changes) if (status === "CANCELLED") break;
  assert.deepEqual(await (await fetch(`${url}/gifts`)).json(), [
    { orderId, status: "CANCELLED", trackingNumber: null },
  ]);

  const missed = new GiftLedger();
  missed.note({ orderId, status: "AWAITING_SHIPMENT", trackingNumber: null });
  assert.equal(await reconcile(api, missed), 1);
  assert.deepEqual(missed.all(), ledger.all());

  const second = await api.cancelOrder({ body: { orderId } });
  assert.equal(second.status, 400);
});

test("an error of the service keeps its message", { skip }, async (context) => {
  const api = connect({ baseUrl: FULFILLMENT_URL, apiKey: FULFILLMENT_API_KEY });
  const app = createApp({ api, campaignId: FULFILLMENT_CAMPAIGN, ledger: new GiftLedger(), secret: () => "none" });
  await once(app.listen(0, "127.0.0.1"), "listening");
  context.after(() => app.close());
  const address = app.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/gifts`;

  const unknown = await post(url, { shipTo, sku: "NO-SUCH-SKU" });
  assert.equal(unknown.status, 422);
  assert.match(String(unknown.body.reasons), /Unknown SKU/);
  const wrong = await post(url, { shipTo: { ...shipTo, email: "mara" }, sku: FULFILLMENT_SKU });
  assert.match(String(wrong.body.reasons), /shipTo\.email/);
});

const told = z.object({
  kind: z.string().default(""),
  orderId: z.string().default(""),
  reasons: z.array(z.string()).default([]),
});

async function post(url: string, gift: object): Promise<{ status: number; body: z.infer<typeof told> }> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(gift) });
  return { status: response.status, body: told.parse(await response.json()) };
}
