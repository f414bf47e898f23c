// Turns spec/ into the generated part of packages/: `pnpm generate`.
import { type Config, defineConfig, type SampleClient } from "./generators/src/entries/index.ts";
import mocks from "./packages/waybill/mocks/src/index.ts";
import tanstackQuery from "./packages/waybill/tanstack-query/src/index.ts";

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

const portalApi = "packages/fulfillment/portal-api/src";

const config: Config = defineConfig({
  command: "pnpm generate",
  apis: {
    fulfillment: {
      openapi: "spec/openapi.yaml",
      asyncapi: "spec/asyncapi.yaml",
      changeset: { base: "spec/releases" },
      // This code is what the repository is about: its own compiler checks it with everything else.
      tsNocheck: false,
      targets: [
        { target: "types", out: "packages/fulfillment/types/src", import: "@fulfillment/types" },
        { target: "zod", out: "packages/fulfillment/validators/src", import: "@fulfillment/validators" },
        { target: "server", out: "packages/fulfillment/server/src", import: "@fulfillment/server" },
        { target: "client", out: "packages/fulfillment/client/src", import: "@fulfillment/client" },
        // Its handler and its errors have this API's own words: they are written by hand around the generated parts.
        {
          target: "webhooks",
          out: "packages/fulfillment/webhooks/src",
          import: "@fulfillment/webhooks",
          receiver: "parts",
        },
        { target: "samples", out: "docs/samples", client: sampleClient },
      ],
    },
    // The customer portal is no part of /v1. The service and the pages share what both need.
    portal: {
      openapi: "spec/portal/openapi.yaml",
      out: "packages/fulfillment/portal/src/generated",
      tsNocheck: false,
      // Nothing of it is published alone, so what does not depend on the description exists once.
      runtime: "package",
      targets: [
        { target: "types", out: `${portalApi}/types`, import: "@fulfillment/portal-api/types" },
        { target: "zod", out: `${portalApi}/validators`, import: "@fulfillment/portal-api/validators" },
        { target: "server", out: `${portalApi}/server`, import: "@fulfillment/portal-api/server" },
        "client",
        tanstackQuery.with({ scope: "portal" }),
        mocks,
      ],
    },
  },
});

export default config;
