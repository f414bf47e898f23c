// The handlers of /v1/webhooks.
import type {
  NewWebhook,
  WebhookChanges,
  WebhookEventDescription,
  WebhookEventName,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
  WebhookTestResult,
} from "@fulfillment/types";
import { type EventName, messages } from "@fulfillment/webhooks";
import type { Target } from "../deliveries/outbox.ts";
import { timestampOf } from "../domain/effects.ts";
import {
  changeSubscription,
  createSubscription,
  removeSubscription,
  rotateSecret,
  type SubscriptionEffects,
  subscriptionOf,
} from "../domain/subscriptions.ts";
import { type Database, writeFor } from "../storage/database.ts";
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

/** What became of a request about a subscription; `at`: what the message is about. */
export type Outcome<Value, At> =
  | { readonly at: null; readonly value: Value }
  | { readonly at: At; readonly message: string };

/** What `/v1/webhooks` and the portal do with the subscriptions of an account. */
export interface WebhookActions {
  readonly find: (accountId: string, id: string) => Promise<SubscriptionRow | null>;
  readonly list: (accountId: string) => Promise<WebhookSubscription[]>;
  readonly create: (
    accountId: string,
    wanted: NewWebhook,
  ) => Promise<Outcome<WebhookSubscriptionWithSecret, "url" | "account">>;
  readonly update: (
    accountId: string,
    id: string,
    changes: WebhookChanges,
  ) => Promise<Outcome<WebhookSubscription, "url" | "webhook">>;
  readonly remove: (accountId: string, id: string) => Promise<Outcome<{ message: typeof removal }, "webhook">>;
  readonly test: (accountId: string, id: string) => Promise<Outcome<WebhookTestResult, "webhook" | "account">>;
  readonly rotate: (accountId: string, id: string) => Promise<Outcome<WebhookSubscriptionWithSecret, "webhook">>;
}

function done<Value>(value: Value): { readonly at: null; readonly value: Value } {
  return { at: null, value };
}

function refused<At>(at: At, message: string): { readonly at: At; readonly message: string } {
  return { at, message };
}

const removal = "Webhook deleted successfully";
const forbidden = refused(
  "url" as const,
  "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses.",
);
const duplicate = refused("url" as const, "Webhook URL is already registered");
const unknown = refused("webhook" as const, "Webhook not found");

export function createWebhookActions(parts: WebhookParts): WebhookActions {
  const { database, maxSubscriptions: most } = parts;
  const find = async (accountId: string, id: string): Promise<SubscriptionRow | null> =>
    await database.first(subscriptionOfAccount, { accountId, id });
  return {
    find,
    list: async (accountId: string) => (await database.all(subscriptionsOfAccount, { accountId })).map(subscriptionOf),
    create: async (accountId: string, { url, events }: NewWebhook) => {
      const canonical = await parts.checkUrl(url);
      if (canonical === null) return forbidden;
      const wanted = { target: { url, canonical }, events, most, effects: parts };
      const outcome = await writeFor(database, accountId, (transaction) =>
        createSubscription(transaction, accountId, wanted),
      );
      if (outcome.kind === "duplicate") return duplicate;
      if (outcome.kind === "created") return done(outcome.subscription);
      return refused("account" as const, `An account can have at most ${most} webhook${most === 1 ? "" : "s"}`);
    },
    update: async (accountId: string, id: string, { url, events, active }: WebhookChanges) => {
      const canonical = url === undefined ? "" : await parts.checkUrl(url);
      if (canonical === null) return forbidden;
      const target = url === undefined ? undefined : { url, canonical };
      const changes = { id, target, events, active, effects: parts };
      const changed = await writeFor(database, accountId, (transaction) =>
        changeSubscription(transaction, accountId, changes),
      );
      if (changed.kind === "changed") return done(changed.subscription);
      return changed.kind === "duplicate" ? duplicate : unknown;
    },
    remove: async (accountId: string, id: string) => {
      const removed = await writeFor(database, accountId, (transaction) =>
        removeSubscription(transaction, accountId, id),
      );
      return removed ? done({ message: removal }) : unknown;
    },
    test: async (accountId: string, id: string) => {
      const row = await find(accountId, id);
      if (row === null) return unknown;
      if (row.active === 0) return refused("account" as const, "Webhook is not active");
      const target = { subscriptionId: id, accountId, url: row.url, secret: parts.sealer.open(row.secret, id) };
      return done(resultOf(await parts.post(target, testEvent(parts.now()))));
    },
    rotate: async (accountId: string, id: string) => {
      const secret = { id, effects: parts };
      const rotated = await writeFor(database, accountId, (transaction) =>
        rotateSecret(transaction, accountId, secret),
      );
      return rotated.kind === "rotated" ? done(rotated.subscription) : unknown;
    },
  };
}

type WebhookHandlers = Pick<Api, Extract<keyof Api, `${string}Webhook${string}`>>;

export function createWebhookHandlers(parts: WebhookParts): WebhookHandlers {
  const webhooks = createWebhookActions(parts);
  return {
    listWebhookEvents: async () => ({ status: 200, body: [...catalog] }),
    listWebhooks: async (_, { accountId }) => ({ status: 200, body: { webhooks: await webhooks.list(accountId) } }),
    createWebhook: async ({ body }, { accountId }) => replyOf(201, await webhooks.create(accountId, body)),
    updateWebhook: async ({ path: { id }, body }, { accountId }) =>
      replyOf(200, await webhooks.update(accountId, id, body)),
    deleteWebhook: async ({ path: { id } }, { accountId }) => replyOf(200, await webhooks.remove(accountId, id)),
    testWebhook: async ({ path: { id } }, { accountId }) => replyOf(200, await webhooks.test(accountId, id)),
    rotateWebhookSecret: async ({ path: { id } }, { accountId }) => replyOf(200, await webhooks.rotate(accountId, id)),
  };
}

function replyOf<Status extends number, Value, At>(status: Status, outcome: Outcome<Value, At>) {
  return "value" in outcome ? { status, body: outcome.value } : rejection(outcome.message);
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
