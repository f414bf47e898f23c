// Drifts between the description, or the source code, and what the documentation says.
import type { Drift } from "./drift.ts";

const described: Drift["guard"] = ["test", "scripts/docs/described.test.ts"];

export const documentationDrifts: readonly Drift[] = [
  {
    id: "docs-unknown-path",
    what: "a README has a path that the API has not",
    edits: [{ file: "packages/service/README.md", from: "8080/v1/orders/list\n", to: "8080/v1/order/list\n" }],
    guard: described,
    says: /packages\/service\/README\.md:\d+ says \/v1\/order\/list: .*did you mean \/v1\/orders\/list/,
  },
  {
    id: "docs-unknown-event",
    what: "a README has an event that there is not",
    edits: [{ file: "packages/webhooks/README.md", from: '"order.shipped": async', to: '"order.sent": async' }],
    guard: described,
    says: /packages\/webhooks\/README\.md:\d+ says order\.sent: /,
  },
  {
    id: "docs-wrong-limit",
    what: "the prose has another limit than the extension beside it",
    edits: [{ file: "spec/openapi.yaml", from: "has 1,000 requests in any", to: "has 10,000 requests in any" }],
    guard: ["check", "values"],
    says: /spec\/openapi\.yaml:\d+ states another value than spec\/ has/,
  },
  {
    id: "limit-without-docs",
    what: "the description has another limit than the prose",
    edits: [{ file: "spec/asyncapi.yaml", from: "timeoutSeconds: 10\n", to: "timeoutSeconds: 15\n" }],
    guard: ["check", "values"],
    says: /packages\/service\/README\.md:\d+ states another value than spec\/ has/,
  },
  {
    id: "docs-undeclared-status",
    what: "the prose has a status that the operation has not",
    edits: [
      { file: "spec/openapi.yaml", from: "/v1/orders/{orderId}` returns 404", to: "/v1/orders/{orderId}` returns 410" },
    ],
    guard: described,
    says: /spec\/openapi\.yaml:\d+ says GET \/v1\/orders\/\{orderId\} answers 410/,
  },
  {
    id: "docs-unknown-header",
    what: "a README has a header that no response has",
    edits: [{ file: "packages/client/README.md", from: "the `RateLimit-Reset` (or", to: "the `RateLimit-Wait` (or" }],
    guard: described,
    says: /packages\/client\/README\.md:\d+ says RateLimit-Wait: /,
  },
  {
    id: "docs-table-incomplete",
    what: "a table of error codes leaves one out",
    edits: [
      {
        file: "packages/webhooks/README.md",
        from: "| `unreadable_body` | 400 | the connection broke off | |\n",
        to: "",
      },
    ],
    guard: described,
    says: /packages\/webhooks\/README\.md: its table leaves out unreadable_body 400/,
  },
  {
    id: "docs-broken-link",
    what: "a link leads to a file that is gone",
    edits: [{ file: "docs/decisions/0010-rate-limit.md", removed: true }],
    guard: described,
    says: /says \S*0010-rate-limit\.md: there is no docs\/decisions\/0010-rate-limit\.md/,
  },
  {
    id: "readme-does-not-compile",
    what: "a README calls a method that the client has not",
    edits: [
      { file: "packages/client/README.md", from: "await client.orders.cancel(", to: "await client.orders.revoke(" },
    ],
    guard: ["test", "scripts/docs/readme-blocks.test.ts"],
    says: /Property 'revoke' does not exist/,
  },
];
