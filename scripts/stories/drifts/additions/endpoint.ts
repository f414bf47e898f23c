// An endpoint that the API might gain: every hand edit it takes, and the tests that it must leave green.
import type { Addition } from "./addition.ts";

const rateLimitHeaders = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
].map((name) => `          ${name}:\n            $ref: ../openapi.yaml#/components/headers/${name}\n`);

const operation = `count:
  get:
    operationId: countWebhooks
    summary: Count subscriptions
    description: |
      Returns the number of subscriptions of the account, by whether they are active.
    tags: [Webhooks]
    responses:
      "200":
        description: The numbers.
        headers:
${rateLimitHeaders.join("")}        content:
          application/json:
            schema:
              $ref: ../schemas/webhook-count.yaml
            examples:
              count:
                $ref: ../examples/webhooks/count-webhooks.200.json
      "401":
        $ref: ../openapi.yaml#/components/responses/Unauthorized
      "429":
        $ref: ../openapi.yaml#/components/responses/TooManyRequests
      "500":
        $ref: ../openapi.yaml#/components/responses/InternalServerError
`;

const schema = `title: Number of subscriptions
description: The number of subscriptions of the account.
type: object
required: [active, inactive]
properties:
  active:
    type: integer
    description: Subscriptions that receive deliveries.
  inactive:
    type: integer
    description: Subscriptions that are paused.
`;

const example = `{
  "summary": "Two active subscriptions and a paused one",
  "value": { "active": 2, "inactive": 1 }
}
`;

const handler = `    countWebhooks: async (_, { accountId }) => {
      const rows = await database.all(subscriptionsOfAccount, { accountId });
      const active = rows.filter((row) => row.active === 1).length;
      return { status: 200, contentType: "application/json", body: { active, inactive: rows.length - active } };
    },
`;

const test = `// The number of subscriptions, by whether they are active.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLocal, type Storage } from "./backends.ts";
import { type RunningService, runService } from "./running-service.ts";

let storage: Storage;
let service: RunningService;

beforeAll(async () => {
  storage = await openLocal();
  service = await runService(storage);
});
afterAll(async () => {
  await service.stop();
  await storage.drop();
});

test("a new subscription counts as active", async () => {
  const body = { url: "https://hook.invalid/count", events: ["order.created"] };
  expect(await service.call("POST", "/v1/webhooks", { body })).toMatchObject({ status: 201 });
  expect((await service.call("GET", "/v1/webhooks/count")).body).toEqual({ active: 1, inactive: 0 });
});
`;

const handlers = "packages/fulfillment/service/src/api/webhooks.ts";

export const endpoint: Addition = {
  id: "new-endpoint",
  what: "an endpoint",
  spec: [
    { file: "spec/paths/webhooks.yaml", from: "webhooks:\n  get:\n", to: `${operation}webhooks:\n  get:\n` },
    {
      file: "spec/openapi.yaml",
      from: "  /v1/webhooks:\n",
      to: "  /v1/webhooks/count:\n    $ref: paths/webhooks.yaml#/count\n  /v1/webhooks:\n",
    },
    {
      file: "spec/openapi.yaml",
      from: "    WebhookEventDescription:\n",
      to: "    WebhookCount:\n      $ref: schemas/webhook-count.yaml\n    WebhookEventDescription:\n",
    },
    { file: "spec/schemas/webhook-count.yaml", content: schema },
    { file: "spec/examples/webhooks/count-webhooks.200.json", content: example },
  ],
  asks: ["packages/fulfillment/service/src/api/api.ts"],
  code: [
    { file: handlers, from: '  | "listWebhooks"\n', to: '  | "countWebhooks"\n  | "listWebhooks"\n' },
    { file: handlers, from: "    createWebhook: async (", to: `${handler}    createWebhook: async (` },
    { file: "packages/fulfillment/service/test/contract/webhook-count.test.ts", content: test },
  ],
  tests: [
    "packages/fulfillment/service/test/conformance",
    "packages/fulfillment/service/test/contract/routes.test.ts",
    "packages/fulfillment/service/test/contract/webhook-count.test.ts",
    "packages/fulfillment/service/test/http",
  ],
  limit: { spec: 4, code: 2 },
};
