// The handlers of /v1/webhooks.
import type { WebhookEventDescription, WebhookEventName, WebhookTestResult } from "@fulfillment/types";
import { type EventName, messages } from "@fulfillment/webhooks";
import type { Target } from "../deliveries/outbox.ts";
import { timestampOf } from "../domain/effects.ts";
import {
  type CheckedUrl,
  changeSubscription,
  createSubscription,
  removeSubscription,
  rotateSecret,
  type SubscriptionEffects,
  subscriptionOf,
} from "../domain/subscriptions.ts";
import type { Database } from "../storage/database.ts";
import {
  type SubscriptionRow,
  subscriptionOfAccount,
  subscriptionsOfAccount,
} from "../storage/queries/subscriptions.ts";
import { type Api, rejection } from "./reply.ts";

/** What became of one attempt to deliver. */
export type Attempt =
  | { readonly kind: "accepted" | "refused"; readonly status: number }
  | { readonly kind: "unreached"; readonly reason: string };

export interface WebhookParts extends SubscriptionEffects {
  readonly database: Database;
  /** The URL in the form that detects duplicates; `null`: the rules forbid it. */
  readonly checkUrl: (url: string) => Promise<string | null>;
  /** How many subscriptions an account may have. */
  readonly maxSubscriptions: number;
  /** Sends one event now and waits for the outcome. */
  readonly post: (target: Target, delivery: { readonly event: string; readonly body: string }) => Promise<Attempt>;
}

export const forbiddenUrl = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses.";
export const duplicateUrl = "Webhook URL is already registered";
const unknownWebhook = "Webhook not found";

export function tooMany(most: number): string {
  return `An account can have at most ${most} webhook${most === 1 ? "" : "s"}`;
}

type WebhookHandlers = Pick<
  Api,
  | "listWebhookEvents"
  | "listWebhooks"
  | "createWebhook"
  | "updateWebhook"
  | "deleteWebhook"
  | "testWebhook"
  | "rotateWebhookSecret"
>;

export function createWebhookHandlers(parts: WebhookParts): WebhookHandlers {
  const { database } = parts;
  return {
    listWebhookEvents: () => ({ status: 200, body: [...catalog] }),
    listWebhooks: async (_, { accountId }) => {
      const rows = await database.all(subscriptionsOfAccount, { accountId });
      return { status: 200, body: { webhooks: rows.map(subscriptionOf) } };
    },
    createWebhook: async ({ body: { url, events } }, { accountId }) => {
      const target = await checkedUrl(parts, url);
      if (target === null) return rejection(forbiddenUrl);
      const wanted = { target, events, most: parts.maxSubscriptions, effects: parts };
      const made = await database.write((transaction) => createSubscription(transaction, accountId, wanted), {
        account: accountId,
      });
      if (made.kind === "duplicate") return rejection(duplicateUrl);
      if (made.kind === "too-many") return rejection(tooMany(parts.maxSubscriptions));
      return { status: 201, body: made.subscription };
    },
    updateWebhook: async ({ path: { id }, body: { url, events, active } }, { accountId }) => {
      const target = url === undefined ? undefined : await checkedUrl(parts, url);
      if (target === null) return rejection(forbiddenUrl);
      const changes = { id, target, events, active, effects: parts };
      const changed = await database.write((transaction) => changeSubscription(transaction, accountId, changes), {
        account: accountId,
      });
      if (changed.kind !== "changed") return rejection(changed.kind === "duplicate" ? duplicateUrl : unknownWebhook);
      return { status: 200, body: changed.subscription };
    },
    deleteWebhook: async ({ path: { id } }, { accountId }) => {
      const removed = await database.write((transaction) => removeSubscription(transaction, accountId, id), {
        account: accountId,
      });
      if (!removed) return rejection(unknownWebhook);
      return { status: 200, body: { message: "Webhook deleted successfully" } };
    },
    testWebhook: async ({ path: { id } }, { accountId }) => {
      const row = await database.first(subscriptionOfAccount, { accountId, id });
      if (row === null) return rejection(unknownWebhook);
      if (row.active === 0) return rejection("Webhook is not active");
      return { status: 200, body: await sendTest(parts, accountId, row) };
    },
    rotateWebhookSecret: async ({ path: { id } }, { accountId }) => {
      const rotated = await database.write(
        (transaction) => rotateSecret(transaction, accountId, { id, effects: parts }),
        { account: accountId },
      );
      if (rotated.kind !== "rotated") return rejection(unknownWebhook);
      return { status: 200, body: rotated.subscription };
    },
  };
}

/** Sends `webhook.test` to the subscription, and waits for the outcome. */
export async function sendTest(
  { sealer, post, now }: Pick<WebhookParts, "sealer" | "post" | "now">,
  accountId: string,
  { id, url, secret }: Pick<SubscriptionRow, "id" | "url" | "secret">,
): Promise<WebhookTestResult> {
  const target = { subscriptionId: id, accountId, url, secret: sealer.open(secret, id) };
  return resultOf(await post(target, testEvent(now())));
}

export async function checkedUrl(
  { checkUrl }: Pick<WebhookParts, "checkUrl">,
  url: string,
): Promise<CheckedUrl | null> {
  const canonical = await checkUrl(url);
  return canonical === null ? null : { url, canonical };
}

export interface CatalogEntry extends WebhookEventDescription {
  readonly event: WebhookEventName;
}

/** Every message of the description that can be subscribed to, in its order. */
export const catalog: readonly CatalogEntry[] = messages.flatMap(({ eventName, summary }) =>
  isSubscribable(eventName)
    ? [{ event: eventName, description: summary ?? eventName, category: eventName.slice(0, eventName.indexOf(".")) }]
    : [],
);

function isSubscribable(name: EventName): name is WebhookEventName {
  return name !== "webhook.test";
}

function testEvent(now: number): { readonly event: "webhook.test"; readonly body: string } {
  const data = { message: "This is a test of your webhook subscription.", timestamp: timestampOf(now) };
  return { event: "webhook.test", body: JSON.stringify({ event: "webhook.test", data }) };
}

/** Open decision `test-result-values`. */
function resultOf(attempt: Attempt): WebhookTestResult {
  switch (attempt.kind) {
    case "accepted":
      return { success: true, statusCode: attempt.status, error: null };
    case "refused":
      return { success: false, statusCode: attempt.status, error: `Endpoint answered ${attempt.status}` };
    case "unreached":
      return { success: false, statusCode: null, error: attempt.reason };
  }
}
