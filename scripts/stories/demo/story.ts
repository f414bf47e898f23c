// `pnpm stories demo`: the whole story in one terminal. Subscribe, order, ship, deliver, return; every delivery is verified.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { call, orderBody, seed, subscribe } from "../harness/account.ts";
import { fulfillment, serve } from "../harness/fulfillment.ts";
import { type Delivery, startReceiver } from "../harness/receiver.ts";

const directory = mkdtempSync(join(tmpdir(), "fulfillment-demo-"));
const storage = ["--data", directory];
const service = await serve(
  [...storage, "--port", "0", "--allow-private-webhook-targets", "--metrics-port", "0"],
  "ignore",
);
const receiver = await startReceiver(show);

try {
  const account = await seed("demo", storage);
  say(`The service listens on ${service.url}, the receiver on ${receiver.url}.`);

  say("POST /v1/webhooks: all events, please");
  receiver.secret = await subscribe(service.url, account, receiver.url);

  say("POST /v1/orders/create");
  const created = z
    .object({ orderId: z.string() })
    .parse(await call(`${service.url}/v1/orders/create`, account, orderBody(account)));
  const { orderId } = created;
  await receiver.next("order.created");

  await command("order.shipped", "orders", "ship", orderId, "--carrier", "ups", "--tracking", "1Z54W8790342616817");
  await command("order.delivered", "orders", "deliver", orderId);
  await command("order.returned", "orders", "return", orderId);

  const [inviteId = ""] = account.inviteIds;
  const [sku = ""] = account.skus;
  await command("invite.viewed", "invites", "view", inviteId);
  await command("invite.cart_updated", "invites", "cart", inviteId, "--action", "add", "--sku", sku, "--quantity", "1");
  await command("invite.redeemed", "invites", "redeem", inviteId, "--sku", sku, "--quantity", "1");
  await receiver.next("order.created");

  say("GET /v1/orders/{orderId}");
  const order = z
    .object({ status: z.string(), trackingNumber: z.string() })
    .parse(await call(`${service.url}/v1/orders/${orderId}`, account));
  console.log(`  ${order.status}, tracking number ${order.trackingNumber}`);
} finally {
  receiver.close();
  await service.stop();
  rmSync(directory, { recursive: true });
}
say("Every delivery verified.");

/** Runs what the warehouse, the carrier or a recipient does, and waits for the resulting event. */
async function command(event: string, ...parameters: string[]): Promise<void> {
  say(`fulfillment ${parameters.join(" ")}`);
  await fulfillment(...parameters, ...storage);
  await receiver.next(event);
}

/** A delivery that does not verify ends the story where it is awaited. */
function show(delivery: Delivery): void {
  if ("event" in delivery) console.log(`  verified  ${delivery.event.event}  ${JSON.stringify(delivery.event)}`);
  else console.log(`  NOT VERIFIED  ${String(delivery.error)}`);
}

function say(text: string): void {
  console.log(`\n${text}`);
}
