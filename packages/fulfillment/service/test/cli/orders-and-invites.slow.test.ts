// `fulfillment orders` and `invites` beside a running service: what becomes of the order, and the event that the service delivers.

import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServer } from "../../../../../generators/test/local-server.ts";
import { fulfillment, inProcess, newDirectory, printed, type Serving, startServing } from "./command-line.ts";

const directory = newDirectory();
const data = ["--data", directory.path];
const command = (...words: string[]) => inProcess([...words, ...data]);

let service: Serving;
let campaignId: string;
let apiKey: string;
/** What the service delivered since the test began. */
let events: unknown[] = [];

const receiver = await startServer((request, response) => {
  json(request).then(
    (event) => {
      events.push(event);
      response.writeHead(200).end();
    },
    () => response.writeHead(400).end(),
  );
});

beforeAll(async () => {
  service = await startServing([...data, "--allow-private-webhook-targets"]);
  const seeded = printed(await command("seed", "--account", "demo", "--json"));
  campaignId = String(seeded["campaignId"]);
  apiKey = String(seeded["apiKey"]);
  const names = ["order.created", "order.shipped", "order.delivered", "order.returned"];
  const invites = ["invite.viewed", "invite.cart_updated", "invite.redeemed"];
  const subscription = { url: `${receiver.url}/`, events: [...names, ...invites] };
  expect((await post("/v1/webhooks", subscription)).status).toBe(201);
});

beforeEach(() => {
  events = [];
});

afterAll(async () => {
  await service.end();
  await receiver.close();
  directory.remove();
});

