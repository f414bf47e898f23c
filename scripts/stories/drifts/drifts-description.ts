// Drifts within the description: between its two documents, its examples, its extensions and its workflows.
import type { Drift } from "./drift.ts";

export const descriptionDrifts: readonly Drift[] = [
  {
    id: "versions-differ",
    what: "the two documents have different versions",
    edits: [
      {
        file: "spec/asyncapi.yaml",
        from: "asyncapi: 3.0.0\ninfo:\n  title: Fulfillment Webhook Deliveries\n  version: ",
        to: "asyncapi: 3.0.0\ninfo:\n  title: Fulfillment Webhook Deliveries\n  version: 7",
      },
    ],
    guard: ["check", "description"],
    says: /spec\/asyncapi\.yaml:\d+:\d+ warning different-versions: [\s\S]*see spec\/openapi\.yaml:\d+:\d+/,
  },
  {
    id: "shared-schema-forked",
    what: "the documents have a schema of one name, each its own",
    edits: [
      {
        file: "spec/asyncapi.yaml",
        from: "    OrderStatus:\n      $ref: schemas/order-status.yaml\n",
        to: "    OrderStatus:\n      type: string\n",
      },
    ],
    guard: ["check", "description"],
    says: /spec\/asyncapi\.yaml:\d+:\d+ error (?:conflicting-schema-name|name-clash): /,
  },
  {
    id: "shared-field-differs",
    what: "an order event tells something else of an order than the order does",
    edits: [
      {
        file: "spec/schemas/order-event-data.yaml",
        from: '  shipDate:\n    type: [string, "null"]\n    format: date-time\n',
        to: '  shipDate:\n    type: [string, "null"]\n',
      },
    ],
    guard: ["test", "spec/test/shared.test.ts"],
    says: /schemas\/order-event-data\.yaml: shipDate is not as in schemas\/order\.yaml/,
  },
  {
    id: "event-without-message",
    what: "an event can be subscribed to that is no message",
    edits: [
      { file: "spec/messages/order-returned.yaml", from: "name: order.returned\n", to: "name: order.sent_back\n" },
    ],
    guard: ["test", "spec/test/description.test.ts"],
    says: /no message is called order\.returned/,
  },
  {
    id: "event-names-stale",
    what: "the events of OpenAPI are not the messages of AsyncAPI",
    edits: [{ file: "spec/schemas/webhook-event-name.yaml", from: "  - order.returned\n", to: "" }],
    guard: ["check", "derived"],
    says: /spec\/schemas\/webhook-event-name\.yaml:\d+ is out of date/,
  },
  {
    id: "example-contradicts-schema",
    what: "an example lacks a field that its schema requires",
    edits: [{ file: "spec/examples/orders/create-order.201.json", from: '"status"', to: '"state"' }],
    guard: ["check", "description"],
    says: /spec\/examples\/orders\/create-order\.201\.json:\d+:\d+ error invalid-example: /,
  },
  {
    id: "signature-wrong",
    what: "an example of a delivery has a signature of other bytes",
    edits: [{ file: "spec/examples/messages/order-shipped.json", from: "sha256=", to: "sha256=0" }],
    guard: ["test", "spec/test/description.test.ts"],
    says: /messages\/order-shipped\.json X-Webhook-Signature is not/,
  },
  {
    id: "stated-fact-lost",
    what: "the description loses a bound that the requirements state",
    edits: [{ file: "spec/schemas/ship-to.yaml", from: "    maxLength: 254\n", to: "" }],
    guard: ["test", "spec/test/facts/facts.test.ts", "the description states"],
    says: /the description states > a fact of the requirements: POST \/v1\/orders\/create[\s\S]*- +"email": "e-mail, at most 254 characters"/,
  },
  {
    id: "workflow-names-no-operation",
    what: "a workflow calls an operation that there is not",
    edits: [
      {
        file: "spec/workflows/cancel-order.arazzo.yaml",
        from: "operationId: createOrder\n",
        to: "operationId: placeOrder\n",
      },
    ],
    guard: ["test", "spec/test/workflows.test.ts"],
    says: /workflows\/cancel-order\.arazzo\.yaml cancelOrder\/placeOrder: there is no operation placeOrder/,
  },
];
