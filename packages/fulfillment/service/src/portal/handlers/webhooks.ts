// The handlers of webhook subscriptions: the same functions as `/v1/webhooks`, and the latest failures.

import type { Handlers } from "@fulfillment/portal-api/server";
import { catalog, checkedUrl, duplicateUrl, forbiddenUrl, sendTest, tooMany } from "../../api/webhooks.ts";
import {
  changeSubscription,
  createSubscription,
  removeSubscription,
  rotateSecret,
  subscriptionOf,
} from "../../domain/subscriptions.ts";
import { deliveryFailures } from "../../storage/queries/delivery-failures.ts";
import { subscriptionOfAccount, subscriptionsOfAccount } from "../../storage/queries/subscriptions.ts";
import { memberOf, type PortalContext, type PortalParts } from "../context.ts";
import { invalidFields, notAllowed, notFound } from "../problems.ts";

type WebhookHandlers = Pick<
  Handlers<PortalContext>,
  | "listWebhookEvents"
  | "listWebhooks"
  | "createWebhook"
  | "updateWebhook"
  | "deleteWebhook"
  | "testWebhook"
  | "rotateWebhookSecret"
  | "listWebhookFailures"
>;

const contentType = "application/json";
const unknown = notFound("Webhook");

export function createWebhookHandlers(parts: PortalParts): WebhookHandlers {
  const { database, notices } = parts;
  return {
    listWebhookEvents: async () => ({
      status: 200,
      contentType,
      body: catalog.map(({ event, description, category }) => ({ event, description, category })),
    }),
    listWebhooks: async (_, context) => {
      const rows = await database.all(subscriptionsOfAccount, { accountId: memberOf(context).account_id });
      return { status: 200, contentType, body: rows.map(subscriptionOf) };
    },
    createWebhook: async ({ body: { url, events } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const target = await checkedUrl(parts, url);
      if (target === null) return invalidUrl(forbiddenUrl);
      const wanted = { target, events, most: parts.maxSubscriptions, effects: parts };
      const made = await database.write((transaction) => createSubscription(transaction, accountId, wanted), {
        account: accountId,
      });
      if (made.kind === "duplicate") return invalidUrl(duplicateUrl);
      if (made.kind === "too-many") return notAllowed(tooMany(parts.maxSubscriptions));
      return { status: 201, contentType, body: made.subscription };
    },
    updateWebhook: async ({ path: { webhookId: id }, body: { url, events, active } }, context) => {
      const { account_id: accountId } = memberOf(context);
      // Before the URL is checked: the order of errors must not show whether another account has the webhook.
      if ((await database.first(subscriptionOfAccount, { accountId, id })) === null) return unknown;
      const target = url === undefined ? undefined : await checkedUrl(parts, url);
      if (target === null) return invalidUrl(forbiddenUrl);
      const changes = { id, target, events, active, effects: parts };
      const changed = await database.write((transaction) => changeSubscription(transaction, accountId, changes), {
        account: accountId,
      });
      if (changed.kind !== "changed") return changed.kind === "duplicate" ? invalidUrl(duplicateUrl) : unknown;
      return { status: 200, contentType, body: changed.subscription };
    },
    deleteWebhook: async ({ path: { webhookId: id } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const removed = await database.write((transaction) => removeSubscription(transaction, accountId, id), {
        account: accountId,
      });
      if (!removed) return unknown;
      return { status: 200, contentType, body: { message: "Webhook deleted successfully" } };
    },
    testWebhook: async ({ path: { webhookId: id } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const row = await database.first(subscriptionOfAccount, { accountId, id });
      if (row === null) return unknown;
      if (row.active === 0) return notAllowed("Webhook is not active");
      return { status: 200, contentType, body: await sendTest(parts, accountId, row) };
    },
    rotateWebhookSecret: async ({ path: { webhookId: id } }, context) => {
      const { account_id: accountId } = memberOf(context);
      const rotated = await database.write(
        (transaction) => rotateSecret(transaction, accountId, { id, effects: parts }),
        { account: accountId },
      );
      if (rotated.kind !== "rotated") return unknown;
      return { status: 200, contentType, body: rotated.subscription };
    },
    listWebhookFailures: async ({ path: { webhookId: id } }, context) => {
      const { account_id: accountId } = memberOf(context);
      if ((await database.first(subscriptionOfAccount, { accountId, id })) === null) return unknown;
      await notices.flush();
      const rows = await database.all(deliveryFailures, { subscriptionId: id });
      const body = rows.map(({ event, at, status, error }) => ({ event, at, statusCode: status, error }));
      return { status: 200, contentType, body };
    },
  };
}

function invalidUrl(message: string) {
  return invalidFields([{ path: "url", message }]);
}