function post(path: string, body: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  return fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function orderOf(id: unknown): Promise<unknown> {
  const response = await fetch(`${service.url}/v1/orders/${id}`, { headers: { Authorization: `Bearer ${apiKey}` } });
  return await response.json();
}

async function newOrder(): Promise<string> {
  const shipTo = {
    firstName: "M",
    lastName: "L",
    email: "m@example.com",
    street1: "1",
    city: "P",
    state: "OR",
    zip: "9",
  };
  const response = await post("/v1/orders/create", {
    campaignId,
    shipTo,
    products: [{ sku: "MUG-OAT-350", quantity: 2 }],
  });
  const { orderId }: { orderId: string } = JSON.parse(await response.text());
  await delivered("order.created");
  return orderId;
}

/** The data of the event, once it has arrived. */
async function delivered(name: string): Promise<unknown> {
  let data: unknown;
  await expect
    .poll(() => {
      data = events.map((event) => Object(event)).find((event) => event.event === name)?.data;
      return data;
    })
    .toBeDefined();
  return data;
}

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe("an order", () => {
  test("is shipped, delivered and returned", async () => {
    const id = await newOrder();
    const shipment = ["--carrier", "ups", "--tracking", "1Z54W8790342616817", "--estimated-delivery", "2031-01-02"];
    const ship = await fulfillment(["orders", "ship", id, ...shipment, ...data]);
    expect(ship).toEqual({ code: 0, out: `{"orderId":"${id}","status":"SHIPPED"}\n`, err: "" });
    const shipped = await delivered("order.shipped");
    const carried = { trackingNumber: "1Z54W8790342616817", carrierCode: "ups" };
    expect(shipped).toMatchObject({
      orderId: id,
      status: "SHIPPED",
      ...carried,
      shipDate: expect.stringMatching(time),
    });
    expect(await orderOf(id)).toMatchObject({
      status: "SHIPPED",
      ...carried,
      shipDate: expect.stringMatching(time),
      lastTrackingUpdate: expect.stringMatching(time),
      estimatedDelivery: "2031-01-02T00:00:00.000Z",
      deliveredAt: null,
      deliveryLocation: null,
      deliveryDescription: null,
    });

    const report = ["--location", "Portland, OR", "--description", "Left at the front door"];
    expect(printed(await command("orders", "deliver", id, ...report))).toEqual({ orderId: id, status: "DELIVERED" });
    expect(await delivered("order.delivered")).toMatchObject({ orderId: id, status: "DELIVERED", ...carried });
    const arrived = {
      deliveredAt: expect.stringMatching(time),
      deliveryLocation: "Portland, OR",
      deliveryDescription: "Left at the front door",
    };
    expect(await orderOf(id)).toMatchObject({ status: "DELIVERED", ...arrived });

    expect(printed(await command("orders", "return", id))).toEqual({ orderId: id, status: "RETURNED" });
    expect(await delivered("order.returned")).toMatchObject({ orderId: id, status: "RETURNED" });
    expect(await orderOf(id)).toMatchObject({ status: "RETURNED", allocationStatus: "RESTOCKED", ...arrived });
  });

  test("is refused what its status does not allow", async () => {
    const id = await newOrder();
    const ship = ["ship", id, "--carrier", "ups", "--tracking", "1Z"];
    const refusal = (what: string, status: string) => ({
      code: 1,
      out: "",
      err: `fulfillment: order ${id} cannot be ${what}: its status is ${status}\n`,
    });
    expect(await fulfillment(["orders", "deliver", id, ...data])).toEqual(refusal("delivered", "AWAITING_SHIPMENT"));
    expect(await command("orders", "return", id)).toEqual(refusal("returned", "AWAITING_SHIPMENT"));
    expect((await post("/v1/orders/cancel", { orderId: id })).status).toBe(201);
    expect(await command("orders", ...ship)).toEqual(refusal("shipped", "CANCELLED"));
    expect(await orderOf(id)).toMatchObject({ status: "CANCELLED", carrierCode: null, trackingNumber: null });
  });

  test("that does not exist is named", async () => {
    const unknown = { code: 1, out: "", err: "fulfillment: order ord_1 not found\n" };
    expect(await command("orders", "ship", "ord_1", "--carrier", "ups", "--tracking", "1Z")).toEqual(unknown);
    expect(await command("orders", "deliver", "ord_1")).toEqual(unknown);
    expect(await command("orders", "return", "ord_1")).toEqual(unknown);
  });
});

describe("an invite", () => {
  /** Of a new seed: the first one has a recipient, the third one has none. */
  async function newInvites(): Promise<string[]> {
    const { inviteIds } = printed(await command("seed", "--account", "demo", "--json"));
    return Array.isArray(inviteIds) ? inviteIds.map(String) : [];
  }

  test("is viewed, filled and redeemed", async () => {
    const [id = ""] = await newInvites();
    const who = { inviteId: id, email: "jonas.pereira@example.com", campaignId };
    const viewed = await fulfillment(["invites", "view", id, "--page", "welcome", ...data]);
    expect(printed(viewed)).toEqual({ ...who, inviteNumber: "I-2201" });
    expect(await delivered("invite.viewed")).toMatchObject({ ...who, eventDetails: { page: "welcome" } });

    const cart = ["invites", "cart", id, "--action"];
    const first = printed(await command(...cart, "add", "--sku", "TEE-NVY-M", "--quantity", "2"));
    expect(first).toEqual({ inviteId: id, cart: [{ sku: "TEE-NVY-M", quantity: 2 }] });
    const items = [{ sku: "TEE-NVY-M", quantity: 2 }];
    const details = { eventType: "CART_ADD", page: "redeem", cartItems: items };
    expect(await delivered("invite.cart_updated")).toMatchObject({ ...who, eventDetails: details });
    printed(await command(...cart, "update", "--sku", "TEE-NVY-M", "--quantity", "5", "--page", "cart"));
    printed(await command(...cart, "add", "--sku", "MUG-OAT-350", "--quantity", "1"));
    const last = printed(await command(...cart, "remove", "--sku", "MUG-OAT-350"));
    expect(last).toEqual({ inviteId: id, cart: [{ sku: "TEE-NVY-M", quantity: 5 }] });

    const redeemed = printed(await command("invites", "redeem", id, "--first-name", "Ines", "--zip", "43201"));
    expect(redeemed).toEqual({ inviteId: id, orderId: expect.any(String), status: "AWAITING_SHIPMENT" });
    expect(await delivered("invite.redeemed")).toMatchObject({
      ...who,
      eventDetails: { eventType: "ORDER_COMPLETE", cartItems: [{ sku: "TEE-NVY-M", quantity: 5 }] },
    });
    expect(await delivered("order.created")).toMatchObject({ orderId: redeemed["orderId"] });
    expect(await orderOf(redeemed["orderId"])).toMatchObject({
      orderSource: "REDEEM_PAGE",
      recipient: { firstName: "Ines", lastName: "Pereira", postalCode: "43201" },
      products: [{ sku: "TEE-NVY-M", quantity: 5 }],
    });

    const over = { code: 1, out: "", err: `fulfillment: invite ${id} has already been redeemed\n` };
    expect(await command("invites", "view", id)).toEqual(over);
    expect(await command(...cart, "add", "--sku", "TEE-NVY-M", "--quantity", "1")).toEqual(over);
    expect(await command("invites", "redeem", id)).toEqual(over);
  });

  test("is redeemed with several products at once, also without a recipient", async () => {
    const ids = await newInvites();
    const unaddressed: string[] = [];
    for (const id of ids) {
      const { email, inviteNumber } = printed(await command("invites", "view", id));
      if (email === null && inviteNumber === null) unaddressed.push(id);
    }
    expect(unaddressed).toHaveLength(1);
    const lines = ["--sku", "TEE-NVY-M", "--quantity", "3", "--sku", "MUG-OAT-350", "--quantity", "1"];
    const { orderId } = printed(await command("invites", "redeem", ...unaddressed, ...lines));
    expect(await orderOf(orderId)).toMatchObject({
      products: [
        { sku: "TEE-NVY-M", quantity: 3 },
        { sku: "MUG-OAT-350", quantity: 1 },
      ],
    });
  });

  test("is refused what cannot be", async () => {
    const [id = ""] = await newInvites();
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [["view", "inv_1"], "invite inv_1 not found"],
      [["cart", "inv_1", "--action", "add", "--sku", "TEE-NVY-M", "--quantity", "1"], "invite inv_1 not found"],
      [["redeem", "inv_1"], "invite inv_1 not found"],
      [["redeem", id], `the cart of invite ${id} is empty: add a product with --sku and --quantity`],
      [
        ["redeem", id, "--sku", "NOPE", "--quantity", "1"],
        `invite ${id} cannot be redeemed: products.0.sku: Unknown SKU`,
      ],
      [["cart", id, "--action", "add", "--sku", "NOPE", "--quantity", "1"], "product NOPE not found"],
      [["cart", id, "--action", "remove", "--sku", "NOPE"], `NOPE is not in the cart of invite ${id}`],
    ];
    for (const [words, reason] of refusals) {
      expect(await command("invites", ...words)).toEqual({ code: 1, out: "", err: `fulfillment: ${reason}\n` });
    }
  });
});
