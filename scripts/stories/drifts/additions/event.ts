// An event that the API might gain: every hand edit it takes, and the tests that it must leave green.
import type { Addition } from "./addition.ts";

const message = `name: order.held
title: Order held
summary: An order is waiting for stock.
description: >-
  Fires when an order is held back because its products are out of stock. It has not been shipped, so
  tracking number, carrier and ship date are \`null\`.
contentType: application/json
headers:
  allOf:
    - $ref: ../schemas/webhook-headers.yaml
    - type: object
      properties:
        X-Webhook-Event:
          type: string
          const: order.held
payload:
  title: Order held event
  description: An order is held back.
  type: object
  required: [event, data]
  properties:
    event:
      type: string
      const: order.held
      description: Distinguishes this event from the others.
    data:
      $ref: ../schemas/unshipped-order-event-data.yaml
examples:
  - $ref: ../examples/messages/order-held.json
`;

const example = `{
  "name": "order-held",
  "summary": "An order is waiting for stock",
  "headers": {
    "Content-Type": "application/json",
    "X-Webhook-Signature": "",
    "X-Webhook-Timestamp": "1762177622",
    "X-Webhook-Event": "order.held"
  },
  "payload": {
    "event": "order.held",
    "data": {
      "orderId": "ord_01K95B0F7JNP",
      "orderNumber": "W-10483",
      "status": "AWAITING_SHIPMENT",
      "campaignId": "cmp_01K8Z3V5WD6H",
      "trackingNumber": null,
      "carrierCode": null,
      "shipDate": null,
      "products": [{ "sku": "MUG-OAT-350", "quantity": 1 }]
    }
  }
}
`;

const makers = "packages/fulfillment/service/src/domain/events.ts";

export const event: Addition = {
  id: "new-event",
  what: "an event",
  spec: [
    { file: "spec/messages/order-held.yaml", content: message },
    { file: "spec/examples/messages/order-held.json", content: example },
    {
      file: "spec/asyncapi.yaml",
      from: "      inviteViewed: {",
      to: "      orderHeld: { $ref: messages/order-held.yaml }\n      inviteViewed: {",
    },
  ],
  asks: [makers],
  code: [
    { file: makers, from: '  "order.returned": Order;\n', to: '  "order.returned": Order;\n  "order.held": Order;\n' },
    {
      file: makers,
      from: '  "order.returned": (order)',
      to: '  "order.held": (order) => ({ event: "order.held", data: unshipped(order) }),\n  "order.returned": (order)',
    },
  ],
  tests: [
    "packages/fulfillment/service/test/contract/deliveries.test.ts",
    "packages/fulfillment/service/test/contract/webhooks.test.ts",
    "packages/fulfillment/service/test/cli/webhooks.test.ts",
  ],
  limit: { spec: 3, code: 1 },
};
