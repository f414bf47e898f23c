// Drifts between the description, or the source code, and what the documentation says.
import type { Drift } from "./drift.ts";

const described: Drift["guard"] = ["test", "scripts/derived/described.test.ts"];

export const documentationDrifts: readonly Drift[] = [
  {
    id: "docs-wrong-limit",
    what: "the prose has another limit than the extension beside it",
    edits: [{ file: "spec/openapi.yaml", from: "has 1,000 requests in any", to: "has 10,000 requests in any" }],
    guard: ["check", "derived"],
    says: /spec\/openapi\.yaml:\d+ is out of date/,
  },
  {
    id: "limit-without-docs",
    what: "the description has another limit than the prose",
    edits: [{ file: "spec/asyncapi.yaml", from: "timeoutSeconds: 10\n", to: "timeoutSeconds: 15\n" }],
    guard: ["check", "derived"],
    says: /packages\/fulfillment\/service\/README\.md:\d+ is out of date/,
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
      {
        file: "packages/fulfillment/client/README.md",
        from: "await client.orders.cancel(",
        to: "await client.orders.revoke(",
      },
    ],
    guard: ["test", "scripts/derived/readme-blocks.slow.test.ts", "packages/fulfillment/client"],
    says: /Property 'revoke' does not exist/,
  },
];
