// What both documents speak of is the same thing in both; and in a copy with one thing broken it is not.

import { changed, set, spec, verify } from "./broken-copies.ts";
import { checkEventNames, checkNamedHeaders, checkOrderEvents, checkRefusals } from "./check-shared.ts";
import { brokenText } from "./description.ts";

verify("an order event tells of an order what the order does", checkOrderEvents, {
  "another type": {
    broken: changed("schemas/order-event-data.yaml", ["properties", "shipDate"], (it) => delete it["format"]),
    problem: "schemas/order-event-data.yaml: shipDate is not as in schemas/order.yaml",
  },
  "another type in the order": {
    broken: changed("schemas/order.yaml", ["properties", "campaignId"], (it) => set(it, "type", "integer")),
    problem: "schemas/order-event-data.yaml: campaignId is not as in schemas/order.yaml",
  },
  "another type of a line": {
    broken: changed("schemas/order-product.yaml", ["properties", "quantity"], (it) => set(it, "type", "number")),
    problem: "schemas/order-event-data.yaml: products is not as in schemas/order.yaml",
  },
  "a member under another name": {
    broken: brokenText(spec, "schemas/order-event-data.yaml", (text) => text.replace("  carrierCode:", "  carrier:")),
    problem: "schemas/order-event-data.yaml: the order has no carrier",
  },
  "statuses of its own": {
    broken: changed("schemas/order-event-data.yaml", ["properties"], (it) => set(it, "status", { type: "string" })),
    problem: "schemas/order-event-data.yaml: status is not as in schemas/order.yaml",
  },
  "null where the order has a value": {
    broken: changed("schemas/order.yaml", ["properties", "shipDate"], (it) => set(it, "type", "string")),
    problem: "schemas/unshipped-order-event-data.yaml: shipDate is not as in schemas/order.yaml",
  },
  "a member that events before shipment lack": {
    broken: changed("schemas/unshipped-order-event-data.yaml", ["properties"], (it) => delete it["orderNumber"]),
    problem: "schemas/unshipped-order-event-data.yaml has no orderNumber",
  },
});

verify("a message, its payload and its headers have one name", checkEventNames, {
  "a payload of another name": {
    broken: brokenText(spec, "schemas/order-shipped-event.yaml", (text) => text.replace("order.shipped", "order.sent")),
    problem: "orderShipped: event is not order.shipped",
  },
  "a header of another name": {
    broken: brokenText(spec, "messages/order-shipped.yaml", (text) =>
      text.replace("const: order.shipped", "const: order"),
    ),
    problem: "orderShipped: X-Webhook-Event is not order.shipped",
  },
  "a list of its own": {
    broken: changed("schemas/webhook-events.yaml", [], (it) => set(it, "items", { enum: ["order.created"] })),
    problem: "schemas/webhook-events.yaml lists event names: refer to schemas/webhook-event-name.yaml",
  },
});

verify("headers that extensions name are described", checkNamedHeaders, {
  "a rate-limit header under another name": {
    broken: brokenText(spec, "openapi.yaml", (text) =>
      text.replace("secondsUntilReset: RateLimit-Reset", "secondsUntilReset: Reset"),
    ),
    problem: "x-waybill-rate-limit: no header is called Reset",
  },
  "a header that reports nothing": {
    broken: brokenText(spec, "openapi.yaml", (text) =>
      text.replace("resetTimestamp: X-RateLimit-Reset", "resetTimestamp: RateLimit-Reset"),
    ),
    problem: "x-waybill-rate-limit does not say what X-RateLimit-Reset reports",
  },
  "a signed header that no delivery has": {
    broken: brokenText(spec, "asyncapi.yaml", (text) =>
      text.replace("- header: X-Webhook-Timestamp", "- header: X-Webhook-Time"),
    ),
    problem: "x-waybill-signature: no delivery has X-Webhook-Time",
  },
});

verify("refusals are what extensions say they are", checkRefusals, {
  "another text for a bad key": {
    broken: brokenText(spec, "openapi.yaml", (text) =>
      text.replace("          body: Unauthorized", "          body: Forbidden"),
    ),
    problem: "checkAuth does not respond to a bad key as x-waybill-api-key says",
  },
  "another status for a spent budget": {
    broken: brokenText(spec, "openapi.yaml", (text) => text.replace("exceededStatus: 429", "exceededStatus: 503")),
    problem: "checkAuth has no 503",
  },
});
