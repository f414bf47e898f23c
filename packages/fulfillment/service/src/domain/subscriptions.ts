// Webhook subscriptions of an account: made, changed, given a new secret, deleted.
import { randomBytes } from "node:crypto";
import type { WebhookEventName, WebhookSubscription, WebhookSubscriptionWithSecret } from "@fulfillment/types";
import type { Sealer } from "../secrets/sealing.ts";
import type { Transaction } from "../storage/database.ts";
import { dropDeliveries } from "../storage/delivered.ts";
import { lockAccount } from "../storage/queries/accounts.ts";
import { dropDeliveryFailures } from "../storage/queries/delivery-failures.ts";
import {
  countSubscriptions,
  deleteSubscription,
  insertSubscription,
  type SubscriptionRow,
  subscriptionByUrl,
  subscriptionOfAccount,
  updateSubscription,
} from "../storage/queries/subscriptions.ts";
import { parseEventNames } from "./documents.ts";
import { timestampOf } from "./effects.ts";
import { newId } from "./identifiers.ts";

/** A URL that passed the rules: as sent, and in the form that detects duplicates. */
export interface CheckedUrl {
  readonly url: string;
  readonly canonical: string;
}

export interface SubscriptionEffects {
  readonly now: () => number;
  readonly sealer: Sealer;
}

export type SubscriptionRefusal = { readonly kind: "not-found" } | { readonly kind: "duplicate" };

/**
 * Subscriptions of an account, unless the operator sets another number: each event is a row and an attempt for every one of
 * them (open decision `subscription-limit`).
 */
export const defaultMaxSubscriptions = 1000;

/** `whsec_` and 64 hexadecimal digits (open decision `webhook-secret-form`). */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString("hex")}`;
}

export async function createSubscription(
  transaction: Transaction,
  accountId: string,
  { target, events, most, effects }: NewSubscription,
): Promise<
  | { readonly kind: "created"; readonly subscription: WebhookSubscriptionWithSecret }
  | { readonly kind: "duplicate" }
  | { readonly kind: "too-many" }
> {
  await transaction.all(lockAccount, { id: accountId });
  const known = await transaction.first(subscriptionByUrl, { accountId, canonicalUrl: target.canonical });
  if (known !== null) return { kind: "duplicate" };
  const counted = await transaction.first(countSubscriptions, { accountId });
  if ((counted?.count ?? 0) >= most) return { kind: "too-many" };
  const now = effects.now();
  const id = newId("sub", now);
  const secret = newSecret();
  const at = timestampOf(now);
  const names = [...new Set(events)];
  await transaction.all(insertSubscription, {
    id,
    account_id: accountId,
    url: target.url,
    canonical_url: target.canonical,
    events: JSON.stringify(names),
    active: 1,
    secret: effects.sealer.seal(secret, id),
    created_at: at,
    updated_at: at,
  });
  const subscription = { id, url: target.url, events: names, active: true, secret, createdAt: at, updatedAt: at };
  return { kind: "created", subscription };
}

export interface NewSubscription {
  readonly target: CheckedUrl;
  readonly events: readonly WebhookEventName[];
  /** How many the account may have; those that it has beyond that stay. */
  readonly most: number;
  readonly effects: SubscriptionEffects;
}

export interface SubscriptionChanges {
  readonly id: string;
  /** What is `undefined` stays as it is. */
  readonly target: CheckedUrl | undefined;
  readonly events: readonly WebhookEventName[] | undefined;
  readonly active: boolean | undefined;
  readonly effects: SubscriptionEffects;
}

export async function changeSubscription(
  transaction: Transaction,
  accountId: string,
  { id, target, events, active, effects }: SubscriptionChanges,
): Promise<{ readonly kind: "changed"; readonly subscription: WebhookSubscription } | SubscriptionRefusal> {
  await transaction.all(lockAccount, { id: accountId });
  const row = await transaction.first(subscriptionOfAccount, { accountId, id });
  if (row === null) return { kind: "not-found" };
  if (target !== undefined) {
    const known = await transaction.first(subscriptionByUrl, { accountId, canonicalUrl: target.canonical });
    if (known !== null && known.id !== id) return { kind: "duplicate" };
  }
  const changed: SubscriptionRow = {
    ...row,
    url: target?.url ?? row.url,
    canonical_url: target?.canonical ?? row.canonical_url,
    events: events === undefined ? row.events : JSON.stringify([...new Set(events)]),
    active: active === undefined ? row.active : Number(active),
  };
  if (!isSame(row, changed)) changed.updated_at = timestampOf(effects.now());
  await transaction.all(updateSubscription, changed);
  // What fired before the pause is not kept for after it (open decision `delivery-inactive`).
  if (row.active === 1 && changed.active === 0) await dropDeliveries(transaction, id);
  return { kind: "changed", subscription: subscriptionOf(changed) };
}

/** The old secret stops being used at once: deliveries read the secret when they are sent. */
export async function rotateSecret(
  transaction: Transaction,
  accountId: string,
  { id, effects }: { readonly id: string; readonly effects: SubscriptionEffects },
): Promise<{ readonly kind: "rotated"; readonly subscription: WebhookSubscriptionWithSecret } | SubscriptionRefusal> {
  await transaction.all(lockAccount, { id: accountId });
  const row = await transaction.first(subscriptionOfAccount, { accountId, id });
  if (row === null) return { kind: "not-found" };
  const secret = newSecret();
  const changed = { ...row, secret: effects.sealer.seal(secret, id), updated_at: timestampOf(effects.now()) };
  await transaction.all(updateSubscription, changed);
  return { kind: "rotated", subscription: { ...subscriptionOf(changed), secret } };
}

/** Deletes the subscription, and what was still to be delivered to it. Says whether there was one. */
export async function removeSubscription(transaction: Transaction, accountId: string, id: string): Promise<boolean> {
  const deleted = await transaction.all(deleteSubscription, { accountId, id });
  if (deleted.length > 0) {
    await dropDeliveries(transaction, id);
    await transaction.all(dropDeliveryFailures, { subscriptionId: id });
  }
  return deleted.length > 0;
}

/** As the API shows it: without the secret. */
export function subscriptionOf(row: SubscriptionRow): Omit<WebhookSubscription, "secret"> {
  return {
    id: row.id,
    url: row.url,
    events: parseEventNames(row.events),
    active: row.active === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function isSame(a: SubscriptionRow, b: SubscriptionRow): boolean {
  return a.url === b.url && a.canonical_url === b.canonical_url && a.events === b.events && a.active === b.active;
}
