// Turns spec/ into the generated part of this package: `waybill sdk update`, which `pnpm generate` runs. What has no `.gen.` in its name is
// written by hand: the class, its errors, and calls that are made of several requests.

import sdk, { userAgentOf } from "@waybill/sdk";
import { type Config, defineConfig, type SampleClient } from "waybill";
import manifest from "./package.json" with { type: "json" };

const options = `{
  apiKey: process.env["API_KEY"] ?? "",
  baseUrl: process.env["BASE_URL"] ?? "",
}`;

/** How the samples of the docs call the client that users install. */
const sampleClient: SampleClient = {
  setup: `import { FulfillmentClient } from "@fulfillment/client";\n\nconst client = new FulfillmentClient(${options});`,
  calls: {
    checkAuth: "client.auth.check()",
    listOrders: "client.orders.list({query})",
    listWarehouses: "client.orders.warehouses()",
    getOrder: "client.orders.get({path.orderId})",
    createOrder: "client.orders.create({body})",
    cancelOrder: "client.orders.cancel({body.orderId})",
    listWebhookEvents: "client.webhooks.events()",
    listWebhooks: "client.webhooks.list()",
    createWebhook: "client.webhooks.create({body})",
    updateWebhook: "client.webhooks.update({path.id}, {body})",
    deleteWebhook: "client.webhooks.delete({path.id})",
    testWebhook: "client.webhooks.test({path.id})",
    rotateWebhookSecret: "client.webhooks.rotateSecret({path.id})",
    listProducts: "client.products.list({query})",
    listInventory: "client.inventory.list({query})",
    createContact: "client.contacts.create({body})",
    "*": {
      setup: `import { createSend, operations } from "@fulfillment/client";\n\nconst send = createSend(${options});`,
      call: "send(operations.{name}, {request})",
      show: "response.status",
    },
  },
};

const config: Config = defineConfig({
  command: "pnpm generate",
  apis: {
    fulfillment: {
      openapi: "../../../spec/openapi.yaml",
      asyncapi: "../../../spec/asyncapi.yaml",
      out: "src/generated",
      targets: [
        "types",
        "client",
        sdk.with({ name: "FulfillmentApi", userAgent: userAgentOf(manifest) }),
        { target: "samples", client: sampleClient },
      ],
      extras: "more",
      tsNocheck: false,
    },
  },
});

export default config;
