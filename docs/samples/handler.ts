// Handles one event with the webhook kit. Pages of events show it with their own event in place of this one.
import { createServer } from "node:http";
import { createWebhookHandler } from "@fulfillment/webhooks";

const handler = createWebhookHandler({
  secret: () => process.env["WEBHOOK_SECRET"] ?? "",
  on: {
    "order.created": async ({ data }) => {
      // Do the work later: the delivery is attempted once,
      // and has to be accepted within ten seconds.
      console.log(data);
    },
  },
});

createServer(handler.node).listen(4000);
