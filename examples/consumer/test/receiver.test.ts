// Webhooks to the receiver, made of the API's own examples: no service needed.
import assert from "node:assert/strict";
import test from "node:test";
import { createDelivery } from "@fulfillment/webhooks/testing";
import { GiftLedger } from "../src/gift-ledger.ts";
import { createReceiver } from "../src/receiver.ts";

const secret = "whsec_of_the_tests";

async function deliver(
  receiver: ReturnType<typeof createReceiver>,
  name: "order.shipped" | "order.delivered",
  by = secret,
): Promise<number> {
  const status = name === "order.shipped" ? "SHIPPED" : "DELIVERED";
  const delivery = await createDelivery(name, { secret: by, data: { orderId: "ord_1", status, trackingNumber: "1Z" } });
  return (await receiver(delivery.toRequest("http://localhost/hook"))).status;
}

test("an event that comes twice is taken down once", async () => {
  const ledger = new GiftLedger();
  const changes: string[] = [];
  ledger.on("changed", ({ status }) => changes.push(status));
  const receiver = createReceiver(() => secret, ledger);
  assert.deepEqual([await deliver(receiver, "order.shipped"), await deliver(receiver, "order.shipped")], [200, 200]);
  assert.deepEqual(changes, ["SHIPPED"]);
});

test("events that overtake each other do not turn back what is known", async () => {
  const ledger = new GiftLedger();
  const receiver = createReceiver(() => secret, ledger);
  await deliver(receiver, "order.delivered");
  await deliver(receiver, "order.shipped");
  assert.deepEqual(
    ledger.all().map(({ status }) => status),
    ["DELIVERED"],
  );
});

test("a delivery that was signed with another secret is refused", async (context) => {
  context.mock.method(console, "error", () => {});
  const ledger = new GiftLedger();
  assert.equal(
    await deliver(
      createReceiver(() => secret, ledger),
      "order.shipped",
      "whsec_of_somebody_else",
    ),
    401,
  );
  assert.deepEqual(ledger.all(), []);
});
