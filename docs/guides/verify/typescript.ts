// Receives webhooks with the webhook kit: WEBHOOK_SECRET=whsec_… node typescript.ts
import { createServer } from "node:http";
import { createWebhookHandler } from "@fulfillment/webhooks";

const handler = createWebhookHandler({
  secret: () => process.env["WEBHOOK_SECRET"] ?? "",
  on: {
    "order.created": ({ data }) => console.log("order.created", data.orderId),
    "order.shipped": ({ data }) => console.log("order.shipped", data.orderId, data.trackingNumber),
    "webhook.test": ({ data }) => console.log("webhook.test", data.message),
  },
});

createServer(handler.node).listen(Number(process.env["PORT"] ?? 4000), "127.0.0.1");
