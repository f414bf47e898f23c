// The handlers of webhook subscriptions: the same functions as `/v1/webhooks`, and the latest failures.

import type { Handlers } from "@fulfillment/portal-api/server";
import { catalog, createWebhookActions, type Outcome } from "../../api/webhooks.ts";
import { deliveryFailures } from "../../storage/queries/delivery-failures.ts";
import { memberOf, type PortalContext, type PortalParts } from "../context.ts";
import { invalidFields, notAllowed, notFound, type ProblemResponse } from "../problems.ts";

type WebhookHandlers = Pick<Handlers<PortalContext>, Extract<keyof Handlers, `${string}Webhook${string}`>>;

const contentType = "application/json";
const unknown = notFound("Webhook");

export function createWebhookHandlers(parts: PortalParts): WebhookHandlers {
  const { database, notices } = parts;
  const webhooks = createWebhookActions(parts);
  return {
    listWebhookEvents: async () => ({ status: 200, contentType, body: [...catalog] }),
    listWebhooks: async (_, context) => ({
      status: 200,
      contentType,
      body: await webhooks.list(memberOf(context).account_id),
    }),
    createWebhook: async ({ body }, context) =>
      responseOf(201, await webhooks.create(memberOf(context).account_id, body)),
    updateWebhook: async ({ path: { webhookId: id }, body }, context) => {
      const { account_id: accountId } = memberOf(context);
      // Before the URL is checked: the order of errors must not show whether another account has the webhook.
      if ((await webhooks.find(accountId, id)) === null) return unknown;
      return responseOf(200, await webhooks.update(accountId, id, body));
    },
    deleteWebhook: async ({ path: { webhookId: id } }, context) =>
      responseOf(200, await webhooks.remove(memberOf(context).account_id, id)),
    testWebhook: async ({ path: { webhookId: id } }, context) =>
      responseOf(200, await webhooks.test(memberOf(context).account_id, id)),
    rotateWebhookSecret: async ({ path: { webhookId: id } }, context) =>
      responseOf(200, await webhooks.rotate(memberOf(context).account_id, id)),
    listWebhookFailures: async ({ path: { webhookId: id } }, context) => {
      if ((await webhooks.find(memberOf(context).account_id, id)) === null) return unknown;
      await notices.flush();
      const rows = await database.all(deliveryFailures, { subscriptionId: id });
      const body = rows.map(({ status, ...row }) => ({ ...row, statusCode: status }));
      return { status: 200, contentType, body };
    },
  };
}

interface Refusals {
  readonly webhook: ProblemResponse<404>;
  readonly url: ProblemResponse<400>;
  readonly account: ProblemResponse<400>;
}

const refusals: { readonly [At in keyof Refusals]: (message: string) => Refusals[At] } = {
  webhook: () => unknown,
  url: (message) => invalidFields([{ path: "url", message }]),
  account: notAllowed,
};

function responseOf<Status extends number, Value, At extends keyof Refusals>(
  status: Status,
  outcome: Outcome<Value, At>,
) {
  if ("value" in outcome) return { status, contentType, body: outcome.value } as const;
  return refusals[outcome.at](outcome.message);
}
