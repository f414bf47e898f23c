// Drifts between the description and what runs: the service, its deliveries, the client.
import type { Drift } from "./drift.ts";

const served: Drift["guard"] = ["test", "packages/fulfillment/service/test/contract/routes.test.ts"];
const orders: Drift["guard"] = ["test", "packages/fulfillment/service/test/contract/orders.test.ts"];
const deliveries: Drift["guard"] = [
  "test",
  "packages/fulfillment/service/test/contract/deliveries.test.ts",
  "the life of an order",
];

const ledger: Drift["guard"] = ["test", "packages/fulfillment/service/test/conformance/ledger.slow.test.ts"];

const noContacts = {
  file: "packages/fulfillment/service/src/api/api.ts",
  from: "    ...createContactHandlers(database, parts),\n",
  to: "",
};

const newOperation = {
  file: "spec/paths/orders.yaml",
  from: "    operationId: listWarehouses\n",
  to: "    operationId: listDepots\n",
};

export const serviceDrifts: readonly Drift[] = [
  {
    id: "operation-without-handler",
    what: "the description has an operation, the code follows, and no handler serves it",
    edits: [newOperation],
    generates: true,
    guard: ["check", "types"],
    says: /packages\/fulfillment\/service\/src\/api\/api\.ts[\s\S]*listDepots/,
  },
  {
    id: "handler-missing",
    what: "a handler goes, and the types are silenced",
    edits: [noContacts],
    guard: served,
    says: /POST \/v1\/contacts\/create has no handler/,
  },
  {
    id: "route-dropped",
    what: "the service does not route an operation any more",
    edits: [
      {
        file: "packages/fulfillment/service/src/operation/service.ts",
        from: "wrapped(routes, parts.routes)",
        to: 'wrapped(routes, parts.routes).filter(({ operationId }) => operationId !== "cancelOrder")',
      },
    ],
    guard: served,
    says: /POST \/v1\/orders\/cancel is described, and not served/,
  },
  {
    id: "route-added",
    what: "the service has a route that is not in the description",
    edits: [
      {
        file: "packages/fulfillment/service/src/http/host.ts",
        from: '  ["GET /healthz"',
        to: '  ["GET /v1/orders/export", async () => [200, []]],\n  ["GET /healthz"',
      },
    ],
    guard: served,
    says: /GET \/v1\/orders\/export is served, and not described/,
  },
  {
    id: "status-changed",
    what: "the service returns 200 where the description says 201",
    edits: [
      {
        file: "packages/fulfillment/service/src/api/orders.ts",
        from: 'status: 201, body: { message: "Order cancelled',
        to: 'status: 200, body: { message: "Order cancelled',
      },
    ],
    guard: orders,
    says: /status: 500.*to match object \{ status: 201/,
  },
  {
    id: "header-dropped",
    what: "responses lack a header",
    edits: [
      {
        file: "packages/fulfillment/service/src/http/rate-headers.ts",
        from: '    ["RateLimit-Reset", String(rate.resetSeconds)],\n',
        to: "",
      },
    ],
    guard: orders,
    says: /AssertionError: RateLimit-Reset: expected '\(absent\)'/,
  },
  {
    id: "response-field-added",
    what: "a response has a field that is not in the description",
    edits: [
      {
        file: "packages/fulfillment/service/src/api/orders.ts",
        from: "new BodyText<Order>(row.document)",
        to: 'new BodyText<Order>(row.document.replace("{", \'{"internalId":1,\'))',
      },
    ],
    guard: orders,
    says: /getOrder 200: \/internalId is not declared/,
  },
  {
    id: "event-field-renamed",
    what: "a delivery calls a field by another name",
    edits: [
      {
        file: "packages/fulfillment/service/src/domain/events.ts",
        from: "carrierCode: order.carrierCode",
        to: "carrier_code: order.carrierCode",
      },
    ],
    guard: deliveries,
    says: /carrier_code/,
  },
  {
    id: "event-not-sent",
    what: "an order is cancelled and no subscriber hears of it",
    edits: [
      {
        file: "packages/fulfillment/service/src/domain/orders/move.ts",
        from: "  await emitEvent(transaction",
        to: '  if (order.status !== "CANCELLED") await emitEvent(transaction',
      },
    ],
    guard: deliveries,
    says: /Error: of 6 deliveries, 5 arrived: .*order\.created/,
  },
  {
    id: "client-lacks-operation",
    what: "the client does not offer an operation any more",
    edits: [{ file: "packages/fulfillment/client/src/client.ts", from: "      cancel: over(cancelOrder),\n", to: "" }],
    guard: ["test", "packages/fulfillment/client/test/client.test.ts"],
    says: /the operations > are all that the client has[\s\S]*- +"orders\.cancel"/,
  },
  {
    id: "ledger-hole",
    what: "the description declares a status that no handler returns",
    edits: [
      {
        file: "spec/paths/orders.yaml",
        from: '      "404":\n        description: >-\n          The account has no order with this id.',
        to: '      "410":\n        description: The order is gone.\n      "404":\n        description: >-\n          The account has no order with this id.',
      },
    ],
    generates: true,
    guard: ledger,
    says: /spec\/paths\/orders\.yaml:\d+:\d+ getOrder 410/,
  },
  {
    id: "excuse-outlived",
    what: "an excuse stays although what it excuses is seen",
    edits: [
      {
        file: "packages/fulfillment/service/test/conformance/excuses.yaml",
        from: "[]\n",
        to: '- cells: ["createOrder 429"]\n  reason: The budget is too large to be spent in a test.\n',
      },
    ],
    guard: ledger,
    says: /createOrder 429: it was seen, so it needs no excuse/,
  },
  {
    id: "undescribed-status",
    what: "a response has a status that its operation does not declare",
    edits: [
      {
        file: "packages/fulfillment/service/src/api/orders.ts",
        from: "if (row === null) return { status: 404,",
        to: "if (row === null) return { status: 410,",
      },
    ],
    guard: ledger,
    says: /getOrder returns 410; declared: 200, 401, 404, 429, 500/,
  },
];
