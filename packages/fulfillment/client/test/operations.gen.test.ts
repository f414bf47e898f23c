// Written by waybill sdk. Do not edit: run `waybill sdk update`.
// Every operation is called once: the mock server validates the request, and the response is as described.
import { after, before, test } from "node:test";
import { type Client, createClient, type PatientCallOptions, fulfillmentApiSend } from "../src/index.ts";
import { credentials, expectSuccess, type Mock, startMock } from "./mock.gen.ts";

let mock: Mock;
let client: Client<PatientCallOptions>;
before(async () => {
  mock = await startMock();
  client = createClient(fulfillmentApiSend({ baseUrl: mock.address, credentials, retries: 0 }));
});
after(() => mock.stop());

test("checkAuth", (t) => expectSuccess(t, () => client.checkAuth()));

test("checkAuthPut", (t) => expectSuccess(t, () => client.checkAuthPut()));

test("checkAuthPost", (t) => expectSuccess(t, () => client.checkAuthPost()));

test("checkAuthDelete", (t) => expectSuccess(t, () => client.checkAuthDelete()));

test("checkAuthOptions", (t) => expectSuccess(t, () => client.checkAuthOptions()));

test("checkAuthHead", (t) => expectSuccess(t, () => client.checkAuthHead()));

test("checkAuthPatch", (t) => expectSuccess(t, () => client.checkAuthPatch()));

test("checkAuthTrace", { skip: "fetch does not send TRACE" }, () => {});

test("listOrders", (t) => expectSuccess(t, () => client.listOrders({ query: { campaignId: "cmp_01K8Z3V5WD6H", orderStatus: "SHIPPED" } })));

test("listWarehouses", (t) => expectSuccess(t, () => client.listWarehouses()));

test("getOrder", (t) => expectSuccess(t, () => client.getOrder({ path: { orderId: "ord_01K94X7Q2MTE" } })));

test("createOrder", (t) => expectSuccess(t, () => client.createOrder({
  body: {
    campaignId: "cmp_01K8Z3V5WD6H",
    shipTo: {
      firstName: "Mara",
      lastName: "Lindqvist",
      email: "mara.lindqvist@example.com",
      phone: "+1 503 555 0142",
      street1: "418 Juniper Lane",
      street2: "Apt 5",
      city: "Portland",
      state: "OR",
      zip: "97205",
    },
    products: [
      { sku: "MUG-OAT-350", quantity: 2 },
      { sku: "TEE-NVY-M", quantity: 1 },
    ],
    warehouseId: "wh_01K7Q4D9E2RB",
    createContactRecord: true,
  },
})));

test("cancelOrder", (t) => expectSuccess(t, () => client.cancelOrder({ body: { orderId: "ord_01K95B0F7JNP" } })));

test("listWebhookEvents", (t) => expectSuccess(t, () => client.listWebhookEvents()));

test("listWebhooks", (t) => expectSuccess(t, () => client.listWebhooks()));

test("createWebhook", (t) => expectSuccess(t, () => client.createWebhook({
  body: {
    url: "https://hooks.example.com/waybill",
    events: ["order.created", "order.shipped", "order.cancelled"],
  },
})));

test("updateWebhook", (t) => expectSuccess(t, () => client.updateWebhook({
  path: { id: "sub_01K92GZC8RNA" },
  body: {
    events: [
      "order.created",
      "order.shipped",
      "order.delivered",
      "order.cancelled",
      "order.returned",
      "invite.viewed",
      "invite.cart_updated",
      "invite.redeemed",
    ],
  },
})));

test("deleteWebhook", (t) => expectSuccess(t, () => client.deleteWebhook({ path: { id: "sub_01K92GZC8RNA" } })));

test("testWebhook", (t) => expectSuccess(t, () => client.testWebhook({ path: { id: "sub_01K92GZC8RNA" } })));

test("rotateWebhookSecret", (t) => expectSuccess(t, () => client.rotateWebhookSecret({ path: { id: "sub_01K92GZC8RNA" } })));

test("listProducts", (t) => expectSuccess(t, () => client.listProducts()));

test("listInventory", (t) => expectSuccess(t, () => client.listInventory()));

test("createContact", (t) => expectSuccess(t, () => client.createContact({
  body: {
    campaignId: "cmp_01K8Z3V5WD6H",
    firstName: "Mara",
    lastName: "Lindqvist",
    email: "mara.lindqvist@example.com",
  },
})));
